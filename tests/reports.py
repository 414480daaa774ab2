"""Reports for tests, and what a browser would find in them."""

import base64
import gzip
import json
from html.parser import HTMLParser
from pathlib import Path

import hyperbaton
from hyperbaton.report.report import report_of

DEMO = Path(__file__).parents[1] / "demo" / "en"


def lines(name):
    return (DEMO / name).read_text("utf-8").splitlines()


def demo_scores(systems=("loom", "calque", "tangle"), metrics=("hyperbaton", "kendall", "bleu")):
    outputs = {name: lines(f"{name}.txt") for name in systems}
    test_set = hyperbaton.TestSet([lines("reference.txt")], source=lines("source.txt"))
    return hyperbaton.score(outputs, test_set, metrics)


def small_report(outputs, references, metrics="kendall", **options):
    """The report of a few sentences, with few resamples."""
    return report_of(hyperbaton.score(outputs, [references], metrics), samples=40, **options)


def unpacked(content):
    """What the page finds in packed data."""
    return json.loads(gzip.decompress(base64.b64decode(content)))


class Page(HTMLParser):
    """The elements of a page: their tags with attributes, and the text of scripts and styles."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.texts = []
        self.shown = []
        self.feed(html)
        self.close()
        pairs = zip(self.elements, self.texts, strict=True)
        kept = [pair for pair in pairs if not pair[0][0].startswith("/")]
        self.elements, self.texts = ([pair[k] for pair in kept] for k in (0, 1))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.texts.append("")

    def handle_endtag(self, tag):
        self.elements.append((f"/{tag}", {}))
        self.texts.append("")

    def handle_data(self, data):
        if self.texts:
            self.texts[-1] += data
            self.shown.append(data)

    def all(self, tag):
        pairs = zip(self.elements, self.texts, strict=True)
        return [(attributes, text) for (name, attributes), text in pairs if name == tag]

    def one(self, tag, **wanted):
        [text] = [
            text
            for attributes, text in self.all(tag)
            if all(attributes.get(name) == value for name, value in wanted.items())
        ]
        return text

    @property
    def chunks(self):
        found = [each for each in self.all("script") if each[0].get("class") == "chunk"]
        return [(int(a["data-first"]), int(a["data-last"]), unpacked(text)) for a, text in found]


def page_of(report):
    return Page("\n".join(report.html()))
