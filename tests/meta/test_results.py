"""What studies give: looked up, written down, handed on."""

import json
from pathlib import Path

import numpy as np
import pytest
from meta.conftest import make

from hyperbaton.meta import (
    DataOptions,
    Protocol,
    Scoring,
    read_judged_sets,
    run_study,
)

METRICS = ("wer", "kendall", "bleu")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = make(tmp_path_factory.mktemp("results"))
    make(root, "en-de")
    return root


@pytest.fixture(scope="module")
def sets(folder):
    return read_judged_sets(str(folder), ["de-en", "en-de"])


@pytest.fixture(scope="module")
def study(sets):
    protocols = [Protocol(samples=100), Protocol("system", "pearson", samples=100)]
    return run_study(sets, Scoring(METRICS), protocols)


def test_lookup(study):
    table = study["tau-wmt14"]
    assert study["segment", "tau-wmt14"] is table
    assert study["pearson"].protocol.level == "system"
    assert table["kendall"] == dict(zip(table.pairs, table.values[:, 1].tolist(), strict=True))
    with pytest.raises(KeyError, match="there are tau-wmt14 of segments, pearson of systems"):
        study["rho"]
    with pytest.raises(KeyError, match="there are wer, kendall, bleu"):
        table["chrf"]


def test_json_has_everything(study):
    document = json.loads(study.to_json())
    assert document == study.to_dict()
    assert document["signatures"]["de-en"] == study.signatures["de-en"]
    table = document["tables"][0]
    assert table["metrics"] == list(METRICS)
    assert table["mean"] == study["tau-wmt14"].means.tolist()
    assert [found["lp"] for found in table["agreements"]] == ["de-en"] * 3 + ["en-de"] * 3
    assert np.array(table["p_values"]["en-de"]).shape == (3, 3)


def test_accuracy_over_language_pairs_is_pooled(folder: Path) -> None:
    """People tie two of three systems on one language pair, so that it has fewer pairs to count."""
    files = {}
    for pair, scores in {"de-en": (1, 2, 3), "en-de": (1, 1, 2)}.items():
        files[pair] = "".join(
            f"{system} {score}\n"
            for system, score in zip(("fair", "good", "poor"), scores, strict=True)
            for _ in range(3)
        )
        (folder / f"people.{pair}.seg.score").write_text(files[pair])
        (folder / f"own.{pair}.csv").write_text("system,own\nfair,1\ngood,3\npoor,2\n")
    options = DataOptions(str(folder / "people.{lp}.seg.score"))
    sets = read_judged_sets(str(folder), ["de-en", "en-de"], options)
    protocols = [Protocol("system", name, samples=0) for name in ("accuracy", "accuracy-ties")]
    strict, ties = run_study(
        sets, Scoring(scores=(str(folder / "own.{lp}.csv"),)), protocols
    ).tables
    assert strict.values[:, 0].tolist() == pytest.approx([2 / 3, 1 / 2])
    assert [each.counted for each in strict.agreements] == [3, 2]
    assert strict.pooled is not None and ties.pooled is not None
    assert strict.pooled.tolist() == pytest.approx([3 / 5])
    assert ties.pooled.tolist() == pytest.approx([(2 + 1) / 6])
    assert strict.table()[0][-1] == "pooled"
