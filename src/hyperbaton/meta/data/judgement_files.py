"""Finds the human judgements of a test set and reads them in whatever format they are in."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta.data.direct_assessment import SCORE, SEGMENT, SYSTEM, read_assessments
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


def read_judgements(
    data: EvaluationSet,
    source: str | None = None,
    *,
    omissions: Omissions | None = None,
    normalize: bool = False,
) -> Judgements:
    """The human judgements of a language pair.

    Args:
        data: the test set.
        source: a file, where `{lp}` stands for the language pair; or a name as in
            `human-scores/LP.NAME.seg.score`. By default what the folder has: `rankings/`, else the
            only file in `human-scores/`.
        omissions: what to do with judgements that cannot be used; they are refused by default.
        normalize: whether to give each judge mean 0 and variance 1; only for ratings.

    Raises:
        InputError: there are none, or something in them cannot be used.
        OptionError: several are possible, or there are no judges to normalise.
    """
    path = _find(data, source)
    omitted = omissions or Omissions()
    outputs = OutputFinder(data, omitted)
    if path.removesuffix(".gz").endswith(".score"):
        read: Judgements | Ratings = _read_score_file(path, data, omitted)
    else:
        read = _read_table(read_table(path), outputs)
    if isinstance(read, Ratings):
        return (read.normalized() if normalize else read).judgements()
    if normalize:
        raise OptionError(f"{path}: holds no ratings by judges that could be normalised")
    return read


def _read_table(table: HeadedTable, outputs: OutputFinder) -> Judgements | Ratings:
    """Reads a table in the format that its header shows."""
    if table.has(*COLUMNS):
        return read_pairs(table, PreferenceBuilder(outputs))
    if table.has("srclang", "trglang", "srcIndex"):
        return read_rankings(table, PreferenceBuilder(outputs))
    if table.has("severity", "category"):
        return read_errors(table, outputs)
    if all(set(names) & set(table.header) for names in (SYSTEM, SEGMENT, SCORE)):
        return read_assessments(table, outputs)
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
    named = named_files(root / "human-scores", f"{pair}.", ".seg.score")
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
        f"rankings/{pair}.judgments.csv or human-scores/{pair}.NAME.seg.score is needed"
    )
