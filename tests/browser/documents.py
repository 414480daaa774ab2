"""Reports of a few sentences, as the package writes them."""

from pathlib import Path

from reports import unpacked

import hyperbaton
from hyperbaton.report.document import document, json_script, packed, packed_script
from hyperbaton.report.report import report_of

ASSETS = Path(hyperbaton.__file__).parent / "report" / "assets"
METRICS = ("hyperbaton", "kendall", "ter")
HOSTILE = "</script><img src=x onerror=alert(1)>"

REFERENCES = [
    "Because it had rained all night, the match was called off.",
    "We met the children in the lobby of the hotel at noon.",
    "Thanks!",
    "She did not call him until the train had already left.",
]
OUTPUTS = {
    "calque": [
        "Because it the whole night rained had, was the match called off.",
        "At noon met we in the lobby of the hotel the child.",
        "Thanks!",
        "",
    ],
    "loom": [
        "Because it had rained all night, the match was called off.",
        "We met the children at noon in the lobby of the hotel.",
        "Thanks!",
        "She did not call him until the train had left already.",
    ],
}


def report_on(outputs, references, *, title="demo", source="die Quelle", **choices):
    test_set = hyperbaton.TestSet([references], source=[source] * len(references))
    return report_of(hyperbaton.score(outputs, test_set, METRICS, **choices), title=title)


def written(path, report):
    path.write_text("\n".join(report.html()), encoding="utf-8")
    return path


def repeated(path, report, times):
    """A report whose list repeats its segments, of which only the first open."""
    overview, index = report.to_dict(), unpacked(report.index)
    overview["segments"] *= times
    index["sources"] = None
    index["references"] *= times
    index["words"] = [number % 97 for number in range(overview["segments"])]
    for system in index["systems"]:
        for column in ("texts", "moves", "farthest", "patterns"):
            system[column] *= times
        system["scores"] = [column * times for column in system["scores"]]
    data = [json_script("overview", overview), packed_script('id="index"', packed(index))]
    path.write_text("\n".join(document("large", "", data)), encoding="utf-8")
    return path
