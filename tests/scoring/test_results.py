"""Reports at a prompt: lookup, iteration, and all ways of handing them on."""

import json
import math

import pytest

import hyperbaton
from hyperbaton import Resampling, score_permutations
from hyperbaton.errors import MissingDependencyError
from hyperbaton.metrics import Pef, Wer
from hyperbaton.scoring.results import PRODUCT

SYSTEMS = {"loom": ["the cat sat", "a dog ran home"], "tangle": ["sat cat the", ""]}
REFERENCES = [["the cat sat", "the dog ran home"]]
ONE = hyperbaton.score(SYSTEMS["loom"], REFERENCES, ["wer", "pef(beta=0.3)"])
TWO = hyperbaton.score(SYSTEMS, REFERENCES, ["wer", "pef", "ribes"])
TESTED = hyperbaton.score(
    SYSTEMS,
    REFERENCES,
    ["wer", "bleu"],
    resampling=Resampling(confidence=True, paired="bootstrap", samples=50),
)
EMPTY = hyperbaton.score([], [[]], ["wer"])
PERMUTATIONS = score_permutations([[1, 2, 3], [3, 1, 2], [2, 1]], ["kendall", "pef(beta=0.3)"])


def test_lookup():
    assert TWO["loom"]["pef"].score == TWO.systems[0].scores[1].score
    assert TWO["tangle"]["wer"] is TWO.systems[1].scores[0]
    assert TWO["tangle"][Wer()] is TWO["tangle"]["wer"] is TWO["tangle"]["wer( )"]
    assert ONE["pef(beta=0.3)"] is ONE["system"][Pef(beta=0.3)] is ONE[Pef(beta=0.3)]


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (lambda: ONE["ter"], "ter was not scored; there are wer, pef(beta=0.3)"),
        (lambda: TWO["wer"], "there is no system 'wer'; there are loom, tangle. A metric is found"),
        (lambda: TWO[Wer()], "report[system][metric]"),
        (lambda: PERMUTATIONS["pef"], "pef was not scored; there are kendall, pef(beta=0.3)"),
        (lambda: PERMUTATIONS["kendal"], "kendal was not scored; there are kendall"),
    ],
)
def test_keys_that_are_not_there_teach(look, message):
    with pytest.raises(KeyError) as caught:
        look()
    assert message in str(caught.value)


def test_results_are_numbers_where_numbers_are_wanted():
    wer = TWO["loom"]["wer"]
    assert float(wer) == wer.score == 1 / 7
    assert f"{wer:.2f}" == "0.14"
    assert f"{wer:8.3e}" == "1.429e-01"
    assert f"{wer}" == str(wer) == "wer = 0.1429"
    assert repr(wer) == "<wer = 0.1429 over 2 segments>"
    assert math.sqrt(wer) == math.sqrt(1 / 7)
    assert f"{TESTED['loom']['bleu']}".startswith("bleu = ")
    assert len(f"{TESTED['loom']['bleu']}".partition(".")[2]) == 2  # as sacreBLEU prints it
    pef = TWO["loom"]["pef"].score
    assert repr(TWO["loom"]).startswith(f"<loom: wer = 0.1429, pef = {pef:.4f}, ribes = ")


def test_records():
    records = TWO.records()
    assert len(records) == 6
    assert all(record.keys() == records[0].keys() for record in records)
    expected = dict.fromkeys(["low", "high", "difference", "p_value", "reason"])
    pef = TWO["tangle"]["pef"]
    assert records[4] == {
        **expected,
        "system": "tangle",
        "metric": "pef",
        "score": pef.score,
        **pef.parts,
        "signature": pef.signature,
    }
    assert records[3]["order"] is records[3]["coverage"] is None
    tested = TESTED.records()
    assert all(record["low"] <= record["score"] <= record["high"] for record in tested)
    assert [record["p_value"] is None for record in tested] == [True, True, False, False]
    assert PERMUTATIONS.records()[1] == {
        "permutation": 2,
        "kendall": PERMUTATIONS["kendall"][1],
        "pef(beta=0.3)": PERMUTATIONS["pef(beta=0.3)"][1],
    }


@pytest.mark.parametrize(
    "report", [ONE, TWO, TESTED, EMPTY, PERMUTATIONS], ids=["one", "two", "tested", "empty", "perm"]
)
def test_json_says_what_the_dictionary_says(report):
    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    assert json.loads(report.to_json(), parse_constant=refuse) == report.to_dict()


