"""Reports from statistics in files: those of `score`, whatever the partitions."""

import json

import numpy as np
import pytest

import hyperbaton
from hyperbaton import Preparation, Resampling, score_statistics
from hyperbaton.cli import main
from hyperbaton.errors import InputError

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
from scored_partitions import DEMO, lines, partitions, rows, scored  # noqa: E402

from hyperbaton.batch import BatchDescription, RowScorer  # noqa: E402

METRICS = ["hyperbaton", "bleu", "chrf", "ter", "kendall", "pef", "full(weighted=true)"]
OF_INTEGERS = ("bleu", "chrf", "ter")
SYSTEMS = ("loom", "calque", "tangle")
RESAMPLINGS = [
    Resampling(),
    Resampling(confidence=True, paired="bootstrap", samples=200, seed=7),
    Resampling(paired="randomization", samples=300, seed=7),
]


@pytest.fixture(scope="module")
def tables():
    return {name: scored(name, METRICS) for name in SYSTEMS}


def expected(resampling):
    outputs = {name: lines(name) for name in SYSTEMS}
    return hyperbaton.score(outputs, [lines("reference")], METRICS, resampling=resampling)


@pytest.mark.parametrize("resampling", RESAMPLINGS, ids=lambda each: each.signature)
def test_files_in_any_order_give_the_report_of_score(tables, resampling, tmp_path):
    paths = {}
    for seed, (name, table) in enumerate(tables.items()):
        (tmp_path / name).mkdir()
        for k, part in enumerate(partitions(table, seed)):
            parquet.write_table(pa.Table.from_batches([part]), tmp_path / name / f"{k}.parquet")
        paths[name] = tmp_path / name
    found = score_statistics(paths, key="row", resampling=resampling)
    assert found.to_dict() == expected(resampling).to_dict()
    assert found.preparations == expected(resampling).preparations
    assert found.to_text() == expected(resampling).to_text()


@pytest.mark.parametrize("resampling", RESAMPLINGS[:2], ids=lambda each: each.signature)
def test_without_a_key_rows_count_in_the_order_given(tables, resampling):
    found = score_statistics(
        {name: [table.slice(0, 5), table.slice(5)] for name, table in tables.items()},
        resampling=resampling,
    )
    assert found.to_dict() == expected(resampling).to_dict()


def test_scores_do_not_depend_on_the_order(tables):
    shuffled = {name: partitions(table, 3) for name, table in tables.items()}
    found, whole = score_statistics(shuffled), expected(None)
    for name in SYSTEMS:
        for result in whole[name]:
            score = found[name][result.metric].score
            assert score == pytest.approx(result.score, rel=1e-12, abs=0)
            if str(result.metric) in OF_INTEGERS:
                assert score == result.score


def test_chosen_metrics_and_parts(tables):
    found = score_statistics(tables, ["pef", "hyperbaton(part=order)"])
    assert [str(metric) for metric in found.metrics] == ["pef", "hyperbaton(part=order)"]
    assert found["loom"]["pef"].score == expected(None)["loom"]["pef"].score


def test_json_lines_say_nothing_of_the_context(tmp_path):
    preparation = Preparation.of(tokenize="char")
    table = scored("calque", ["wer"], preparation=preparation)
    path = tmp_path / "calque.jsonl"
    path.write_text("\n".join(map(json.dumps, table.to_pylist())), "utf-8")
    found = score_statistics({"system": path}, preparation=preparation)
    report = hyperbaton.score(lines("calque"), [lines("reference")], ["wer"], tokenize="char")
    assert found.to_dict() == report.to_dict()
    assert "tok:char" in found["wer"].signature


