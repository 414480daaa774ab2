"""The language pairs of an experiment, read and scored.

Where people rated outputs, experiments A and B are those of the paper: A takes scores as they are
and ignores case, B normalises judges and respects case. Where people ranked outputs, the score of
an output is its ratio of wins within its segment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    JudgedSet,
    Judgements,
    MetricScores,
    Omissions,
    read_evaluation_set,
    read_judgements,
)
from hyperbaton.meta.agreement.system_scores import with_output_scores
from hyperbaton.meta.data.evaluation_set import EvaluationSet, named_files
from hyperbaton.meta.study import score_judged_set
from hyperbaton.resources import progress
from hyperbaton_papers.leusch_et_al_2003.experiment import Experiment, measured
from hyperbaton_papers.leusch_et_al_2003.measures import UNWEIGHTED, WEIGHTED
from hyperbaton_papers.paper import distinct
from hyperbaton_papers.setup import Setup, label

RANKED, RATED = "wmt13", ("wmt07-nc", "wmt07-ep")
RANKED_PAIRS = ("cs-en", "de-en", "es-en", "fr-en", "ru-en")
RATINGS = "nist"  # human-scores/LP.nist.tsv
COLUMNS = {"adequacy": "scoreA", "fluency": "scoreB"}
MAX_WORDS = 50
Experiments = dict[str, Experiment]  # by language pair


@dataclass(frozen=True, eq=False)
class Results:
    """What the experiments give, by language pairs such as `WMT07-NC de-en`.

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
    rated, ranked = [], []
    for folder in setup.folders((*RATED, RANKED)):
        pairs = named_files(folder / "human-scores", "", f".{RATINGS}.tsv")
        if pairs:
            rated += [(folder, pair) for pair in pairs if pair in (setup.pairs or pairs)]
        else:
            asked = setup.pairs or RANKED_PAIRS
            ranked += [(folder, pair) for pair in setup.present(folder, asked)]
    _check_found(setup, [pair for _, pair in (*rated, *ranked)])
    results = Results()
    places = progress((*rated, *ranked), "scoring", "language pairs", len(rated) + len(ranked))
    for folder, pair in places:
        name = f"{label(folder)} {pair}"
        if (folder, pair) in rated:
            _add_rated(results, setup, folder, pair, name)
        else:
            _add_ranked(results, setup, folder, pair, name)
    return results


def _check_found(setup: Setup, found: list[str]) -> None:
    missing = [pair for pair in setup.pairs or () if pair not in found]
    if missing or not found:
        raise InputError(
            f"{setup.data}: has no references/LP.NAME.txt with judgements for "
            f"{', '.join(missing or RANKED_PAIRS)}"
        )


def _add_rated(results: Results, setup: Setup, folder: Path, pair: str, name: str) -> None:
    """Experiments A and B, and A for adequacy and fluency apart."""
    sets, rated = _read_rated(setup, folder, pair)
    cased = replace(setup.context, text=replace(setup.context.text, lowercase=False))
    results.segments[name] = rated, int(sets["a"].data.available.any(axis=0).sum())
    results.scores[name] = ignoring = _scored(setup, sets["a"])
    results.scores[f"{name}, B"] = respecting = _scored(replace(setup, context=cased), sets["b"])
    for reading, judged in sets.items():
        scores = respecting if reading == "b" else ignoring
        getattr(results, reading)[name] = measured(judged, scores)


def _add_ranked(results: Results, setup: Setup, folder: Path, pair: str, name: str) -> None:
    (judged,) = replace(setup, pairs=(pair,)).read(folder, (pair,))
    scored = with_output_scores(judged.judgements, "win-ratio")
    judged = replace(judged, judgements=scored).with_lengths(setup.context.preprocessing)
    results.scores[name] = _scored(setup, judged)
    results.wins[name] = measured(judged, results.scores[name])


def _scored(setup: Setup, judged: JudgedSet) -> list[MetricScores]:
    return score_judged_set(judged, setup.scoring(distinct(WEIGHTED, UNWEIGHTED)), setup.omissions)


def _read_rated(setup: Setup, folder: Path, pair: str) -> tuple[dict[str, JudgedSet], int]:
    """A language pair with each reading of the ratings, and how many segments were rated.

    Only rated segments that are short enough are left.
    """
    options = setup.data_options(folder, MAX_WORDS)
    data = read_evaluation_set(str(folder), pair, given=options.given)
    read = _readings(data, setup.omissions)
    rated = np.asarray(read["a"].judged().any(axis=0))
    data = data.limited_to(rated)
    short = rated
    if options.max_words:
        short = rated & (data.longest(options.counted) <= options.max_words)
    if not short.any():
        raise OptionError(
            f"max words: no rated segment of {pair} has {options.max_words} words or fewer"
        )
    data = data.limited_to(short)
    sets = {
        name: JudgedSet(data, judgements.limited_to(short)).with_lengths(options.counted)
        for name, judgements in read.items()
    }
    return sets, int(np.count_nonzero(rated))


def _readings(data: EvaluationSet, omissions: Omissions) -> Mapping[str, Judgements]:
    """The ratings as every experiment takes them; what is left out is counted once."""
    columns = tuple(COLUMNS.values())
    again = Omissions(skip=omissions.skip)

    def read(chosen: tuple[str, ...], counted: Omissions, *, normalize: bool = False) -> Judgements:
        return read_judgements(
            data, RATINGS, omissions=counted, normalize=normalize, columns=chosen, repeats=True
        )

    return {
        "a": read(columns, omissions),
        "b": read(columns, again, normalize=True),
        **{name: read((column,), again) for name, column in COLUMNS.items()},
    }


def campaigns(found: Experiments) -> str:
    """What the test sets have in common, such as `WMT07` of WMT07-NC and WMT07-EP."""
    return "/".join(dict.fromkeys(pair.split()[0].partition("-")[0] for pair in found))


def short_names(found: Experiments) -> list[str]:
    """Names of language pairs without what the test sets have in common, such as `NC de-en`."""
    prefix = f"{campaigns(found)}-"
    return [pair.removeprefix(prefix) for pair in found]
