"""Test sets with what people said of them, in whatever format that is.

Scores are in mt-metrics-eval's format, `SYSTEM SCORE` on each line: one line per segment for each
system, in the order of the test set. For tables, the header tells the format:

- pairs: `segment system1 rank1 system2 rank2 ranking`. Segments count from 1; rank 1 is best and
  equal ranks are ties; rows with the same `ranking` come from one person's ranking of several
  outputs. Where `ranking` is blank or left out, equal rows are judgements of several people.
- rankings of WMT: `srclang,trglang,srcIndex,…,system1Id,…,system1rank,…`, any number of systems in
  a row; a negative rank means that the output was not ranked.
- ratings (direct assessment): one judge's rating of one output per row, in the columns `system`,
  `segment`, `score` and where known `judge` and `lp`, or what WMT's files call them. A rating may
  have several scores, like adequacy and fluency; then `score_columns` names them.
- MQM: `system`, `seg_id`, `rater`, `category` and `severity` of one error per row. An output scores
  minus the sum of the weights of its errors (Freitag et al. 2021).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import combinations
from pathlib import Path

import numpy as np

from hyperbaton.checks import IN_A_FILE, RANK, RANKING, SCORE, Number, Range, each_once, shown
from hyperbaton.errors import InputError, OptionError
from hyperbaton.files import read_text, split_lines
from hyperbaton.meta.evaluation_set import (
    CODES,
    DataOptions,
    EvaluationSet,
    language_pairs,
    named_files,
    read_evaluation_set,
)
from hyperbaton.meta.judgements import (
    UNKNOWN_RANKING,
    Judgements,
    Preferences,
    group_sums,
    of_judges,
    of_scores,
    table_sums,
)
from hyperbaton.metrics.base import Scores, divide
from hyperbaton.text.reading import Table, open_table

# Names of columns.
SYSTEM = ("system", "systemId", "system_id", "SYS")
SEGMENT = ("segment", "segmentId", "segment_id", "seg_id", "sid", "SID")
LANGUAGE_PAIR = ("lp", "LP", "language_pair")
RATING = ("score", "raw", "raw_score", "RAW.SCR")
JUDGE = ("judge", "judgeId", "annotator", "rater", "worker", "WorkerId")
PAIR_COLUMNS = ("segment", "system1", "rank1", "system2", "rank2")
RANKING_COLUMNS = ("srclang", "trglang", "srcIndex")
SYSTEM_COLUMN = re.compile(r"system([0-9]+)Id")
MQM_COLUMNS = ("severity", "category")
MQM_SEGMENT = ("seg_id", "segment", "globalSegId")

# An attention check is no error; mt-metrics-eval scores it 0, too.
SEVERITIES = {"major": 5.0, "critical": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}
SEVERITIES |= {"hotw-test": 0.0}
NON_TRANSLATION = 25.0
MINOR_PUNCTUATION = 0.1
MISSING = ("none", "nan")  # in place of a score, in any case
ROUNDING = 1e-12  # below this share of its mean a judge's deviation is one of rounding

# Place, segment from 1, ranks, ranking, judge.
Ranked = tuple[str, int, Mapping[str, int], int, str]
Rating = tuple[int, int, str, tuple[float, ...]]  # system, segment, judge, scores


# Judged sets


@dataclass(frozen=True, eq=False)
class JudgedSet:
    """One language pair: outputs and judgements of the same systems."""

    data: EvaluationSet
    judgements: Judgements

    @property
    def pair(self) -> str:
        """The language pair."""
        return self.data.pair

    def among(self, systems: Sequence[str]) -> JudgedSet:
        """The same with some of the systems."""
        return JudgedSet(self.data.among(systems), self.judgements.among(systems))


class Omissions:
    """Refuses judgements and outputs that cannot be used, or counts those that are left out.

    Attributes:
        skip: whether entries may be left out.
        counts: how many were, by reason.
    """

    def __init__(self, *, skip: bool = False) -> None:
        self.skip = skip
        self.counts: Counter[str] = Counter()

    def add(self, reason: str, detail: str, number: int = 1) -> None:
        """Counts entries under a reason, or raises an `InputError` with the details."""
        if not self.skip:
            raise InputError(f"{detail}; --skip-missing leaves such entries out")
        self.counts[reason] += number

    def __str__(self) -> str:
        return ", ".join(f"{number} × {reason}" for reason, number in sorted(self.counts.items()))


def read_judged_sets(
    folders: str | Sequence[str],
    pairs: Sequence[str],
    options: DataOptions | None = None,
    omissions: Omissions | None = None,
) -> list[JudgedSet]:
    """Reads language pairs of test sets, each of which may lack some of them.

    Args:
        folders: the folder of a test set, or those of several.
        pairs: language pairs, like `de-en`.
        options: what to read from each.
        omissions: what to do with judgements that cannot be used; they are refused by default.

    Raises:
        InputError: no test set has a language pair, or a test set has none of them; or something
            cannot be read, or does not fit together.
        OptionError: a pattern of systems matches none, or leaves fewer than two.
    """
    chosen = options or DataOptions()
    each_once(pairs, "language pairs")
    present = {f: language_pairs(f) for f in ([folders] if isinstance(folders, str) else folders)}
    known = "; ".join(f"{f} has {', '.join(found) or 'none'}" for f, found in present.items())
    for pair in pairs:
        if not any(pair in found for found in present.values()):
            raise InputError(f"no test set has references/{pair}.NAME.txt; {known}")
    for folder, found in present.items():
        if not set(found) & set(pairs):
            raise InputError(f"{folder}: has none of {', '.join(pairs)}; {known}")
    sets = []
    for folder, found in present.items():
        for pair in (pair for pair in pairs if pair in found):
            data = read_evaluation_set(folder, pair, chosen)
            sets.append(JudgedSet(data, read_judgements(data, chosen, omissions)))
    names = {name for judged in sets for name in judged.data.systems}
    for pattern in chosen.exclude:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise OptionError(f"exclude: no system of {', '.join(pairs)} is named {pattern}")
    return [_chosen(judged, chosen) for judged in sets]


def _chosen(judged: JudgedSet, options: DataOptions) -> JudgedSet:
    """The language pair without excluded systems, and without references among the outputs."""
    data, systems = judged.data, judged.data.systems
    human = set(data.reference_names) if options.include_human else data.human
    kept = [
        name
        for name in systems
        if name not in human and not any(fnmatchcase(name, p) for p in options.exclude)
    ]
    if len(kept) < 2:
        raise OptionError(
            f"exclude: leaves {len(kept)} systems of {judged.pair} that are not references; "
            "2 are needed"
        )
    return judged if len(kept) == len(systems) else judged.among(kept)


def read_judgements(
    data: EvaluationSet, options: DataOptions | None = None, omissions: Omissions | None = None
) -> Judgements:
    """Reads the human judgements of a language pair; those that cannot be used are refused.

    Raises:
        InputError: there are none, or something in them cannot be used.
        OptionError: several are possible, or options are for ratings and these are not.
    """
    options = options or DataOptions()
    path = _find(data, options.human)
    outputs = OutputFinder(data, omissions or Omissions())
    table = None if path.removesuffix(".gz").endswith(".score") else open_table(path)
    rankings = table and _rankings(table, data.pair)
    if table is not None and rankings is None:
        ratings = list(_ratings(table, outputs, options.score_columns))
        return judged_by_ratings(
            path, data.systems, len(data), ratings, normalize=options.normalize
        )
    if options.normalize or options.score_columns:
        raise OptionError(
            f"{path}: holds no ratings by judges, which --normalize-judges and --score-columns need"
        )
    return _preferred(path, outputs, rankings) if rankings else _scored(path, outputs)


def human_scores(data: EvaluationSet) -> dict[str, Path]:
    """The files of people's scores in the folder of a test set, by name."""
    folder = Path(data.folder) / "human-scores"
    found: dict[str, Path] = {}
    for suffix in (".csv", ".tsv", ".seg.score"):
        found |= named_files(folder, f"{data.pair}.", suffix)
    return dict(sorted(found.items()))


