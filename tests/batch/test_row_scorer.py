"""Record batches with scores: the numbers of `score`, whatever the batches."""

import json
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import ALL

import hyperbaton
from hyperbaton import Preparation
from hyperbaton.batch import BatchDescription, RowScorer
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.metrics import Nist, text_metrics

pa = pytest.importorskip("pyarrow", reason="needs pyarrow")

BY_ROW = [metric for metric in ALL if not isinstance(metric, Nist)]

HYPOTHESES = [
    "in the lobby at noon we met",
    "the big cat , it slept on the mats",
    "",
    "he sings",
    "Noon was it when the CAT came back from the lobby",
    "x",
]
REFERENCES = [
    "we met at noon in the lobby",
    "the large cat slept on a mat .",
    "",
    "he sings well",
    "it was noon when the cat came back from the lobby",
    "",
]
OTHERS = ["at noon we met in the lobby", None, "nothing", None, "the cat came at noon", "x"]


def batch():
    columns = {"id": list(range(6)), "hyp": HYPOTHESES, "ref": REFERENCES, "other": OTHERS}
    return pa.RecordBatch.from_pydict(columns)


def scored(metrics, given_batch, ref=("ref",), **options):
    return RowScorer(BatchDescription(metrics, ref=ref, **options))(given_batch)


def numbers(column):
    return np.array([math.nan if value is None else value for value in column.to_pylist()])


@pytest.mark.parametrize("metric", BY_ROW, ids=str)
def test_scores_are_those_of_score(metric):
    found = scored([metric], batch(), ref=["ref", "other"])
    report = hyperbaton.score(HYPOTHESES, [REFERENCES, OTHERS], [metric])
    for result in report["system"]:
        assert np.array_equal(numbers(found[str(result.metric)]), result.segments, equal_nan=True)
        if result.weights is not None:
            assert np.array_equal(numbers(found[f"{result.metric} weight"]), result.weights)


def test_columns_are_those_of_the_segments_that_score_prints():
    metrics = ["hyperbaton", "full(weighted=true)", "wer"]
    found = scored(metrics, batch())
    printed = hyperbaton.score(HYPOTHESES, [REFERENCES], metrics).to_tsv(segments=True)
    assert found.schema.names == [
        *batch().schema.names,
        *printed.split("\n")[0].split("\t")[2:],
    ]
    assert found.select(batch().schema.names).equals(batch())


def test_statistics_stand_beside_scores_once_for_all_parts():
    metrics = ["hyperbaton", "bleu"]
    found = scored(metrics, batch(), statistics=True)
    assert found.schema.names[-2:] == ["hyperbaton statistics", "bleu statistics"]
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], metrics)
    for metric in metrics:
        rows = np.array(found[f"{metric} statistics"].to_pylist())
        assert np.array_equal(rows, report[metric].statistics)


def test_columns_say_how_text_was_prepared():
    found = scored("bleu", batch(), statistics=True)
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], ["bleu"])
    for name in ("bleu", "bleu statistics"):
        metadata = found.schema.field(name).metadata
        assert metadata[b"hyperbaton.preparation"].decode() == report.preparations[0]


CONTEXTS = [
    Preparation.of(tokenize="char"),
    Preparation.of(tokenize="none", lowercase=True),
    Preparation.of(language="de"),
    Preparation.of(aligner="meteor"),
    Preparation.of(aligner="best(matchers=exact+soft)"),
    Preparation.of(join_subwords="bpe"),
]


@pytest.mark.parametrize("preparation", CONTEXTS)
def test_contexts_are_those_of_score(preparation):
    metrics = ["hyperbaton", "bleu", "pef", "meteor"]
    described = BatchDescription(metrics, preparation=preparation)
    found = RowScorer(BatchDescription.from_json(described.to_json()))(batch())
    report = hyperbaton.score(
        HYPOTHESES,
        [REFERENCES],
        metrics,
        tokenize=preparation.tokenize,
        lowercase=preparation.lowercase,
        join_subwords=preparation.join_subwords,
        aligner=preparation.aligner,
    )
    for result in report["system"]:
        assert np.array_equal(numbers(found[str(result.metric)]), result.segments, equal_nan=True)


