"""Reports from Python: what goes in, what comes out, and what is left out."""

import json

import pytest
from reports import Page, demo_scores, page_of, small_report

import hyperbaton
from hyperbaton.errors import OptionError
from hyperbaton.metrics import text_metrics
from hyperbaton.report.overview import kind_of, shown_range
from hyperbaton.report.report import report_metrics, report_of
from hyperbaton.scoring.results import ScoreReport


@pytest.fixture(scope="module")
def scores():
    return demo_scores()


@pytest.fixture(scope="module")
def overview(scores):
    return report_of(scores, samples=200).to_dict()


def test_a_report_is_one_file(scores, tmp_path):
    path = tmp_path / "report.html"
    report = hyperbaton.write_report(scores, path, title="Three systems")
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
    page = Page(path.read_text("utf-8"))
    assert page.one("title") == "Three systems"
    assert json.loads(page.one("script", id="overview")) == report.to_dict()


def test_the_overview_says_what_score_says(overview, scores):
    assert (overview["segments"], overview["references"]) == (24, 1)
    assert overview["order_metric"] == "kendall"
    kinds = [metric["kind"] for metric in overview["metrics"]]
    assert kinds == ["mixed", "lexical", "order", "order", "other"]
    resampling = hyperbaton.Resampling(confidence=True, paired="bootstrap", samples=200)
    inputs, metrics = scores.inputs, ["hyperbaton", "kendall", "bleu"]
    tested = hyperbaton.score(inputs.outputs, inputs.test_set, metrics, resampling=resampling)
    for system, cells in zip(tested, overview["systems"], strict=True):
        for result, cell in zip(system, cells["scores"], strict=True):
            assert cell["score"] == pytest.approx(result.score, abs=1e-6)
            assert cell["low"] == pytest.approx(result.interval.low, abs=1e-6)
            assert cell["high"] == pytest.approx(result.interval.high, abs=1e-6)
            assert cell["p_value"] == (result.p_value and pytest.approx(result.p_value, abs=1e-6))
            assert cell["parts"] == pytest.approx(result.parts, abs=1e-6)
    assert overview["systems"][1]["scores"][3]["parts"].keys() == {"order", "coverage"}
    for columns in overview["distributions"].values():
        assert [sum(column) for column in columns] == [24] * 5


def test_ranges_that_have_no_end_are_cut_off():
    ter, wer, bleu, pef = text_metrics(["ter", "wer", "bleu", "pef"])
    assert [shown_range(metric) for metric in (ter, wer, bleu, pef)] == [
        *((0, 100), (0, 1)),
        *((0, 100), (0, 1)),
    ]
    overview = small_report({"a": ["x x x x"]}, ["a"], "wer").to_dict()
    assert overview["distributions"]["a"][0][-1] == 1


def test_kinds_of_metrics():
    names = ["pef", "meteor-frag", "per", "f1", "lrscore", "full", "bleu", "ter"]
    kinds = [kind_of(metric) for metric in text_metrics(names)]
    assert kinds == ["order", "order", "lexical", "lexical", "mixed", "mixed", "other", "other"]


def test_a_metric_of_order_comes_first_and_there_is_always_one():
    assert [str(m) for m in report_metrics(text_metrics(["bleu", "pef"]))] == ["pef", "bleu"]
    scores = hyperbaton.score({"a": ["b a"]}, [["a b"]], ["nist", "dted", "ter"])
    page = page_of(report_of(scores, samples=40))
    overview = json.loads(page.one("script", id="overview"))
    assert [metric["heading"] for metric in overview["metrics"]] == ["nist", "dted", "ter"]
    assert overview["order_metric"] == "kendall"
    assert overview["losses"]["a"]["distance"][0]["loss"] == 1.0
    [(_, _, [[found]])] = page.chunks
    assert list(found["moves"][0]["prices"]) == ["kendall", "ter"]


@pytest.mark.parametrize(
    ("outputs", "references"),
    [
        ({"a": [], "b": []}, []),
        ({"a": [""], "b": [""]}, [""]),
        ({"a": ["", "x"]}, ["we met", "y z"]),
        ({"a": ["we"], "b": ["met"]}, ["we"]),
        ({"a": ["שלום לכולם"], "b": ["今日は晴れ"]}, ["לכולם שלום"]),
    ],
)
def test_any_text_can_be_reported(outputs, references, tmp_path):
    metrics = ["hyperbaton", "kendall", "bleu", "ter"]
    report = small_report(outputs, references, metrics)
    page = page_of(report)
    overview = json.loads(page.one("script", id="overview"))
    assert overview["segments"] == len(references)
    assert sum(len(content) for *_, content in page.chunks) == len(references)
    assert report.write_plots(tmp_path / "plots")


def test_scores_without_texts_are_refused(scores):
    bare = ScoreReport(scores.systems, scores.metrics, scores.preparations)
    with pytest.raises(OptionError, match="a report needs scores that know their texts"):
        report_of(bare)
    with pytest.raises(OptionError, match="no texts to explain"):
        bare.explain("loom", 1)