def test_the_dictionary():
    document = TESTED.to_dict()
    assert document["hyperbaton"] == hyperbaton.__version__
    assert [system["name"] for system in document["systems"]] == ["loom", "tangle"]
    bleu = document["systems"][1]["scores"][1]
    result = TESTED["tangle"]["bleu"]
    assert bleu["metric"] == "bleu"
    assert bleu["score"] == result.score
    assert bleu["p_value"] == result.p_value
    assert bleu["confidence"]["low"] == result.interval.low
    assert bleu["segments"] == result.segments.tolist()
    short = TESTED.to_dict(segments=False)
    assert "segments" not in short["systems"][0]["scores"][0]
    assert json.loads(TESTED.to_json(segments=False)) == short
    assert EMPTY.to_dict()["systems"][0]["scores"][0]["score"] is None


def test_data_frames():
    pytest.importorskip("pandas", reason="pip install pandas")
    assert list(TESTED.to_pandas()["score"]) == [each["score"] for each in TESTED.records()]
    frame = TWO.to_pandas(segments=True)
    expected = [each["pef coverage"] for each in TWO.records(segments=True)]
    assert list(frame["pef coverage"]) == expected
    assert list(PERMUTATIONS.to_pandas()["kendall"]) == PERMUTATIONS["kendall"].tolist()


def test_without_pandas_there_is_a_command(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(MissingDependencyError, match="pip install pandas"):
        TWO.to_pandas()


def test_a_score_of_word_order_is_shown_as_a_product():
    lines = repr(TWO).splitlines()
    shown = lines[lines.index(PRODUCT) + 1 :]
    assert shown[0].split() == ["system", "pef"]
    result = TWO["loom"]["pef"]
    order, coverage = result.parts["order"], result.parts["coverage"]
    assert shown[1].split(maxsplit=1)[1] == f"{order:.4f} × {coverage:.4f} = {result.score:.4f}"
    assert PRODUCT not in repr(TESTED)
    segments = TWO.to_text(segments=True).split("\n\n")[-1].splitlines()
    assert segments[0].split()[2:] == ["wer", "pef", "pef", "order", "pef", "coverage", "ribes"]


def test_what_is_behind_bleu():
    details = hyperbaton.score(["a b c d e"], [["a b c d f"]], "bleu")["bleu"].details
    assert details["precisions"] == pytest.approx([80, 75, 200 / 3, 50])


def test_differences_are_shown_with_direction_and_p_value():
    texts = [f"w{k} x y z" for k in range(40)]
    report = hyperbaton.score(
        {"first": [text[:-2] for text in texts], "same": texts, "none": ["q"] * 40},
        [texts],
        ["wer"],
        resampling=Resampling(paired="bootstrap", samples=2000),
    )
    first, same, none = (system["wer"] for system in report)
    assert first.cell == "0.2500"
    assert same.cell == "0.0000* ▲ p<0.001"
    assert none.cell == "1.0000* ▼ p<0.001"
    assert (same.difference, none.difference) == (-0.25, 0.75)
    ordered = report.sorted_by("wer")
    assert [system.name for system in ordered] == ["same", "first", "none"]
    assert "* differs from first with p < 0.05: ▲ better, ▼ worse" in repr(ordered)
    header, row = (line.split("\t") for line in report.to_tsv().splitlines()[::2])
    assert dict(zip(header, row, strict=True)) == {
        "system": "same",
        "wer": "0.0",
        "wer difference": "-0.25",
        "wer p_value": repr(same.p_value),
    }
    assert r"none & 1.0000 ($p<0.001$) \\" in report.to_latex()


def test_a_wide_table_continues_below_between_metrics():
    report = hyperbaton.score(SYSTEMS, REFERENCES, ["hyperbaton", "wer"])
    whole = report.to_text().splitlines()[0]
    first, second, *_ = report.to_text(width=len(whole) - 1).split("\n\n")
    assert first.splitlines()[0].split() == ["system", "hyperbaton", "lexical", "order"]
    assert second.splitlines()[0].split() == ["system", "wer"]
    assert report.to_text(width=len(whole)).splitlines()[0] == whole


def test_wide_signatures_are_folded_at_their_bars():
    report = hyperbaton.score(SYSTEMS, REFERENCES, "pef")
    lines = report.to_text(signatures=True, width=60).splitlines()
    assert max(map(len, lines[-3:])) <= 60
    begin = next(k for k, line in enumerate(lines) if line.startswith("pef("))
    signature = report.systems[0].scores[0].signature
    assert "".join(line.strip() for line in lines[begin:]) == signature


def test_notebooks_show_a_table_and_run_nothing():
    report = hyperbaton.score(
        {"<script>alert(1)</script>": ["a"], 'b" onload="x': ["a"], "&amp;": ["a"]}, [["a"]], "wer"
    )
    html = report._repr_html_()
    assert html.startswith("<table")
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert 'onload="x' not in html
    assert "&amp;amp;" in html
    assert "1.0000" not in html.partition("<tbody>")[0]
    assert PERMUTATIONS._repr_html_().startswith("<table")
