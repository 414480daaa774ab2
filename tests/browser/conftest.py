"""A browser, pages that must stay silent, and the documents they open."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from browser.documents import HOSTILE, OUTPUTS, REFERENCES, repeated, report_on, written
from hyperbaton import Output, Preparation, Resampling, TestSet
from hyperbaton.metrics import text_metrics
from hyperbaton.report.report import report_of
from hyperbaton.scoring.score import score_outputs

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SHOWN = ".leaderboard, table.segments, .slope .word, .slope .nothing, .missing"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs Playwright: pip install playwright"
    )
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip("needs Chromium: install the package chromium, or set CHROMIUM to its path")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=found, args=list(FLAGS))
        yield running
        running.close()


class Opener:
    """Opens pages that must neither complain nor ask the network for anything."""

    def __init__(self, browser):
        self.browser = browser
        self.contexts = []
        self.complaints = []
        self.requests = []

    def __call__(self, path, fragment="", *, width=1280, height=900, **options):
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(f"{path.as_uri()}{fragment}" if isinstance(path, Path) else f"{path}{fragment}")
        if options.get("java_script_enabled", True):
            page.wait_for_selector(SHOWN)
        return page

    def close(self):
        """Returns what was asked for beyond the documents and the drawings they made."""
        for context in self.contexts:
            context.close()
        return [url for url in self.requests if not url.startswith(("file:", "blob:"))]


@pytest.fixture
def open_page(browser):
    opener = Opener(browser)
    yield opener
    assert opener.close() == []
    assert opener.complaints == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def demo(folder):
    """A report of two systems and four segments."""
    return written(folder / "demo.html", report_on(OUTPUTS, REFERENCES))


@pytest.fixture(scope="session")
def hostile(folder):
    """A report whose every text tries to become markup."""
    texts = [f"{HOSTILE} {reference}" for reference in REFERENCES]
    outputs = {
        f"{HOSTILE}{name}": [f"{text} {HOSTILE}" for text in OUTPUTS[name]] for name in OUTPUTS
    }
    report = report_on(outputs, texts, title=HOSTILE, source=HOSTILE)
    return written(folder / "hostile.html", report)


@pytest.fixture(scope="session")
def scripts(folder):
    """A report of a Hebrew, a Chinese and a very long sentence."""
    words = [f"word{number}" for number in range(100)]
    swapped = [*words[:20], *words[50:70], *words[20:50], *words[70:]]
    references = ["הילד הקטן אכל אתמול תפוח אדום בגן", "我们昨天在大厅见面了。", " ".join(words)]
    outputs = ["אתמול אכל הילד הקטן בגן תפוח אדום", "在大厅我们昨天见面了。", " ".join(swapped)]
    report = report_on({"only": outputs}, references, tokenize="zh")
    return written(folder / "scripts.html", report)


@pytest.fixture(scope="session")
def many(folder):
    """A report of twenty systems, some of which are equal."""
    mixed = {
        f"system-with-a-long-name-{k}": [
            OUTPUTS["loom" if k >> n & 1 else "calque"][n] for n in range(4)
        ]
        for k in range(20)
    }
    return written(folder / "many.html", report_on(mixed, REFERENCES))


@pytest.fixture(scope="session")
def linked(folder):
    """A report of one segment with links to its source, which runs from right to left."""
    test_set = TestSet([["I read a book"]], source=["كتابا و قرأت"], source_links=[["0-3 2-1"]])
    outputs = {"out": Output(["I a book read"], source_links=["0-2 2-3"])}
    preparation = Preparation()  # without the order of the source
    metrics = text_metrics(["kendall"])
    scores = score_outputs(outputs, test_set, metrics, preparation, Resampling())
    return written(folder / "linked.html", report_of(scores, samples=40))


@pytest.fixture(scope="session")
def large(folder):
    """A report that lists ten thousand segments of two systems."""
    return repeated(folder / "large.html", report_on(OUTPUTS, REFERENCES), 2500)
