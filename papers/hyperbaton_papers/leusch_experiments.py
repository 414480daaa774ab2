"""The experiments of Leusch, Ueffing & Ney 2003 on other data: people beside error rates and BLEU.

Where people rated outputs, experiments A and B are those of the paper: A takes scores as they are
and ignores case, B normalises judges and respects case. Where people ranked outputs, the score of
an output is its ratio of wins within its segment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hyperbaton.errors import OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    JudgedSet,
    Judgements,
    MetricScores,
    Omissions,
    read_evaluation_set,
    read_judgements,
)
from hyperbaton.meta.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.measures import pearson, spearman
from hyperbaton.meta.scores import mean_score, with_output_scores
from hyperbaton.meta.study import score_judged_set
from hyperbaton.metrics.base import Scores
from hyperbaton.resources import progress
from hyperbaton_papers.paper import Metrics, distinct, metrics_by_group
from hyperbaton_papers.setup import Setup, label

NAME = "leusch-et-al-2003"
METRICS = metrics_by_group(NAME)
WEIGHTED = METRICS["weighted"]
UNWEIGHTED = METRICS["unweighted"]
MEASURES = tuple(WEIGHTED)


# What is correlated, by the names of the columns in the paper's tables 1 and 3.
SENTENCE, BY_LENGTH, EQUALLY, RANK = "sentence", "system, weighted", "system, unweighted", "rank"
TITLES = {
    SENTENCE: "Pearson's correlation of sentences",
    BY_LENGTH: "Pearson's correlation of systems, sentences weighted by length",
    EQUALLY: "Pearson's correlation of systems, sentences not weighted",
    RANK: "rank correlation of systems, sentences weighted by length",
}

RANKED, RATED = "wmt13", ("wmt07-nc", "wmt07-ep")
RANKED_PAIRS = ("cs-en", "de-en", "es-en", "fr-en", "ru-en")
RATINGS = "nist"  # human-scores/LP.nist.tsv
COLUMNS = {"adequacy": "scoreA", "fluency": "scoreB"}
MAX_WORDS = 50
FEWEST_SYSTEMS = 3  # any two have a correlation of 1 or -1


@dataclass(frozen=True, eq=False)
class SystemScores:
    """Scores of systems.

    Attributes:
        people: people's, one per system.
        measures: one row per measure, one column per system.
    """

    people: Scores
    measures: Scores

    @property
    def pearson(self) -> Scores:
        """Pearson's correlation of each measure with people."""
        return pearson(self.people, self.measures)

    @property
    def spearman(self) -> Scores:
        """Spearman's rank correlation of each measure with people."""
        return spearman(self.people, self.measures)

    def without_worst(self) -> SystemScores:
        """Without the system that people find worst."""
        kept = np.arange(len(self.people)) != self.people.argmin()
        return SystemScores(self.people[kept], self.measures[:, kept])

    def rankings(self) -> list[list[int]]:
        """For each measure the systems from its best to its worst, as in tables 2 and 4.

        Number k is the k-th best for people. Systems that a measure finds equal stand in people's
        order.
        """
        in_order = self.measures[:, np.argsort(-self.people, kind="stable")]
        return [(np.argsort(-row, kind="stable") + 1).tolist() for row in in_order]


@dataclass(frozen=True, eq=False)
class Experiment:
    """What one experiment gives on one language pair.

    Attributes:
        human: people's scores of outputs, one row per system and one column per segment; NaN where
            nobody judged.
        outputs: the same by each measure, one table per measure.
        by_length: scores of systems, segments weighted by length.
        equally: scores of systems, all segments alike.
    """

    human: Scores
    outputs: Scores
    by_length: SystemScores
    equally: SystemScores

    @property
    def judged(self) -> NDArray[np.bool_]:
        """Which outputs people judged."""
        return ~np.isnan(self.human)

    @property
    def systems(self) -> int:
        """How many systems people judged."""
        return len(self.by_length.people)

    def correlations(self, kind: str) -> Scores:
        """The correlation of each measure with people; `kind` is a key of `TITLES`."""
        if kind == SENTENCE:
            return pearson(self.human[self.judged], self.outputs[:, self.judged])
        return {
            BY_LENGTH: self.by_length.pearson,
            EQUALLY: self.equally.pearson,
            RANK: self.by_length.spearman,
        }[kind]

    def without_worst(self) -> Scores:
        """Pearson's correlation of systems but the worst; NaN where fewer than three are left."""
        left = self.by_length.without_worst()
        if len(left.people) < FEWEST_SYSTEMS:
            return np.full(len(left.measures), np.nan)
        return left.pearson


def measured(judged: JudgedSet, scores: Sequence[MetricScores], counted: Preparation) -> Experiment:
    """The experiment on a language pair with scores of outputs by people, and lengths.

    Systems are scored on the outputs that people judged; those that nobody judged are left out.
    People's scores are also weighted by the mean length of the references, as `counted` splits
    them (section 5.1).
    """
    judgements = judged.judgements
    assert judgements.scores is not None
    mask = judgements.judged()
    compared = mask.any(axis=1)
    by_name = {metric.name: metric.judged_only(mask) for metric in scores}

    def system_scores(weights: Scores | None, metrics: Metrics) -> SystemScores:
        rows = [by_name[str(metric)].system_scores[compared] for metric in metrics.values()]
        return SystemScores(mean_score(judgements, weights).scores[compared], np.array(rows))

    return Experiment(
        judgements.scores,
        np.array([by_name[str(metric)].segments for metric in WEIGHTED.values()]),
        system_scores(judged.data.make_test_set().mean_lengths(counted), WEIGHTED),
        system_scores(None, UNWEIGHTED),
    )


Experiments = dict[str, Experiment]  # by language pair


