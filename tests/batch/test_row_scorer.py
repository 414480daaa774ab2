"""Record batches with scores: the numbers of `score`, whatever the batches, wherever they are."""

import json
import math
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scored_partitions import scored as demo
from variants import ALL

import hyperbaton
from hyperbaton import Preparation
from hyperbaton.batch import RowScorer, scores_of_sums, summed_statistics
from hyperbaton.bitext import AlignmentModel, FrozenAligner, align_sentences, monotonicity
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.metrics import Nist

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
    return RowScorer(metrics, ref=ref, **options)(given_batch)


def numbers(column):
    return np.array([math.nan if value is None else value for value in column.to_pylist()])


def check_equal(found, report):
    for result in report["system"]:
        assert np.array_equal(numbers(found[str(result.metric)]), result.segments, equal_nan=True)
        if result.weights is not None:
            assert np.array_equal(numbers(found[f"{result.metric} weight"]), result.weights)


@pytest.mark.parametrize("metric", BY_ROW, ids=str)
def test_scores_are_those_of_score(metric):
    found = scored([metric], batch(), ref=["ref", "other"])
    check_equal(found, hyperbaton.score(HYPOTHESES, [REFERENCES, OTHERS], [metric]))


def test_statistics_and_how_text_was_prepared():
    metrics = ["hyperbaton", "bleu"]
    found = scored(metrics, batch(), statistics=True)
    assert found.schema.names[-2:] == ["hyperbaton statistics", "bleu statistics"]
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], metrics)
    for metric in metrics:
        rows = np.array(found[f"{metric} statistics"].to_pylist())
        assert np.array_equal(rows, report[metric].statistics)
    expected = hyperbaton.score(HYPOTHESES, [REFERENCES], ["bleu"]).preparations[0]
    for name in ("bleu", "bleu statistics"):
        metadata = found.schema.field(name).metadata
        assert metadata[b"hyperbaton.preparation"].decode() == expected


@pytest.mark.parametrize(
    "choices",
    [
        {"tokenize": "char"},
        {"tokenize": "none", "lowercase": True},
        {"aligner": "meteor"},
        {"aligner": "best(matchers=exact+soft)"},
        {"join_subwords": "bpe"},
    ],
    ids=str,
)
def test_options_are_those_of_score_also_on_a_worker(choices):
    metrics = ["hyperbaton", "bleu", "pef", "meteor"]
    scorer = RowScorer(metrics, preparation=Preparation.of(**choices))
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], metrics, **choices)
    check_equal(RowScorer.from_json(scorer.to_json())(batch()), report)


words = st.sampled_from(["noon", "cat", "cats", "the", "lobby", ",", "Noon", "café", "木"])
texts = st.lists(words, max_size=6).map(" ".join)
METRICS = ["hyperbaton", "kendall", "pef", "wer", "bleu", "chrf", "ter", "meteor", "ribes"]


KINDS = {
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
    "string_view": pa.string_view() if hasattr(pa, "string_view") else pa.string(),
    "string": pa.string(),
    "large_string": pa.large_string(),
}