def _find(data: EvaluationSet, source: str | None) -> str:
    root, pair = Path(data.folder), data.pair
    named = human_scores(data)
    if source is not None:
        path = source.replace("{lp}", pair)
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


# Fields of files


class OutputFinder:
    """Finds the output that a judgement is about, by system and segment."""

    def __init__(self, data: EvaluationSet, omissions: Omissions) -> None:
        self.data = data
        self.omissions = omissions
        self._numbers = {name: number for number, name in enumerate(data.systems)}
        self._available = data.available.tolist()

    def find(self, system: str, segment: str, place: str) -> tuple[int, int] | None:
        """The numbers of a system and a segment; None where they are left out."""
        row = self.system(system, place)
        column = self.segment(field(segment, place, "the segment", IN_A_FILE), place)
        if row is None or column is None or not self.is_available(row, column, place):
            return None
        return row, column

    def system(self, name: str, place: str) -> int | None:
        """The number of a system; None for one that is left out.

        WMT's files write `newstest2013.de-en.NAME` for NAME.
        """
        short = name.partition(f".{self.data.pair}.")[2] or name
        found = self._numbers.get(name, self._numbers.get(short))
        if found is None and not {name, short} & self.data.left_out:
            known = ", ".join(self.data.systems)
            self.omissions.add(
                "judgement of an unknown system",
                f"{place}: {self.data.pair} has no system {name}; it has {known}",
            )
        return found

    def segment(self, number: int, place: str) -> int | None:
        """The position of a segment counted from 1; None for one that is left out."""
        if 1 <= number <= len(self.data):
            return number - 1
        self.omissions.add(
            "judgement of a segment out of range",
            f"{place}: segment {number} is out of range; {self.data.pair} has segments 1 to "
            f"{len(self.data)}",
        )
        return None

    def is_available(self, system: int, segment: int, place: str) -> bool:
        """Whether the output is there to be scored."""
        if self._available[system][segment]:
            return True
        self.omissions.add(
            "judgement of a missing output",
            f"{place}: {self.data.systems[system]} has no output for segment {segment + 1}",
        )
        return False


