"""Takes the pictures of docs/figures/report-*: the bundled corpus in a browser.

python docs/take_pictures.py          (needs Playwright, and Chromium on the path)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "figures"
SYSTEMS = ("loom", "calque", "tangle")
# By the name of a picture: the view, and the last part of it that is shown.
PICTURES = {
    "report-overview": ("", ".leaderboard-section"),
    "report-segment": ("#/segment/17?system=calque", ".moves"),
}
DRAWINGS = ("slope", "tree")  # of segment 17 of tangle, as the page saves them
WIDTH = 830  # of a page on which the pictures are shown, so that letters have their own size
DENSITY = 2


def main() -> None:
    """Writes a report and photographs its overview and one segment."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        write_report(report)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        size = {"width": WIDTH, "height": 800}
        page = browser.new_page(viewport=size, device_scale_factor=DENSITY)
        for name, (address, last) in PICTURES.items():
            page.goto(f"{report.as_uri()}{address}")
            page.reload()
            page.wait_for_load_state("networkidle")
            end = page.evaluate(f"document.querySelector('{last}').getBoundingClientRect().bottom")
            page.set_viewport_size({"width": WIDTH, "height": int(end) + 16})
            page.screenshot(path=FIGURES / f"{name}.png")
        page.set_viewport_size({"width": 1080, "height": 640})
        page.goto(f"{report.as_uri()}#/segment/17?system=tangle")
        page.reload()
        for name in DRAWINGS:
            with page.expect_download() as saved:
                page.locator(".export").get_by_role("button", name=name).click()
            saved.value.save_as(FIGURES / f"report-{name}.svg")
        browser.close()


def write_report(path: Path) -> None:
    """The report of docs/report.md without its source, and with few metrics."""
    files = [f"demo/en/{system}.txt" for system in SYSTEMS]
    options = ["--title", "The bundled corpus", "--quiet"]
    command = [sys.executable, "-m", "hyperbaton", "report", "demo/en/reference.txt"]
    metrics = ["-m", "hyperbaton", "kendall", "bleu"]
    subprocess.run([*command, "-i", *files, *metrics, *options, "-o", path], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
