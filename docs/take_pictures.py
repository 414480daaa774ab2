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
SYSTEMS = ("loom", "calque", "tangle")
PICTURES = {"report-overview": "", "report-segment": "#/segment/17?system=calque"}
DRAWINGS = ("slope", "tree")  # of segment 17 of tangle, as the page saves them
SIZE = {"width": 1080, "height": 640}


def main() -> None:
    """Writes a report and photographs its overview and one segment."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        write_report(report)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport=SIZE)
        for name, address in PICTURES.items():
            page.goto(f"{report.as_uri()}{address}")
            page.reload()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=ROOT / "docs" / "figures" / f"{name}.png")
        page.goto(f"{report.as_uri()}#/segment/17?system=tangle")
        page.reload()
        for name in DRAWINGS:
            page.get_by_label("Drawing to copy").select_option(name)
            with page.expect_download() as saved:
                page.locator(".export").get_by_role("button", name="Save").click()
            saved.value.save_as(ROOT / "docs" / "figures" / f"report-{name}.svg")
        browser.close()


def write_report(path: Path) -> None:
    """The report of docs/report.md."""
    files = [f"demo/en/{system}.txt" for system in SYSTEMS]
    options = ["--source", "demo/en/source.txt", "--title", "The bundled corpus", "--quiet"]
    command = [sys.executable, "-m", "hyperbaton", "report", "demo/en/reference.txt"]
    subprocess.run([*command, "-i", *files, *options, "-o", path], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