def field(text: str, place: str, what: str, accepted: Range[Number]) -> Number:
    """The number in a field, which may have spaces around it."""
    found = accepted.read(text.strip(" "))
    if found is None:
        raise InputError(f"{place}: {what} is {shown(text)}; {accepted} is accepted")
    return found


def score(text: str, place: str, what: str) -> float:
    """The score in a field, NaN where the field says that there is none."""
    return math.nan if text.strip(" ").lower() in MISSING else field(text, place, what, SCORE)


# Scores


def read_scores(path: str, data: EvaluationSet, omissions: Omissions) -> Scores:
    """Reads a file of mt-metrics-eval into an array with one row per system of the test set.

    It has one column per segment, or a single one where the file has one line per system. Systems
    that the file lacks score NaN.
    """
    found: dict[str, list[float]] = {}
    for line, text in enumerate(split_lines(read_text(path)), start=1):
        place = f"{path}:{line}"
        fields = text.split()
        if len(fields) != 2:
            raise InputError(f"{place}: {len(fields)} fields; expected a system and its score")
        name, written = fields
        found.setdefault(name, []).append(score(written, place, f"the score of {name}"))
    width = 1 if {len(values) for values in found.values()} == {1} else len(data)
    for name, values in found.items():
        if name not in data.outputs and name not in data.left_out:
            omissions.add(
                "scores of an unknown system",
                f"{path}: {data.pair} has no system {name}; it has {', '.join(data.systems)}",
            )
        if name in data.outputs and len(values) != width:
            raise InputError(
                f"{path}: {name} has {len(values)} scores; expected 1, or one per segment: "
                f"{len(data)}"
            )
    nothing = [math.nan] * width
    return np.array([found.get(name, nothing) for name in data.systems])


