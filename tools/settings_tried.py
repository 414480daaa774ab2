"""How near our figures come to those that papers print, in every setting that was tried.

    python tools/settings_tried.py DATA [PAPER…] [--list]

DATA holds wmt09/, wmt13/ and wmt15/. The table says for each paper how many cells lie within .02 of
the printed figures (2 points where they are per cent) as the paper defines its measures and in the
setting that comes nearest, of how many settings, and whether metrics stand in the paper's order.
With --list there is a table per paper, with a row for each setting.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from experiments import (
    INTO_ENGLISH,
    READINGS,
    aligned_by,
    prepared_as,
    scored_by,
)

from hyperbaton.alignment import Aligner, MeteorAligner
from hyperbaton.meta import Protocol, run_study
from hyperbaton.meta.measures import COUNT_STATISTICS, count_rows, pearson, spearman
from hyperbaton.meta.study import score_judged_set
from hyperbaton.metrics import Metric
from hyperbaton.metrics.base import Scores
from hyperbaton_papers import PAPERS, Setup
from hyperbaton_papers import birch_osborne_2010 as lrscore
from hyperbaton_papers import mccaffery_nederhof_2016 as dted
from hyperbaton_papers import stanojevic_simaan_2014 as forests
from hyperbaton_papers import stanojevic_simaan_2016 as complexity
from hyperbaton_papers.paper import distinct, metrics_of
from hyperbaton_papers.published import published_table

NEAR = 0.02
EXPONENTS = (0.1, 0.25, 0.5)


@dataclass(frozen=True)
class Tried:
    """One setting: what it is, and our figures, a row per metric and a column per language pair."""

    name: str
    ours: Scores


@dataclass(frozen=True)
class Trials:
    """All settings of a paper; the first one is that of its definitions.

    Attributes:
        printed: the paper's figures, as ours; NaN where it prints none.
        near: how far figures may lie apart to count as near.
        settings: what was tried.
    """

    printed: Scores
    near: float
    settings: Sequence[Tried]

    def distance(self, tried: Tried) -> float:
        """Returns the mean distance of a setting from the printed figures."""
        return float(np.nanmean(np.abs(tried.ours - self.printed)))

    def cells(self, tried: Tried) -> str:
        """Returns how many cells are near, of how many."""
        known = ~np.isnan(self.printed)
        near = np.abs(tried.ours - self.printed) <= self.near
        return f"{np.count_nonzero(near & known)} of {np.count_nonzero(known)}"

    def order(self, tried: Tried) -> str:
        """Returns Spearman's ρ of the metrics' means with the paper's, and who comes first."""
        ours, theirs = (
            np.nanmean(np.where(np.isnan(self.printed), np.nan, values), axis=1)
            for values in (tried.ours, self.printed)
        )
        best = "same best" if ours.argmax() == theirs.argmax() else "another best"
        return f"{float(spearman(ours, theirs)):.2f}, {best}"

    @property
    def nearest(self) -> Tried:
        """The setting with the smallest mean distance."""
        return min(self.settings, key=self.distance)


