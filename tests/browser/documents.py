"""Documents for the page: a small report of made-up systems, explained for real.

The numbers of the overview are made up here; the page only shows them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
from pathlib import Path

import hyperbaton
from hyperbaton.explanation.explainer import explain

ASSETS = Path(hyperbaton.__file__).parent / "report" / "assets"
METRICS = ("hyperbaton", "kendall", "ter")
KINDS = {"hyperbaton": "mixed", "kendall": "order", "ter": "other"}
CHUNK = 50
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


def explained(references, outputs, **choices):
    """By system, the explanations of all segments; `choices` are those of `hyperbaton.explain`."""
    found = {}
    for system, texts in outputs.items():
        pairs = enumerate(zip(texts, references, strict=True), 1)
        records = [
            (number, explain(text, reference, METRICS, **choices))
            for number, (text, reference) in pairs
        ]
        found[system] = [
            {**record.to_dict(), "system": system, "segment": number} for number, record in records
        ]
    return found


def overview_of(explanations, *, title="demo", sentence="loom leads.", patterns="clause swapped"):
    """An overview as a report has it, over the systems in their order."""
    systems = list(explanations)
    moved = [record["segment"] for record in explanations[systems[0]] if record["moves"]]
    bar = {"label": patterns, "loss": 0.08, "low": 0.02, "high": 0.14}
    classes = [{**bar, "moves": 3, "segments": moved}]
    part = {"difference": 0.05, "low": 0.01, "high": 0.09, "p_value": 0.03}
    score = {"score": 0.7, "low": 0.6, "high": 0.8, "p_value": 0.004}
    return {
        "schema": "hyperbaton-report/1",
        "hyperbaton": hyperbaton.__version__,
        "title": title,
        "sentence": sentence,
        "segments": len(explanations[systems[0]]),
        "references": 1,
        "language": "en",
        "has_source": True,
        "metrics": [
            {
                "name": name,
                "heading": name,
                "higher_is_better": name != "ter",
                "low": 0,
                "high": None if name == "ter" else 1,
                "decimals": 3,
                "kind": KINDS[name],
                "signature": f"{name}|refs:1",
            }
            for name in METRICS
        ],
        "systems": [{"name": system, "scores": [score] * len(METRICS)} for system in systems],
        "distributions": {
            "edges": [0, 0.25, 0.5, 0.75, 1],
            "counts": {system: [[0, 1, 2, 1]] * len(METRICS) for system in systems},
        },
        "balance": [
            {
                "system": system,
                "lexical": 0.6 + 0.1 * number,
                "order": 0.5,
                "total": 0.55 + 0.05 * number,
            }
            for number, system in enumerate(systems)
        ],
        "losses": {
            system: {
                "distance": [{**classes[0], "label": "1"}, {**classes[0], "label": "2–3"}],
                "block": classes,
                "length": classes,
                "tag": None,
                "relation": None,
                "pattern": classes,
                "phrase": classes,
            }
            for system in systems
        },
        "comparisons": []
        if len(systems) < 2
        else [
            {
                "first": systems[-1],
                "second": systems[0],
                "metric": "hyperbaton",
                "difference": 0.1,
                "lexical": part,
                "order": part,
                "fixes": moved,
                "breaks": [],
            }
        ],
        "order_metric": "kendall",
    }


def index_of(explanations, *, pattern="clause swapped", source="die Quelle"):
    first = next(iter(explanations.values()))
    return {
        "sources": [source] * len(first),
        "references": [[record["reference"]["text"]] for record in first],
        "words": [len(record["reference"]["tokens"]) for record in first],
        "systems": [
            {
                "texts": [record["hypothesis"]["text"] for record in records],
                "scores": [[record["scores"][name] for record in records] for name in METRICS],
                "moves": [len(record["moves"]) for record in records],
                "farthest": [
                    max((move["distance"] for move in record["moves"]), default=0)
                    for record in records
                ],
                "moved_words": [record["fewest_words"] for record in records],
                "patterns": [[pattern] if record["moves"] else [] for record in records],
            }
            for records in explanations.values()
        ],
    }


def report(explanations, overview, index):
    """The HTML of a report."""
    segments = [list(records) for records in zip(*explanations.values(), strict=True)]
    chunks = "".join(
        f'<script type="application/octet-stream" class="chunk" data-first="{first + 1}" '
        f'data-last="{first + len(segments[first : first + CHUNK])}">'
        f"{_packed(segments[first : first + CHUNK])}</script>"
        for first in range(0, len(segments), CHUNK)
    )
    data = (
        f'<script type="application/json" id="overview">{_escaped(overview)}</script>'
        f'<script type="application/octet-stream" id="index">{_packed(index)}</script>{chunks}'
    )
    body = f"<h1>{html.escape(overview['title'])}</h1><p>{html.escape(overview['sentence'])}</p>"
    return document(overview["title"], body, data, "'none'")


def live(settings):
    """The HTML of the live page."""
    data = f'<script type="application/json" id="serve">{_escaped(settings)}</script>'
    return document("live", "", data, "'self'")


def document(title, body, data, connections):
    script = (ASSETS / "page.js").read_text(encoding="utf-8")
    style = (ASSETS / "page.css").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        f"img-src data: blob:; connect-src {connections}; base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{style}</style></head><body>"
        f'<main id="app">{body}</main>{data}<script>{script}</script></body></html>'
    )


def _packed(value):
    return base64.b64encode(gzip.compress(json.dumps(value).encode(), mtime=0)).decode()


def _escaped(value):
    text = json.dumps(value, ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _digest(text):
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