def _scored(path: str, outputs: OutputFinder) -> Judgements:
    data = outputs.data
    scores = read_scores(path, data, outputs.omissions)
    if scores.shape[1] != len(data):
        raise InputError(f"{path}: has scores of systems; those of segments are needed")
    for system, segment in np.argwhere(~np.isnan(scores) & ~data.available).tolist():
        outputs.is_available(system, segment, path)
    return of_scores(path, data.systems, np.where(data.available, scores, np.nan))


# Rankings


def _rankings(table: Table, pair: str) -> Iterator[Ranked] | None:
    """Reads a table of rankings; None for one of something else."""
    if table.has(*PAIR_COLUMNS):
        systems = [("system1", "rank1"), ("system2", "rank2")]
        return _ranked_rows(table, pair, (), "segment", systems, "ranking")
    if not table.has(*RANKING_COLUMNS):
        return None
    numbers = [match[1] for name in table.columns if (match := SYSTEM_COLUMN.fullmatch(name))]
    systems = [(f"system{number}Id", f"system{number}rank") for number in numbers]
    *languages, segment = RANKING_COLUMNS
    return _ranked_rows(table, pair, languages, segment, systems, "rankingID")


def _ranked_rows(
    table: Table,
    pair: str,
    languages: Sequence[str],
    segment: str,
    systems: Sequence[tuple[str, str]],
    ranking: str,
) -> Iterator[Ranked]:
    """Reads rows with any number of systems and their ranks, given the names of columns."""
    source_and_target = [table.index(name) for name in languages]
    columns = [(table.index(name), table.index(rank), rank) for name, rank in systems]
    position, group, judge = table.index(segment), table.optional(ranking), table.optional(*JUDGE)
    for line, fields in table.rows():
        written = [CODES.get(fields[k].lower(), fields[k]) for k in source_and_target]
        if written and "-".join(written) != pair:
            continue
        place = f"{table.name}:{line}"
        # WMT's files with two systems per row name the ranking; otherwise a row is a ranking.
        number = line if languages else UNKNOWN_RANKING
        if group is not None and fields[group]:
            number = field(fields[group], place, ranking, RANKING)
        ranks = {
            fields[name]: rank
            for name, k, what in columns
            if (rank := field(fields[k], place, what, RANK)) >= 1
        }
        who = "" if judge is None else fields[judge]
        yield place, field(fields[position], place, segment, IN_A_FILE), ranks, number, who


def _preferred(path: str, outputs: OutputFinder, rankings: Iterator[Ranked]) -> Judgements:
    """Turns rankings into pairwise preferences."""
    rows: list[tuple[int, ...]] = []
    data, judges = outputs.data, dict[str, int]()
    for place, segment, ranks, ranking, who in rankings:
        position = outputs.segment(segment, place)
        if position is None:
            continue
        found = {}
        for name, rank in ranks.items():
            system = outputs.system(name, place)
            if system is not None and outputs.is_available(system, position, place):
                found[system] = rank
        for (first, rank1), (second, rank2) in combinations(found.items(), 2):
            judge = judges.setdefault(who, len(judges))
            rows.append((position, first, second, rank1, rank2, ranking, judge))
    columns = np.array(rows, np.int64).reshape(-1, 7).T
    positions, firsts, seconds, ranks1, ranks2, groups, by = columns
    sign = np.sign(ranks2 - ranks1)
    both = np.column_stack([ranks1, ranks2])
    named = None if set(judges) <= {""} else by
    preferences = Preferences(
        data.systems, len(data), positions, firsts, seconds, sign, both, groups, named
    )
    return Judgements(path, preferences)


# Ratings