def of_forests(setup: Setup) -> Trials:
    """Tau of segments on WMT13, into English."""
    table = published_table("stanojevic-simaan-2014-table-2")
    names = list(forests.ORDERS)
    printed = np.array(
        [[table.value(name, pair) for pair in INTO_ENGLISH] for name in names], float
    )

    def scores(chosen: Setup, metrics: Sequence[Metric]) -> list[tuple[Any, list[Scores]]]:
        found = []
        for judged in chosen.read(chosen.folder("wmt13"), INTO_ENGLISH):
            scored = score_judged_set(judged, chosen.scoring(metrics), chosen.omissions)
            found.append((judged.judgements.preferences, [np.asarray(m.segments) for m in scored]))
        return found

    def taus(sets: list[tuple[Any, list[Scores]]], statistic: str = "tau") -> Scores:
        value = COUNT_STATISTICS[statistic]
        rows = [[value(count_rows(p, s).sum(axis=0)) for s in found] for p, found in sets]
        return np.array(rows, float).T

    def settings() -> Iterator[Tried]:
        whole, bare = (
            distinct(forests.full(orders)) for orders in (forests.ORDERS, forests.WITHOUT_PENALTY)
        )
        own = scores(setup, whole)
        yield Tried("as defined", taus(own))
        yield Tried("`--aligner best`", taus(scores(aligned_by(setup, Aligner), whole)))
        exact = aligned_by(setup, matchers="exact")
        yield Tried("`--matchers exact`", taus(scores(exact, whole)))
        for tokenize, lowercase in (("unicode", True), ("13a", True), ("13a", False)):
            case = "" if lowercase else " --keep-case"
            chosen = prepared_as(setup, tokenize, lowercase)
            yield Tried(f"`--tokenize {tokenize}{case}`", taus(scores(chosen, whole)))
        for statistic in ("tau-wmt12", "tau-wmt14"):
            yield Tried(f"`{statistic}` for tau", taus(own, statistic))
        yield Tried("no brevity penalty", taus(scores(setup, bare)))
        yield Tried(
            "no brevity penalty, `--tokenize 13a`",
            taus(scores(prepared_as(setup, "13a", True), bare)),
        )
        plain = prepared_as(setup, "none", False)
        text = "`--tokenize none --keep-case`"
        with_penalty, without = scores(plain, whole), scores(plain, bare)
        words = scores(
            plain, distinct(metrics_of({"words": "full(order=kendall,lexical=bleu1,alpha=1)"}))
        )
        yield Tried(f"{text}, no brevity penalty", taus(without))
        for exponent in EXPONENTS:
            mixed = []
            for (judged, ones), (_, bares), (_, (word,)) in zip(
                with_penalty, without, words, strict=True
            ):
                both = zip(bares, ones, strict=True)
                mixed.append((judged, [powered(*each, word, exponent) for each in both]))
            yield Tried(f"{text}, brevity penalty to the power of {exponent:g}", taus(mixed))
        yield Tried(text, taus(with_penalty))

    return Trials(printed, NEAR, list(settings()))


def powered(bare: Scores, full: Scores, words: Scores, exponent: float) -> Scores:
    """Equation 2 with a power of the penalty, from its scores without and with it, and of words."""
    half = 0.5 * words
    order, penalised = bare - half, full - half
    penalty = np.divide(penalised, order, out=np.ones_like(order), where=order > 1e-12)
    return half + order * np.clip(penalty, 0.0, 1.0) ** exponent


def of_complexity(setup: Setup) -> Trials:
    """Spearman's correlation of systems on WMT13, into English."""
    table = published_table("stanojevic-simaan-2016-table-2")
    metrics = complexity.metrics()
    printed = np.array([[table.value(n, p) for p in INTO_ENGLISH] for n in metrics], float)

    def found(chosen: Setup, human: str = "win-ratio", **options: Any) -> Scores:
        sets = chosen.read(chosen.folder("wmt13"), INTO_ENGLISH)
        protocol = Protocol(
            "system", "spearman", human, **{"test": "none", "samples": 0, **options}
        )
        result = run_study(sets, chosen.scoring(distinct(metrics)), [protocol])
        return complexity.bootstrapped(result.tables[0]).values.T

    def settings() -> Iterator[Tried]:
        yield Tried("as defined, means of 1000 resamples", found(setup, samples=1000))
        yield Tried("`--samples 0`", found(setup))
        yield Tried("`--samples 0 --aligner meteor`", found(aligned_by(setup, MeteorAligner)))
        for tokenize, lowercase in (("intl", True), ("13a", False), ("none", False)):
            case = "" if lowercase else " --keep-case"
            chosen = prepared_as(setup, tokenize, lowercase)
            yield Tried(f"`--samples 0 --tokenize {tokenize}{case}`", found(chosen))
        yield Tried("`--samples 0 --human-ranking expected-wins`", found(setup, "expected-wins"))
        yield Tried("`--samples 0`, on judged outputs only", found(setup, judged_only=True))

    return Trials(printed, NEAR, list(settings()))