words = st.sampled_from(["noon", "cat", "cats", "the", "lobby", ",", "Noon", "café", "木"])
texts = st.lists(words, max_size=6).map(" ".join)
METRICS = ["hyperbaton", "kendall", "pef", "wer", "bleu", "chrf", "ter", "meteor", "ribes"]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(texts, texts), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
    st.integers(0, 8),
)
def test_batches_and_order_do_not_matter(pairs, random, cut):
    scorer = RowScorer(BatchDescription(METRICS, statistics=True))
    whole = pa.RecordBatch.from_pydict(
        {"id": list(range(len(pairs))), "hyp": [p[0] for p in pairs], "ref": [p[1] for p in pairs]}
    )
    order = random.sample(range(len(pairs)), len(pairs))
    shuffled = whole.take(pa.array(order, pa.int64()))
    parts = [scorer(shuffled.slice(0, cut)), scorer(shuffled.slice(cut))]
    joined = pa.Table.from_batches(parts).sort_by("id")
    assert joined.equals(pa.Table.from_batches([scorer(whole)]))


KINDS = ["string", "large_string", "string_view", "dictionary"]


@pytest.mark.filterwarnings("ignore::hyperbaton.text.languages.LanguageNotice")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(texts, texts, st.none() | texts), min_size=1, max_size=9),
    st.lists(st.sampled_from(KINDS), min_size=3, max_size=3),
    st.integers(0, 8),
    st.integers(1, 9),
)
def test_any_slice_of_any_kind_of_strings(rows, kinds, begin, count):
    of_kind = {
        "dictionary": pa.dictionary(pa.int32(), pa.string()),
        "string_view": pa.string_view() if hasattr(pa, "string_view") else pa.string(),
        "string": pa.string(),
        "large_string": pa.large_string(),
    }
    columns = [
        pa.array(column, of_kind[kind])
        for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)
    ]
    whole = pa.RecordBatch.from_arrays(columns, ["hyp", "ref", "other"])
    part, listed = whole.slice(begin, count), rows[begin : begin + count]
    found = scored(["wer", "chrf"], part, ref=["ref", "other"])
    assert found.num_rows == len(listed)
    if listed:
        hypotheses, *references = map(list, zip(*listed, strict=True))
        for result in hyperbaton.score(hypotheses, references, ["wer", "chrf"])["system"]:
            expected = result.segments
            assert np.array_equal(numbers(found[str(result.metric)]), expected, equal_nan=True)


def test_an_empty_batch_has_the_same_columns():
    scorer = RowScorer(BatchDescription(METRICS, statistics=True))
    found = scorer(batch().slice(0, 0))
    assert found.num_rows == 0
    assert found.schema.equals(scorer(batch()).schema, check_metadata=True)
    assert found.schema.equals(scorer.schema(batch().schema), check_metadata=True)


LONG = " ".join(f"w{k * 7919 % 1009}" for k in range(400))
REVERSED = " ".join(f"w{k * 7919 % 1009}" for k in reversed(range(400)))


@pytest.mark.parametrize("place", range(6))
def test_the_first_row_that_a_metric_refuses_is_found(place):
    hypotheses, references = list(HYPOTHESES), list(REFERENCES)
    for row in {place, 5}:
        hypotheses[row], references[row] = LONG, REVERSED
    given_batch = pa.RecordBatch.from_pydict({"hyp": hypotheses, "ref": references})
    with pytest.raises(InputError) as error:
        scored(["wer", "invwer"], given_batch)
    assert error.value.index == place
    assert error.value.reason.startswith("invwer: too long for an exact inversion distance")
    assert str(error.value).startswith(f"row {place + 1}: invwer: ")
    copy = pickle.loads(pickle.dumps(error.value))
    assert (copy.index, copy.reason) == (place, error.value.reason)


@pytest.mark.parametrize("column", ["hyp", "ref"])
def test_a_row_with_a_null_has_no_scores(column):
    texts = {"hyp": HYPOTHESES, "ref": REFERENCES}
    nulls = {column: [*texts[column][:3], None, *texts[column][4:5], None]}
    metrics = ["wer", "full(weighted=true)", "pef"]
    found = scored(metrics, pa.RecordBatch.from_pydict({**texts, **nulls}), statistics=True)
    expected = scored(metrics, pa.RecordBatch.from_pydict(texts), statistics=True)
    for name in expected.schema.names[2:]:
        cells = expected[name].to_pylist()
        assert found[name].to_pylist() == [*cells[:3], None, cells[4], None]