def _ratings(table: Table, outputs: OutputFinder, score_columns: Sequence[str]) -> Iterator[Rating]:
    """Yields the ratings of the language pair; errors of MQM are worth a rating."""
    if table.has(*MQM_COLUMNS):
        yield from _mqm_ratings(table, outputs)
        return
    system, segment = table.index(*SYSTEM), table.index(*SEGMENT)
    scores = {name: table.index(name) for name in score_columns} or {
        "the score": table.index(*RATING)
    }
    judge, pair = table.optional(*JUDGE), table.optional(*LANGUAGE_PAIR)
    for line, fields in table.rows():
        if pair is not None and fields[pair] != outputs.data.pair:
            continue
        place = f"{table.name}:{line}"
        values = tuple(field(fields[k], place, name, SCORE) for name, k in scores.items())
        found = outputs.find(fields[system], fields[segment], place)
        if found is not None:
            yield (*found, "" if judge is None else fields[judge], values)


def _mqm_ratings(table: Table, outputs: OutputFinder) -> Iterator[Rating]:
    """Yields minus the sum of the weights of the errors that a rater found in an output."""
    names = (("system",), MQM_SEGMENT, ("rater",), ("category",), ("severity",))
    positions = [table.index(*name) for name in names]
    totals: dict[tuple[int, int, str], float] = {}
    for line, fields in table.rows():
        place = f"{table.name}:{line}"
        system, segment, rater, category, severity = (fields[k] for k in positions)
        weight = error_weight(severity, category)
        if weight is None:
            accepted = ", ".join(SEVERITIES)
            raise InputError(f"{place}: severity is {severity!r}; accepted are {accepted}")
        found = outputs.find(system, segment, place)
        if found is not None:
            totals[(*found, rater)] = totals.get((*found, rater), 0.0) - weight
    return ((*key, (total,)) for key, total in totals.items())


def error_weight(severity: str, category: str) -> float | None:
    """Returns the weight of an error of MQM; None for an unknown severity."""
    level, kind = severity.lower(), category.lower()
    if level == "major" and kind.startswith("non-translation"):
        return NON_TRANSLATION
    if level == "minor" and kind.startswith("fluency/punctuation"):
        return MINOR_PUNCTUATION
    return SEVERITIES.get(level)


def judged_by_ratings(
    name: str,
    systems: tuple[str, ...],
    segments: int,
    ratings: Sequence[Rating],
    *,
    normalize: bool = False,
) -> Judgements:
    """Averages each score over the judges of an output, and sums the means.

    Judges differ in how high and how far apart they score: `normalize` first gives every judge mean
    0 and variance 1 in each score (Leusch, Ueffing & Ney 2003, experiment B).
    """
    judges: dict[str, int] = {}
    rows = [(r, c, judges.setdefault(judge, len(judges))) for r, c, judge, _ in ratings]
    system, segment, judge = np.array(rows, np.int64).reshape(-1, 3).T
    width = len(ratings[0][3]) if ratings else 1
    columns = np.array([scores for *_, scores in ratings], np.float64).reshape(-1, width).T
    if normalize:
        columns = np.stack([_standardised(judge, scores) for scores in columns])
    shape = len(systems), segments
    numbers = table_sums(shape, (system, segment))
    means = [divide(table_sums(shape, (system, segment), each), numbers) for each in columns]
    judged = of_scores(name, systems, np.sum(means, axis=0))
    if len(judges) < 2:
        return judged
    totals = columns.sum(axis=0)
    return replace(judged, individual=of_judges(systems, segments, system, segment, judge, totals))


def _standardised(judge: np.ndarray, scores: Scores) -> Scores:
    """Scores less their judge's mean, over their judge's standard deviation.

    Scores of a judge who gave everything the same score become 0.
    """
    judges = int(judge.max(initial=-1)) + 1
    numbers = group_sums(judge, judges)
    mean = divide(group_sums(judge, judges, scores), numbers)[judge]
    centred = scores - mean
    deviation = np.sqrt(divide(group_sums(judge, judges, centred**2), numbers))[judge]
    constant = deviation <= ROUNDING * np.abs(mean)
    return np.where(constant, 0.0, centred / np.where(constant, 1.0, deviation))