@dataclass(frozen=True, eq=False)
class Results:
    """What the experiments give, by language pairs like `WMT07-NC de-en`.

    Attributes:
        a: scores as they are, case ignored.
        b: judges normalised, case respected.
        adequacy: as A, with the scores of adequacy alone.
        fluency: as A, with those of fluency alone.
        wins: ratios of wins, where people ranked outputs.
        segments: how many segments people rated, and how many of them are short enough.
        scores: scores by all metrics, for their signatures.
    """

    a: Experiments = field(default_factory=dict)
    b: Experiments = field(default_factory=dict)
    adequacy: Experiments = field(default_factory=dict)
    fluency: Experiments = field(default_factory=dict)
    wins: Experiments = field(default_factory=dict)
    segments: dict[str, tuple[int, int]] = field(default_factory=dict)
    scores: dict[str, list[MetricScores]] = field(default_factory=dict)


def run(setup: Setup) -> Results:
    """All experiments on the language pairs that the data has.

    Raises:
        InputError: there is none, or one that was asked for is not there.
    """
    places = []
    for folder in setup.folders((*RATED, RANKED)):
        rated = named_files(folder / "human-scores", "", f".{RATINGS}.tsv")
        pairs = setup.pairs or tuple(rated) or RANKED_PAIRS
        found = [pair for pair in pairs if pair in rated] if rated else setup.present(folder, pairs)
        places += [(folder, pair, bool(rated)) for pair in found]
    setup.check_found(RANKED_PAIRS, {pair for _, pair, _ in places})
    places.sort(key=lambda place: not place[2])
    results = Results()
    for folder, pair, is_rated in progress(places, "scoring", "language pairs", len(places)):
        add = _add_rated if is_rated else _add_ranked
        add(results, setup, folder, pair, f"{label(folder)} {pair}")
    return results


def _add_rated(results: Results, setup: Setup, folder: Path, pair: str, name: str) -> None:
    """Experiments A and B, and A for adequacy and fluency apart."""
    sets, rated = _read_rated(setup, folder, pair)
    cased = replace(setup.preparation, lowercase=False)
    results.segments[name] = rated, int(sets["a"].data.available.any(axis=0).sum())
    results.scores[name] = ignoring = _scored(setup, sets["a"])
    results.scores[f"{name}, B"] = respecting = _scored(
        replace(setup, preparation=cased), sets["b"]
    )
    for reading, judged in sets.items():
        scores = respecting if reading == "b" else ignoring
        getattr(results, reading)[name] = measured(judged, scores, setup.preparation.text)


def _add_ranked(results: Results, setup: Setup, folder: Path, pair: str, name: str) -> None:
    (judged,) = replace(setup, pairs=(pair,)).read(folder, (pair,))
    scored = with_output_scores(judged.judgements, "win-ratio")
    judged = replace(judged, judgements=scored)
    results.scores[name] = _scored(setup, judged)
    results.wins[name] = measured(judged, results.scores[name], setup.preparation.text)


def most_words(setup: Setup) -> int:
    """Returns how many words outputs and references may have; 0 for no limit."""
    return MAX_WORDS if setup.max_words is None else setup.max_words


def longest(data: EvaluationSet, preparation: Preparation) -> NDArray[np.int64]:
    """The number of words of the longest output or reference of each segment."""
    texts = zip(data.references, *data.outputs.values(), strict=True)
    lengths = [max(len(preparation.split(t)) for t in (*group, *rest)) for group, *rest in texts]
    return np.array(lengths, np.int64)


def limited_to(data: EvaluationSet, segments: NDArray[np.bool_]) -> EvaluationSet:
    """A test set with outputs of some segments; those of the others are missing.

    Nothing is computed for them: their texts are blank, unless links or trees are given, which
    belong to their words.
    """
    outputs = data.outputs
    if data.given == GivenFiles():
        kept = segments.tolist()
        outputs = {
            name: tuple(text if keep else "" for text, keep in zip(texts, kept, strict=True))
            for name, texts in outputs.items()
        }
    return replace(data, outputs=outputs, available=data.available & segments)


def _scored(setup: Setup, judged: JudgedSet) -> list[MetricScores]:
    return score_judged_set(judged, setup.scoring(distinct(WEIGHTED, UNWEIGHTED)), setup.omissions)


def _read_rated(setup: Setup, folder: Path, pair: str) -> tuple[dict[str, JudgedSet], int]:
    """A language pair with each reading of the ratings, and how many segments were rated.

    Only rated segments that are short enough are left.
    """
    data = read_evaluation_set(str(folder), pair, setup.data_options(folder))
    read = _readings(data, setup.omissions)
    rated = np.asarray(read["a"].judged().any(axis=0))
    data = limited_to(data, rated)
    text, limit = setup.preparation.text, most_words(setup)
    short = rated & (longest(data, text) <= limit) if limit else rated
    if not short.any():
        raise OptionError(f"max words: no rated segment of {pair} has {limit} words or fewer")
    data = limited_to(data, short)
    sets = {
        name: JudgedSet(data, judgements.limited_to(short)) for name, judgements in read.items()
    }
    return sets, int(np.count_nonzero(rated))


def _readings(data: EvaluationSet, omissions: Omissions) -> Mapping[str, Judgements]:
    """The ratings as every experiment takes them; what is left out is counted once."""
    columns = tuple(COLUMNS.values())
    again = Omissions(skip=omissions.skip)

    def read(chosen: tuple[str, ...], counted: Omissions, *, normalize: bool = False) -> Judgements:
        options = DataOptions(RATINGS, normalize, score_columns=chosen)
        return read_judgements(data, options, counted)

    return {
        "a": read(columns, omissions),
        "b": read(columns, again, normalize=True),
        **{name: read((column,), again) for name, column in COLUMNS.items()},
    }