@pytest.mark.filterwarnings("ignore::hyperbaton.text.languages.LanguageNotice")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(texts, texts, st.none() | texts), min_size=1, max_size=9),
    st.lists(st.sampled_from(list(KINDS.values())), min_size=3, max_size=3),
    st.integers(0, 8),
    st.integers(1, 9),
)
def test_any_slice_of_any_kind_of_strings(rows, kinds, begin, count):
    columns = [pa.array(c, kind) for c, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    whole = pa.RecordBatch.from_arrays(columns, ["hyp", "ref", "other"])
    part, listed = whole.slice(begin, count), rows[begin : begin + count]
    found = scored(["wer", "chrf"], part, ref=["ref", "other"])
    assert found.num_rows == len(listed)
    if listed:
        hypotheses, *references = map(list, zip(*listed, strict=True))
        check_equal(found, hyperbaton.score(hypotheses, references, ["wer", "chrf"]))


def test_an_empty_batch_has_the_same_columns():
    scorer = RowScorer(METRICS, statistics=True)
    for empty in (batch().slice(0, 0), pa.Table.from_batches([], batch().schema)):
        found = scorer(empty)
        assert found.num_rows == 0
        assert found.schema.equals(scorer(batch()).schema, check_metadata=True)
        assert found.schema.equals(scorer.schema(batch().schema), check_metadata=True)


LONG = " ".join(f"w{k * 7919 % 1009}" for k in range(400))
REVERSED = " ".join(f"w{k * 7919 % 1009}" for k in reversed(range(400)))


@pytest.mark.parametrize("place", [0, 3, 5])
def test_the_first_row_that_a_metric_refuses_is_found(place):
    hypotheses, references = list(HYPOTHESES), list(REFERENCES)
    for row in {place, 5}:
        hypotheses[row], references[row] = LONG, REVERSED
    given_batch = pa.RecordBatch.from_pydict({"hyp": hypotheses, "ref": references})
    with pytest.raises(InputError) as error:
        scored(["wer", "invwer"], given_batch)
    assert error.value.index == place
    assert str(error.value).startswith(f"row {place + 1}: invwer: too long for an exact inversion")


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
    ("arguments", "message"),
    [
        ({"metrics": []}, "at least one"),
        ({"metrics": ["pef", "pef"]}, "duplicate pef"),
        ({"metrics": "pef", "ref": []}, "at least one column"),
        ({"metrics": "pef", "hyp": "a", "ref": "a"}, "duplicate a"),
        ({"metrics": "nist"}, "nist: weighs words by all references"),
        (
            {"metrics": "wer", "preparation": Preparation.of(tokenize=("own", str.split))},
            r"own is a function.*tokenize='none'",
        ),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(OptionError, match=message):
        RowScorer(**arguments)


def test_a_missing_file_is_no_rows_fault():
    preparation = Preparation.of(aligner="best(matchers=exact+soft,embeddings=nowhere.txt)")
    scorer = RowScorer("pef", preparation=preparation)
    for attempt in (scorer.check, lambda: scorer(batch())):
        with pytest.raises(InputError, match=r"nowhere\.txt") as error:
            attempt()
        assert error.value.index is None


def test_without_pyarrow():
    code = "import sys; sys.modules['pyarrow'] = None; import hyperbaton; hyperbaton.score_batches"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert "pip install 'hyperbaton[arrow]'" in ended.stderr


# On workers


@pytest.mark.parametrize("metric", BY_ROW, ids=str)
def test_every_metric_comes_back_from_json(metric):
    scorer = RowScorer([metric])
    found = RowScorer.from_json(scorer.to_json())
    assert found.metrics == scorer.metrics == (metric, *metric.parts)


def test_a_worker_with_other_files_is_noticed(tmp_path):
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("noon 1 0\nlobby 0 1\n", "utf-8")
    preparation = Preparation.of(aligner=f'best(matchers=exact+soft,embeddings="{vectors}")')
    text = RowScorer(["pef"], preparation=preparation).to_json()
    RowScorer.from_json(text)
    vectors.write_text("noon 1 0\nlobby 1 1\n", "utf-8")
    with pytest.raises(InputError, match=r"pef: this worker prepares text as .*vectors\.txt@"):
        RowScorer.from_json(text)


def changed(**changes):
    return json.dumps({**RowScorer("pef").to_dict(), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(hyperbaton="0.0.1"), "hyperbaton 0.0.1, but this is .*install the same version"),
        (changed(preparation={"colour": 1}), "expected the fields that to_json writes"),
    ],
)
def test_what_is_no_row_scorer(text, message):
    with pytest.raises(HyperbatonError, match=message):
        RowScorer.from_json(text)


# The order of the source

GERMAN = ["sie kam heute", "heute kam sie", None, "er ging"]
ENGLISH = ["she came today", "she came today", "he went", ""]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model of a few German and English words."""
    pairs = [("gestern kam er", "he came yesterday"), ("heute kam sie", "she came today")]
    pairs += [("er", "he"), ("sie", "she"), ("kam", "came"), ("heute", "today")]
    sides = ([text.split() for text in side] for side in zip(*pairs * 20, strict=True))
    learned = AlignmentModel()
    align_sentences(*sides, model=learned)
    path = str(tmp_path_factory.mktemp("model") / "de-en.npz")
    learned.save(path)
    return path


def test_the_order_of_the_source_is_that_of_links_row_by_row(model):
    rows = pa.RecordBatch.from_pydict({"de": GERMAN, "en": ENGLISH})
    scorer = RowScorer(hyp="en", src="de", model=model, prefix="x ")
    found = scorer(rows)
    assert found.schema.names == ["de", "en", "x monotonicity", "x crossings/link"]
    alone = pa.Table.from_batches([scorer(rows.slice(k, 1)) for k in range(4)])
    assert alone.to_pylist() == found.to_pylist()
    words = [[text.split() for text in side[:2]] for side in (GERMAN, ENGLISH)]
    links = FrozenAligner(AlignmentModel.load(model)).align(*words)
    expected = [*monotonicity(links).segments, None, None]
    assert found["x monotonicity"].to_pylist() == expected
    assert expected[0] == 1.0 > expected[1]
    assert found["x crossings/link"].to_pylist()[1] > 0


def test_the_order_of_the_source_stands_with_scores_and_travels(model):
    rows = pa.RecordBatch.from_pydict({"de": GERMAN, "en": ENGLISH, "ref": ENGLISH[::-1]})
    scorer = RowScorer("wer", "en", src="de", model=model, statistics=True)
    found = RowScorer.from_json(scorer.to_json())(rows)
    assert found.schema.names[3:] == ["wer", "monotonicity", "crossings/link", "wer statistics"]
    assert found.equals(scorer(rows))
    assert found["wer"].to_pylist()[2] is None  # without a source
    prepared = found.schema.field("monotonicity").metadata[b"hyperbaton.preparation"]
    assert prepared.startswith(b"tok:unicode|case:mixed|model:de-en.npz@")
    with pytest.raises(OptionError, match="src and model go together"):
        RowScorer("wer", src="de")


# Scores of all rows together


def test_sums_of_no_rows_of_a_prefix_and_of_nothing():
    whole = demo("calque", ["ribes"], prefix="a.")
    assert math.isnan(scores_of_sums(summed_statistics(whole.slice(0, 0), "a."))["ribes"])
    with pytest.raises(InputError, match="no column is called METRIC statistics"):
        summed_statistics(whole.select(["row", "hyp"]))


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.float32()), pa.large_list(pa.float64()), pa.list_(pa.int64(), 2)]
)
def test_lists_of_every_kind_are_read_and_nulls_left_out(kind):
    table = pa.table({"ribes statistics": pa.array([[1, 2], [3, 4], None], kind)})
    assert summed_statistics(table.slice(1))["ribes"].tolist() == [3.0, 4.0]
