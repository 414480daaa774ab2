"""Scores as expressions of Polars."""

import math
import subprocess
import sys

import numpy as np
import pytest

import hyperbaton
from hyperbaton.errors import HyperbatonError, InputError, OptionError

pl = pytest.importorskip("polars", reason="needs polars")
pytest.importorskip("pyarrow", reason="needs pyarrow")
import hyperbaton.polars  # noqa: E402

HYPOTHESES = ["in the lobby at noon", "the cat", "", "he sings", "x"]
REFERENCES = ["at noon in the lobby", "a cat", "", "he sings well", "y"]
METRICS = ["hyperbaton", "pef", "wer", "dted", "full(weighted=true)"]
FRAME = pl.DataFrame({"mt": HYPOTHESES, "human": REFERENCES})


def numbers(series):
    return np.array([math.nan if value is None else value for value in series.to_list()])


@pytest.mark.parametrize("metric", METRICS)
def test_scores_are_those_of_score(metric):
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], [metric])
    found = FRAME.select(pl.col("mt").hyperbaton.score("human", metric))
    assert found.columns == [metric]
    assert found.dtypes == [pl.Float64]
    assert np.array_equal(numbers(found[metric]), report[metric].segments, equal_nan=True)


def test_several_metrics_are_a_struct():
    found = FRAME.select(pl.col("mt").hyperbaton.scores("human", METRICS).struct.unnest())
    printed = hyperbaton.score(HYPOTHESES, [REFERENCES], METRICS).to_tsv(segments=True)
    assert found.columns == printed.split("\n")[0].split("\t")[2:]


def test_rows_without_a_text_have_no_score():
    frame = pl.DataFrame(
        {"mt": ["a b", None, "c"], "human": ["b a", "c", None], "other": [None, "c", "c"]}
    )
    both = pl.col("mt").hyperbaton.score(["human", "other"], "wer")
    assert frame.select(both).to_series().to_list() == [1.0, None, None]


def test_expressions_and_choices():
    upper = pl.col("mt").str.to_uppercase()
    ignoring = upper.hyperbaton.score(pl.col("human"), "wer", lowercase=True, threads=1)
    report = hyperbaton.score(HYPOTHESES, [REFERENCES], ["wer"], lowercase=True)
    assert FRAME.select(ignoring).to_series().to_list() == report["wer"].segments.tolist()


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_frames(engine):
    many = pl.concat([FRAME.with_columns(k=pl.lit(k)) for k in range(2000)])
    scores = pl.col("mt").hyperbaton.score("human", "wer")
    found = many.lazy().select("mt", "k", scores).collect(engine=engine)
    expected = FRAME.select(scores).to_series()
    for (k,), part in found.sort("k", maintain_order=True).group_by("k", maintain_order=True):
        assert part["wer"].equals(expected), k


def test_no_rows_and_categories():
    scores = pl.col("mt").hyperbaton.score("human", "wer")
    assert FRAME.head(0).select(scores).schema == {"wer": pl.Float64}
    categories = FRAME.with_columns(pl.col("mt").cast(pl.Categorical))
    assert categories.select(scores).equals(FRAME.select(scores))


def test_a_row_that_a_metric_refuses_is_shown():
    frame = pl.DataFrame({"mt": ["a", "b " * 1_100_000], "human": ["a", "c"]})
    with pytest.raises(InputError, match=r"1,100,000 words.*it is hypothesis: 'b b .*: 'c'"):
        frame.select(pl.col("mt").hyperbaton.score("human", "wer"))


@pytest.mark.parametrize(
    ("arguments", "choices", "message"),
    [
        (("human", "blue"), {}, "bleu"),
        (("human", "nist"), {}, "nist: weighs words"),
        ((3, "wer"), {}, "reference: expected the name of a column or an expression"),
        (([], "wer"), {}, "at least one column"),
        (("human", "wer"), {"tokenize": "blank"}, "blank"),
        (("human", "wer"), {"threads": 0}, "threads"),
    ],
)
def test_what_is_refused_before_anything_runs(arguments, choices, message):
    with pytest.raises(HyperbatonError, match=message):
        pl.col("mt").hyperbaton.score(*arguments, **choices)


def test_numbers_are_no_texts():
    frame = pl.DataFrame({"mt": ["a"], "human": [3]})
    with pytest.raises(InputError, match="'reference 1': holds int64; strings are accepted"):
        frame.select(pl.col("mt").hyperbaton.score("human", "wer"))


def test_a_function_of_the_users_is_refused():
    with pytest.raises(OptionError, match="is a function"):
        pl.col("mt").hyperbaton.score("human", "wer", tokenize=str.split)


def test_without_polars():
    code = "import sys; sys.modules['polars'] = None; import hyperbaton.polars"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "pip install 'hyperbaton[polars]'" in found.stderr