def of_trees(setup: Setup) -> Trials:
    """Pearson's correlation of systems on WMT15, into English, and of all systems pooled."""
    named = {**dted.HOLISTIC, **dted.WORD_ORDER}
    metrics, columns = metrics_of(named), [*dted.PAIRS, dted.POOLED]
    tables = [published_table(f"{dted.NAME}-table-{3 if n in dted.HOLISTIC else 4}") for n in named]
    rows = zip(tables, named, strict=True)
    printed = np.array([[table.value(name, c) for c in columns] for table, name in rows], float)

    def found(
        chosen: Setup,
        reading: Callable[[list[int]], list[float]],
        judged_only: bool = True,
        names: Sequence[str] = tuple(named),
    ) -> Scores:
        parts, asked = [], [metrics[name] for name in names]
        for judged in chosen.read(chosen.folder("wmt15"), dted.PAIRS, dted.NOT_OFFICIAL):
            scored = score_judged_set(judged, chosen.scoring(asked), chosen.omissions)
            mask = judged.judgements.preferences.judged()
            systems = [(m.judged_only(mask) if judged_only else m).system_scores for m in scored]
            people = scored_by(reading, judged)
            known = ~np.isnan(people)
            parts.append((people[known], np.array(systems)[:, known]))
        people, systems = (np.concatenate(each, axis=-1) for each in zip(*parts, strict=True))
        return np.array([pearson(h, m) for h, m in [*parts, (people, systems)]]).T

    def settings() -> Iterator[Tried]:
        (_, reading), *others = READINGS.items()
        own = found(setup, reading)
        yield Tried("as defined, ranks scored by `ranking-score`", own)
        for name, other in others:
            yield Tried(f"ranks scored {name}", found(setup, other))
        yield Tried("on all outputs, not the judged ones", found(setup, reading, False))
        for tokenize, lowercase in (("13a", False), ("13a", True), ("none", False)):
            case = " --lowercase" if lowercase else ""
            chosen = prepared_as(setup, tokenize, lowercase)
            holistic = found(chosen, reading, names=tuple(dted.HOLISTIC))
            rest = own[len(dted.HOLISTIC) :]
            name = f"`--tokenize {tokenize}{case}` for table 3"
            yield Tried(name, np.concatenate([holistic, rest]))

    return Trials(printed, NEAR, list(settings()))


def of_lrscore(setup: Setup) -> Trials:
    """Consistency in per cent on WMT09 de-en, the only language pair of the paper at hand."""
    table = published_table(lrscore.TABLE)
    names = ["BLEU4", *lrscore.VARIANTS]
    printed = np.array([[table.value(name, "de-en")] for name in names], float)

    def found(chosen: Setup) -> Scores:
        (judged,) = replace(chosen, pairs=("de-en",)).read(chosen.folder("wmt09"), ["de-en"])
        measured = lrscore.measure(chosen, judged)
        return np.array([[measured.consistency(name, held_out=False)] for name in names])

    def settings() -> Iterator[Tried]:
        yield Tried("as defined, with our aligner", found(setup))
        yield Tried("`--aligner meteor`", found(aligned_by(setup, MeteorAligner)))
        yield Tried("`--matchers exact`", found(aligned_by(setup, matchers="exact")))
        for tokenize, lowercase in (
            ("intl", False),
            ("13a", True),
            ("none", True),
            ("none", False),
        ):
            case = "" if lowercase else " --keep-case"
            chosen = prepared_as(setup, tokenize, lowercase)
            yield Tried(f"`--tokenize {tokenize}{case}`", found(chosen))

    return Trials(printed, 100 * NEAR, list(settings()))


TRIALS: Mapping[str, Callable[[Setup], Trials]] = {
    forests.NAME: of_forests,
    complexity.NAME: of_complexity,
    dted.NAME: of_trees,
    lrscore.NAME: of_lrscore,
}


def print_row(*cells: str) -> None:
    """Prints one row of a table."""
    print(f"| {' | '.join(cells)} |")


def print_list(trials: Trials) -> None:
    """Prints a row for each setting of a paper."""
    print_row("setting", "cells near", "mean distance", "order of metrics (ρ)")
    print_row(*["---"] * 4)
    places = 4 if trials.near < 1 else 2
    for tried in trials.settings:
        distance = f"{trials.distance(tried):.{places}f}"
        print_row(tried.name, trials.cells(tried), distance, trials.order(tried))


def print_summary(found: Mapping[str, Trials]) -> None:
    """Prints a row for each paper."""
    header = ("paper", "near as defined", "order (ρ)", "settings", "nearest", "near", "order (ρ)")
    print_row(*header)
    print_row(*["---"] * len(header))
    for name, trials in found.items():
        own, best = trials.settings[0], trials.nearest
        print_row(
            f"`{name}`",
            trials.cells(own),
            trials.order(own),
            str(len(trials.settings)),
            best.name,
            trials.cells(best),
            trials.order(best),
        )


def main() -> None:
    """Prints the table of papers, or those of settings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("papers", nargs="*", metavar="PAPER", default=list(TRIALS))
    parser.add_argument("--list", action="store_true", help="print every setting")
    arguments = parser.parse_args()
    found = {
        name: TRIALS[name](Setup(arguments.data, PAPERS[name].preparation))
        for name in arguments.papers
    }
    if arguments.list:
        for trials in found.values():
            print_list(trials)
    else:
        print_summary(found)


if __name__ == "__main__":
    main()