def test_bytes_that_are_no_utf_8_are_a_bad_row():
    cells = pa.array([b"a", None, b"b\xff"]).view(pa.string())
    given_batch = pa.RecordBatch.from_arrays(
        [pa.array(["a", "b", "c"]), pa.array(["a", "b", "c"]), cells], ["hyp", "ref", "other"]
    )
    with pytest.raises(InputError, match="row 3: column 'other' is not UTF-8") as error:
        scored("wer", given_batch, ref=["ref", "other"])
    assert error.value.index == 2


@pytest.mark.parametrize(
    ("columns", "choices", "message"),
    [
        (["hyp"], {}, "no column 'ref'; columns are hyp"),
        (["hyp", "ref", "ref"], {}, "duplicate column 'ref'"),
        (["hyp", "ref", "wer"], {}, "'wer' already exists; choose a prefix"),
        (["hyp", "ref", "id"], {"hyp": "id"}, "'id': holds int64; strings are accepted"),
    ],
)
def test_columns_that_do_not_fit(columns, choices, message):
    arrays = [pa.array([1] if name == "id" else ["a"]) for name in columns]
    with pytest.raises(HyperbatonError, match=message):
        scored("wer", pa.RecordBatch.from_arrays(arrays, columns), **choices)


@pytest.mark.parametrize(
    ("metric", "preparation", "message"),
    [
        ("nist", Preparation(), "nist: weighs words by all references"),
        ("pef", Preparation(over_source=True), "pef: needs links with the source"),
        ("pef", Preparation(given_links=True), "pef: needs given links"),
        ("meteor", Preparation(given_links=True), "meteor: needs given links"),
        ("dted", Preparation(given_trees=True), "dted: needs given trees"),
    ],
)
def test_what_a_row_does_not_have_is_refused(metric, preparation, message):
    with pytest.raises(OptionError, match=message):
        RowScorer(BatchDescription(metric, preparation=preparation))


def test_what_a_metric_does_not_read_does_not_matter():
    preparation = Preparation(over_source=True, given_links=True, given_trees=True)
    found = RowScorer(BatchDescription(["wer", "chrf"], preparation=preparation))(batch())
    assert found["wer"].equals(scored("wer", batch())["wer"])


def test_a_missing_file_is_no_rows_fault():
    preparation = Preparation.of(aligner="best(matchers=exact+soft,embeddings=nowhere.txt)")
    scorer = RowScorer(BatchDescription("pef", preparation=preparation))
    for attempt in (scorer.check, lambda: scorer(batch())):
        with pytest.raises(InputError, match=r"nowhere\.txt") as error:
            attempt()
        assert error.value.index is None


def test_without_pyarrow():
    code = "import sys; sys.modules['pyarrow'] = None; import hyperbaton; hyperbaton.score_batches"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert "pip install 'hyperbaton[arrow]'" in ended.stderr


def test_it_travels_as_json():
    scorer = RowScorer(BatchDescription(["hyperbaton", "wer"], statistics=True))
    text = scorer.to_json()
    assert json.loads(text)["prepared"]["wer"] == "tok:unicode|case:mixed"
    expected = scorer(batch())
    for sent in (RowScorer.from_json(text), pickle.loads(pickle.dumps(scorer))):
        assert sent(batch()).equals(expected)


def test_a_worker_with_other_files_is_noticed(tmp_path):
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("noon 1 0\nlobby 0 1\n", "utf-8")
    preparation = Preparation.of(aligner=f'best(matchers=exact+soft,embeddings="{vectors}")')
    text = RowScorer(BatchDescription(["pef"], preparation=preparation)).to_json()
    RowScorer.from_json(text)
    vectors.write_text("noon 1 0\nlobby 1 1\n", "utf-8")
    with pytest.raises(InputError, match=r"pef: this worker prepares text as .*vectors\.txt@"):
        RowScorer.from_json(text)


def test_a_table_is_scored_batch_by_batch():
    scorer = RowScorer(BatchDescription(["wer"]))
    table = pa.Table.from_batches([batch(), batch().slice(2)])
    assert scorer(table).to_batches() == [scorer(batch()), scorer(batch().slice(2))]
    assert scorer(table.slice(0, 0)).schema.equals(scorer(table).schema, check_metadata=True)


def test_every_metric_is_scored_or_refused():
    assert {str(metric) for metric in ALL if metric not in BY_ROW} == {"nist", "nist(n=2)"}
    assert text_metrics(list(map(str, BY_ROW)))
