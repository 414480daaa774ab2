"""Finds the human judgements of a test set and reads them in whatever format they are in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.data.direct_assessment import (
    JUDGE,
    SCORE,
    SEGMENT,
    SYSTEM,
    read_assessments,
)
from hyperbaton.meta.data.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.data.headed_tables import HeadedTable, read_table
from hyperbaton.meta.data.judgements import Judgements, of_scores
from hyperbaton.meta.data.mqm import read_errors
from hyperbaton.meta.data.omissions import Omissions
from hyperbaton.meta.data.pair_reader import COLUMNS, read_pairs
from hyperbaton.meta.data.preference_builder import OutputFinder, PreferenceBuilder
from hyperbaton.meta.data.ranking_reader import read_rankings
from hyperbaton.meta.data.ratings import Ratings
from hyperbaton.meta.data.score_files import read_scores

PAIR = "{lp}"
SCORE_FILES = (".seg.score", ".tsv", ".csv")


def read_judgements(
    data: EvaluationSet,
    source: str | None = None,
    *,
    omissions: Omissions | None = None,
    normalize: bool = False,
    columns: Sequence[str] = (),
    repeats: bool = False,
) -> Judgements:
    """The human judgements of a language pair.

    Args:
        data: the test set.
        source: a file, where `{lp}` stands for the language pair; or a name as in
            `human-scores/LP.NAME.seg.score` or `.tsv`. By default what the folder has: `rankings/`,
            else the only file in `human-scores/`.
        omissions: what to do with judgements that cannot be used; they are refused by default.
        normalize: whether to give each judge mean 0 and variance 1; only for ratings.
        columns: which columns of a table of ratings are scores; several are averaged over judges
            each, and summed. `score` or the like by default.
        repeats: whether a judge may give an output the same scores again.

    Raises:
        InputError: there are none, or something in them cannot be used.
        OptionError: several are possible, there are no judges to normalise, or columns are named
            that are not those of ratings, or twice.
    """
    if len(set(columns)) < len(columns):
        raise OptionError(f"score columns: {', '.join(columns)} names a column twice")
    path = _find(data, source)
    omitted = omissions or Omissions()
    outputs = OutputFinder(data, omitted)
    if path.removesuffix(".gz").endswith(".score"):
        read: Judgements | Ratings = _read_score_file(path, data, omitted)
    else:
        read = _read_table(read_table(path), outputs, columns, repeats=repeats)
    if isinstance(read, Ratings):
        return (read.normalized() if normalize else read).judgements()
    if normalize:
        raise OptionError(f"{path}: holds no ratings by judges that could be normalised")
    if columns:
        raise OptionError(f"{path}: holds no ratings whose columns could be chosen")
    return read


def human_scores(data: EvaluationSet) -> dict[str, Path]:
    """The files of people's scores that lie beside the outputs, by name."""
    folder = Path(data.folder) / "human-scores"
    found: dict[str, Path] = {}
    for suffix in SCORE_FILES:
        found = {**named_files(folder, f"{data.pair}.", suffix), **found}
    return dict(sorted(found.items()))


def _read_table(
    table: HeadedTable, outputs: OutputFinder, columns: Sequence[str], *, repeats: bool
) -> Judgements | Ratings:
    """Reads a table in the format that its header shows."""
    if table.has(*COLUMNS):
        return read_pairs(table, PreferenceBuilder(outputs))
    if table.has("srclang", "trglang", "srcIndex"):
        return read_rankings(table, PreferenceBuilder(outputs))
    if table.has("severity", "category"):
        return read_errors(table, outputs)
    if columns or all(set(names) & set(table.header) for names in (SYSTEM, SEGMENT, SCORE)):
        return read_assessments(table, outputs, columns, repeats=repeats)
    if all(set(names) & set(table.header) for names in (SYSTEM, SEGMENT)):
        known = ", ".join(name for name in table.header if name not in (*SYSTEM, *SEGMENT, *JUDGE))
        raise InputError(
            f"{table.path}:1: has no column score; name the columns of scores with --score-columns "
            f"(DataOptions.score_columns), among {known}"
        )
    raise InputError(
        f"{table.path}:1: the columns ({', '.join(table.header)}) are those of no known format; "
        "see docs/meta.md for the formats of judgements"
    )


def _read_score_file(path: str, data: EvaluationSet, omissions: Omissions) -> Judgements:
    scores = read_scores(path, data, omissions)
    if scores.shape[1] != len(data):
        raise InputError(f"{path}: has scores of systems; those of segments are needed")
    for system, segment in np.argwhere(~np.isnan(scores) & ~data.available).tolist():
        omissions.add(
            "judgement of a missing output",
            f"{path}: {data.systems[system]} has a score but no output for segment {segment + 1}",
        )
    return of_scores(path, data.systems, np.where(data.available, scores, np.nan))


def _find(data: EvaluationSet, source: str | None) -> str:
    root, pair = Path(data.folder), data.pair
    named = human_scores(data)
    if source is not None:
        path = source.replace(PAIR, pair)
        return str(named[source]) if source in named and not Path(path).exists() else path
    for suffix in (".pairs.tsv", ".judgments.csv"):
        found = named_files(root / "rankings", "", suffix)
        if pair in found:
            return str(found[pair])
    if len(named) == 1:
        return str(next(iter(named.values())))
    if named:
        raise OptionError(f"{root}: {pair} has several human scores; choose {' or '.join(named)}")
    raise InputError(
        f"{root}: has no judgements of {pair}; rankings/{pair}.pairs.tsv, "
        f"rankings/{pair}.judgments.csv, human-scores/{pair}.NAME.seg.score or "
        f"human-scores/{pair}.NAME.tsv is needed"
    )