@pytest.mark.parametrize("ending", ["parquet", "arrow", "jsonl"])
def test_what_batch_writes_is_read(tmp_path, ending):
    paths = []
    pairs = DEMO / "pairs.tsv"
    for name in ("loom", "calque"):
        paths.append(tmp_path / f"{name}.{ending}")
        command = ["batch", str(pairs), "--hyp", name, "--ref", "reference", "-q", "--statistics"]
        assert main([*command, "-m", *METRICS, "-o", str(paths[-1])]) == 0
    systems = dict(zip(("loom", "calque"), paths, strict=True))
    found = score_statistics(systems, resampling=RESAMPLINGS[1])
    outputs = {name: lines(name) for name in systems}
    whole = hyperbaton.score(outputs, [lines("reference")], METRICS, resampling=RESAMPLINGS[1])
    assert found.to_dict() == whole.to_dict()


def test_one_file_may_hold_several_systems():
    table = pa.Table.from_batches([rows("loom")])
    table = table.append_column("calque", pa.array(lines("calque")))
    for system, hyp in (("a.", "hyp"), ("b.", "calque")):
        description = BatchDescription(["pef"], hyp=hyp, prefix=system, statistics=True)
        table = pa.Table.from_batches(map(RowScorer(description), table.to_batches()))
    prefixes = {"loom": "a.", "calque": "b."}
    found = score_statistics({"loom": table, "calque": table}, prefix=prefixes)
    for name in ("loom", "calque"):
        assert found[name]["pef"].score == expected(None)[name]["pef"].score


def test_several_references_are_signed_as_score_signs_them():
    second = lines("reference2")
    for other in (second, [None, *second[1:]]):
        batch = rows("loom", [("other", other)])
        description = BatchDescription(["wer"], ref=["ref", "other"], statistics=True)
        found = score_statistics({"system": RowScorer(description)(batch)})
        report = hyperbaton.score(lines("loom"), [lines("reference"), other], ["wer"])
        assert found["wer"].signature == report["wer"].signature
        assert found["wer"].score == report["wer"].score


def test_keys_of_several_columns_and_of_text():
    table = scored("loom", ["pef"])
    count = table.num_rows
    documents = pa.array([f"{k // 5:03}" for k in range(count)])
    keyed = pa.Table.from_batches([table]).append_column("document", documents)
    shuffled = keyed.take(pa.array(np.random.default_rng(1).permutation(count)))
    found = score_statistics({"system": shuffled}, key=["document", "row"])
    assert found["pef"].segments.tolist() == expected(None)["loom"]["pef"].segments.tolist()


def changed(table, row):
    numbers = table.column("row").to_pylist()
    numbers[3] = row
    return table.set_column(0, "row", pa.array(numbers, pa.int64()))


def test_what_is_refused(tables, tmp_path):
    one = pa.Table.from_batches([tables["loom"]])
    other = pa.Table.from_batches([tables["calque"]])
    elsewhere = scored("calque", METRICS, preparation=Preparation.of(tokenize="char"))
    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    (tmp_path / "empty").mkdir()
    for systems, options, message in [
        ({}, {}, "systems: expected at least one"),
        ({"a": one.select(["row"])}, {}, "no column is called METRIC statistics"),
        ({"a": one}, {"metrics": ["wer"]}, "a: there is no column 'wer statistics'"),
        ({"a": one}, {"key": "id"}, "a: there is no column 'id' to order rows by"),
        ({"a": changed(one, None)}, {"key": "row"}, "a: the key 'row' is null"),
        ({"a": changed(one, 4)}, {"key": "row"}, "a: several rows have the same row"),
        ({"a": one, "b": changed(other, 99)}, {"key": "row"}, "b and a have rows with different"),
        ({"a": one, "b": other.slice(1)}, {}, "b has .* rows and a"),
        ({"a": one, "b": elsewhere}, {}, "b: text was prepared for hyperbaton as tok:char"),
        ({"a": tmp_path / "broken.parquet"}, {}, "broken.parquet: is not an intact Parquet file"),
        ({"a": tmp_path / "nowhere.parquet"}, {}, "nowhere.parquet: "),
        ({"a": tmp_path / "empty"}, {}, "empty: no files with"),
        ({"a": "x.txt"}, {}, "x.txt: cannot tell the format"),
        ({"a": [tables["loom"], rows("loom")]}, {}, "systems: a: item 2: has other columns"),
    ]:
        with pytest.raises(InputError, match=message):
            score_statistics(systems, **options)
