"""Why figures differ from those that papers print: one experiment per row, as Markdown.

    python tools/experiments.py stanojevic-simaan-2014 --data DATA --paraphrases paraphrase-en.gz

DATA holds wmt13/ and wmt15/. A row says what was changed; `docs/results.md` has the tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hyperbaton.alignment import Aligner, MeteorAligner, WordAligner
from hyperbaton.evidence import Preparation
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    JudgedSet,
    Protocol,
    read_judged_sets,
    run_study,
)
from hyperbaton.meta.measures import count_rows, pearson, tau
from hyperbaton.meta.scores import human_totals
from hyperbaton.meta.study import score_judged_set
from hyperbaton.metrics import Metric, as_metric
from hyperbaton.metrics.base import Scores
from hyperbaton.parsing import as_parser
from hyperbaton_papers import Setup
from hyperbaton_papers import mccaffery_nederhof_2016 as dted
from hyperbaton_papers import stanojevic_simaan_2014 as forests
from hyperbaton_papers import stanojevic_simaan_2016 as complexity
from hyperbaton_papers.paper import distinct, metrics_of
from hyperbaton_papers.published import PublishedTable, published_table
from hyperbaton_papers.setup import without

PRINTED_SEGMENTS = {"cs-en": 909, "de-en": 692, "fi-en": 510, "fr-en": 815, "ru-en": 782}
METEOR_TEXT = ("meteor", True)
INTO_ENGLISH = ("cs-en", "de-en", "es-en", "fr-en")
Row = tuple[str, Sequence[float]]


def markdown(header: Sequence[str], rows: Iterator[Row], decimals: int = 3) -> None:
    """Prints a table, each row when it is known."""
    escaped = [name.replace("|", "\\|") for name in header]
    print(f"| {' | '.join(escaped)} |\n|{' --- |' * len(header)}")
    for name, values in rows:
        cells = ["–" if np.isnan(value) else f"{value:.{decimals}f}" for value in values]
        print(f"| {' | '.join([name, *cells])} |", flush=True)


def aligned_by(setup: Setup, kind: type[WordAligner] | None = None, **changes: Any) -> Setup:
    """The setup with another aligner, or other parameters of its own."""
    aligner = setup.preparation.aligner
    changed = aligner.converted_to(kind or type(aligner), **changes)
    return replace(setup, preparation=replace(setup.preparation, aligner=changed))


def without_tables(setup: Setup) -> Setup:
    """The setup without paraphrases."""
    return aligned_by(setup, paraphrases=None)


def prepared_as(setup: Setup, tokenize: str, lowercase: bool) -> Setup:
    """The setup with text prepared otherwise."""
    return replace(
        setup, preparation=replace(setup.preparation, tokenize=tokenize, lowercase=lowercase)
    )


def has_paraphrases(setup: Setup) -> bool:
    """Whether a table of paraphrases was given."""
    return bool(getattr(setup.preparation.aligner, "paraphrases", None))


def printed_means(table: PublishedTable, names: Sequence[str]) -> list[float]:
    """What a paper prints, averaged over the language pairs into English that are at hand."""
    values = [[table.value(name, pair) for pair in INTO_ENGLISH] for name in names]
    return [float(value) for value in np.array(values, float).mean(axis=1)]


def mean_taus(setup: Setup, bp: bool = True, statistic: str = "tau") -> list[float]:
    """The mean over language pairs of every metric's tau."""
    metrics = forests.full(forests.ORDERS if bp else forests.WITHOUT_PENALTY)
    sets = setup.read(setup.folder("wmt13"), INTO_ENGLISH)
    protocol = Protocol("segment", statistic, test="none", samples=0)
    result = run_study(sets, setup.scoring(distinct(metrics)), [protocol])
    return [float(value) for value in result.tables[0].means]


def segments(setup: Setup) -> None:
    """Permutation forests: level and order of the metrics, means over the four pairs of WMT13."""
    table = published_table("stanojevic-simaan-2014-table-2")
    names = list(forests.ORDERS)
    printed = printed_means(table, names)
    own = replace(setup, given=GivenFiles())
    plain = without_tables(own)

    def text(tokenize: str, lowercase: bool) -> Setup:
        return prepared_as(plain, tokenize, lowercase)

    def rows() -> Iterator[Row]:
        yield "the paper", printed
        if setup.given.links:
            given = prepared_as(setup, *METEOR_TEXT)
            yield "METEOR 1.5's alignments and words", mean_taus(given)
            yield "… no brevity penalty (`bp=false`)", mean_taus(given, bp=False)
        yield "`reproduce stanojevic-simaan-2014`", mean_taus(plain)
        if has_paraphrases(own):
            yield "… `--aligner 'meteor(paraphrases=…)'`", mean_taus(own)
            yield "… `--aligner 'best(paraphrases=…)'`", mean_taus(aligned_by(own, Aligner))
        yield "… `--aligner best`", mean_taus(aligned_by(plain, Aligner))
        yield "… `--matchers exact`", mean_taus(aligned_by(plain, matchers="exact"))
        yield "… `--tokenize unicode`", mean_taus(text("unicode", True))
        yield "… `--tokenize 13a`", mean_taus(text("13a", True))
        yield "… `--tokenize 13a --keep-case`", mean_taus(text("13a", False))
        yield "… `--tokenize none --keep-case`", mean_taus(text("none", False))
        yield "metric ties discordant (`tau-wmt12`)", mean_taus(plain, statistic="tau-wmt12")
        yield "metric ties half right (`tau-wmt14`)", mean_taus(plain, statistic="tau-wmt14")
        yield "no brevity penalty (`bp=false`)", mean_taus(plain, bp=False)
        yield "… `--tokenize 13a`", mean_taus(text("13a", True), bp=False)
        yield "… `--tokenize none --keep-case`", mean_taus(text("none", False), bp=False)

    markdown(["mean tau", *names], rows())


def human_ties(setup: Setup) -> None:
    """Permutation forests on fr-en, whose rankings have ties: what human ties would do."""
    folder = setup.folder("wmt13")
    ranked = str(folder / "rankings" / "fr-en.judgments.csv.gz")
    (judged,) = read_judged_sets(str(folder), ["fr-en"], DataOptions(human=ranked))
    table = published_table("stanojevic-simaan-2014-table-2")
    names = list(forests.ORDERS)

    def counts(bp: bool) -> list[Scores]:
        metrics = forests.full(forests.ORDERS if bp else forests.WITHOUT_PENALTY)
        scoring = setup.scoring(distinct(metrics))
        found = score_judged_set(judged, scoring, setup.omissions)
        preferences = judged.judgements.preferences
        return [count_rows(preferences, np.asarray(m.segments)).sum(axis=0) for m in found]

    def with_human_ties(row: Scores) -> float:
        agree, disagree, _, human, _ = row
        return float((agree - disagree) / (agree + disagree + human))

    def rows() -> Iterator[Row]:
        yield "the paper", [table.value(name, "fr-en") or np.nan for name in names]
        for bp, which in ((True, ""), (False, ", no brevity penalty")):
            found = counts(bp)
            yield f"ties dropped{which}", [float(tau(row)) for row in found]
            yield f"human ties in the denominator{which}", [with_human_ties(row) for row in found]

    markdown(["fr-en", *names], rows())


def systems(setup: Setup) -> None:
    """Permutation complexity: Spearman's correlation, means over the four pairs of WMT13."""
    table = published_table("stanojevic-simaan-2016-table-2")
    metrics = complexity.metrics()
    plain = without_tables(setup)

    def means(chosen: Setup, human: str = "win-ratio", **options: Any) -> list[float]:
        sets = chosen.read(chosen.folder("wmt13"), INTO_ENGLISH)
        given = {"test": "none", "samples": 0, **options}
        protocol = Protocol("system", "spearman", human, **given)
        result = run_study(sets, chosen.scoring(distinct(metrics)), [protocol])
        found = complexity.bootstrapped(result.tables[0]).values
        paper = np.array([[table.value(n, p) for n in metrics] for p in INTO_ENGLISH], float)
        return [*found.mean(axis=0), float(np.abs(found - paper).mean())]

    def rows() -> Iterator[Row]:
        yield "the paper", [*printed_means(table, list(metrics)), np.nan]
        yield "`reproduce stanojevic-simaan-2016`", means(plain, samples=1000)
        yield "… without bootstrap (`--samples 0`)", means(plain)
        if has_paraphrases(setup):
            yield "… `--samples 0 --aligner 'best(paraphrases=…)'`", means(setup)
        yield "… `--samples 0 --aligner meteor`", means(aligned_by(plain, MeteorAligner))
        for tokenize, lowercase in (("intl", True), ("13a", False), ("none", False)):
            case = "" if lowercase else " --keep-case"
            prepared = prepared_as(plain, tokenize, lowercase)
            yield f"… `--samples 0 --tokenize {tokenize}{case}`", means(prepared)
        yield "… `--samples 0 --human-ranking expected-wins`", means(plain, "expected-wins")
        yield "… `--samples 0`, on judged outputs only", means(plain, judged_only=True)

    markdown(["mean of Spearman's", *metrics, "mean |difference|"], rows())


def trees(setup: Setup) -> None:
    """DTED: mean distance from the printed figures of each column of tables 3 and 4."""
    tables = {3: dted.HOLISTIC, 4: dted.WORD_ORDER}
    columns = [*dted.PAIRS, dted.POOLED]

    def distances(number: int, chosen: Setup, human: str, judged_only: bool = True) -> list[float]:
        sets = chosen.read(
            chosen.folder("wmt15"),
            dted.PAIRS,
            dted.NOT_OFFICIAL,
        )
        metrics = metrics_of(tables[number])
        protocol = Protocol(
            "system", "pearson", human, judged_only=judged_only, test="none", samples=0
        )
        result = run_study(sets, chosen.scoring(distinct(metrics)), [protocol])
        scores = [result.scores[judged.pair] for judged in sets]
        pooled = dted.pooled_correlations(sets, scores, protocol)
        found = np.vstack([result.tables[0].values, pooled])
        table = published_table(f"mccaffery-nederhof-2016-table-{number}")
        paper = np.array([[table.value(n, c) for n in metrics] for c in columns], float)
        return [float(value) for value in np.abs(found - paper).mean(axis=1)]

    plain = without_tables(setup)

    def rows(number: int) -> Iterator[Row]:
        yield "`reproduce mccaffery-nederhof-2016`", distances(number, plain, dted.HUMAN)
        for human in ("win-ratio", "expected-wins"):
            yield f"… `--human-ranking {human}`", distances(number, plain, human)
        yield "… on all outputs, not the judged ones", distances(number, plain, dted.HUMAN, False)
        if has_paraphrases(setup):
            given = distances(number, setup, dted.HUMAN)
            yield "… `--aligner 'best(paraphrases=…)'`", given
        if number == 3:
            for tokenize, lowercase in (("13a", False), ("13a", True), ("none", False)):
                prepared = prepared_as(plain, tokenize, lowercase)
                case = " --lowercase" if lowercase else ""
                yield f"… `--tokenize {tokenize}{case}`", distances(3, prepared, dted.HUMAN)

    for number in tables:
        markdown([f"table {number}: mean |difference|", *columns], rows(number))
        print()


def scored_by(score: Callable[[list[int]], list[float]], judged: JudgedSet) -> Scores:
    """People's scores of systems: means of what a function makes of the ranks of each ranking."""
    preferences = judged.judgements.preferences
    assert preferences.ranks is not None
    assert preferences.ranking is not None
    rankings: dict[int, dict[int, int]] = {}
    for ranking, systems_ranked, ranks in zip(
        preferences.ranking.tolist(),
        np.column_stack([preferences.first, preferences.second]).tolist(),
        preferences.ranks.tolist(),
        strict=True,
    ):
        rankings.setdefault(ranking, {}).update(zip(systems_ranked, ranks, strict=True))
    found: list[list[float]] = [[] for _ in preferences.systems]
    for ranking_of in rankings.values():
        for system, value in zip(ranking_of, score([*ranking_of.values()]), strict=True):
            found[system].append(value)
    return np.array([np.mean(values) if values else np.nan for values in found])


def by_span(all_tied: float) -> Callable[[list[int]], list[float]]:
    """From 1 for the best rank to 0 for the worst."""

    def score(ranks: list[int]) -> list[float]:
        best, worst = min(ranks), max(ranks)
        return [all_tied if best == worst else (worst - r) / (worst - best) for r in ranks]

    return score


def by_level(ranks: list[int]) -> list[float]:
    """From 1 to 0 in equal steps over the different ranks of the ranking."""
    levels = sorted(set(ranks))
    return [1.0 - levels.index(r) / max(len(levels) - 1, 1) for r in ranks]


def by_better(ranks: list[int]) -> list[float]:
    """1 less the share of others that are better."""
    return [1.0 - sum(o < r for o in ranks) / max(len(ranks) - 1, 1) for r in ranks]


def by_worse(ranks: list[int]) -> list[float]:
    """The share of others that are worse, half of those that are tied included."""
    others = max(len(ranks) - 1, 1)
    return [
        (sum(o > r for o in ranks) + (sum(o == r for o in ranks) - 1) / 2) / others for r in ranks
    ]


READINGS = {
    "from best to worst rank, all tied ½ (`ranking-score`)": by_span(0.5),
    "from best to worst rank, all tied 1": by_span(1.0),
    "by different ranks": by_level,
    "by how many are better": by_better,
    "by how many are worse, ties half": by_worse,
    "1 - (rank - 1) / 4": lambda ranks: [1.0 - (rank - 1) / 4 for rank in ranks],
}


def readings(setup: Setup) -> None:
    """DTED: mean distance from the printed figures for each way of scoring ranks."""
    named = {**dted.HOLISTIC, **dted.WORD_ORDER}
    metrics = metrics_of(named)
    sets = setup.read(setup.folder("wmt15"), dted.PAIRS, dted.NOT_OFFICIAL)
    columns = [*dted.PAIRS, dted.POOLED]
    tables = [published_table(f"{dted.NAME}-table-{3 if n in dted.HOLISTIC else 4}") for n in named]
    pairs_of_names = list(zip(tables, named, strict=True))
    paper = np.array([[table.value(n, c) for c in columns] for table, n in pairs_of_names], float)
    scores = []
    for judged in sets:
        found = score_judged_set(judged, setup.scoring(distinct(metrics)), setup.omissions)
        mask = judged.judgements.preferences.judged()
        scores.append(np.array([metric.judged_only(mask).system_scores for metric in found]))

    def rows() -> Iterator[Row]:
        for name, reading in READINGS.items():
            people = [scored_by(reading, judged) for judged in sets]
            known = [~np.isnan(each) for each in people]
            parts = list(zip(people, scores, known, strict=True))
            figures = [pearson(human[k], metric[:, k]) for human, metric, k in parts]
            figures.append(
                pearson(
                    np.concatenate([human[k] for human, _, k in parts]),
                    np.concatenate([metric[:, k] for _, metric, k in parts], axis=1),
                )
            )
            yield name, np.abs(np.array(figures).T - paper).mean(axis=0).tolist()

    markdown(["mean |difference|", *columns], rows())


def left_out(setup: Setup) -> None:
    """DTED on fr-en, where the paper has six of seven systems: without each of them."""
    metrics = {name: dted.WORD_ORDER[name] for name in ("DTED row 4", "DTED row 5")}
    (judged,) = replace(setup, pairs=("fr-en",)).read(
        setup.folder("wmt15"), dted.PAIRS, dted.NOT_OFFICIAL
    )
    protocol = Protocol("system", "pearson", dted.HUMAN, judged_only=True, test="none", samples=0)
    table = published_table("mccaffery-nederhof-2016-table-4")

    def correlations(pattern: str) -> list[float]:
        chosen = without(judged, pattern)
        result = run_study([chosen], setup.scoring(distinct(metrics_of(metrics))), [protocol])
        return [float(value) for value in result.tables[0].values[0]]

    def rows() -> Iterator[Row]:
        yield "the paper", [table.value(name, "fr-en") or np.nan for name in metrics]
        yield "all seven", correlations("")
        for system in judged.data.systems:
            yield f"without `{system}`", correlations(system)

    markdown(["fr-en", *metrics], rows())


def subsets(setup: Setup) -> None:
    """DTED: where 95 % of random choices of as many segments as the paper has lie."""
    metrics = metrics_of({**dted.HOLISTIC, **dted.WORD_ORDER})
    sets = setup.read(setup.folder("wmt15"), dted.PAIRS, dted.NOT_OFFICIAL)
    for scope, judged_only in (("judged outputs", True), ("all outputs of these segments", False)):
        columns = [_ranges(setup, judged, distinct(metrics), judged_only) for judged in sets]
        print(f"| {scope} | {' | '.join(dted.PAIRS)} |\n|{' --- |' * 6}")
        for k, name in enumerate(metrics):
            table = published_table(
                f"mccaffery-nederhof-2016-table-{3 if name in dted.HOLISTIC else 4}"
            )
            cells = [
                _range_cell(ranges[k], table.value(name, pair) or np.nan)
                for pair, ranges in zip(dted.PAIRS, columns, strict=True)
            ]
            print(f"| {name} | {' | '.join(cells)} |")
        print()


def _range_cell(bounds: Scores, printed: float) -> str:
    low, high = bounds
    inside = low <= printed <= high
    return f"{low:.3f} to {high:.3f} ({printed:.3f}{'' if inside else ', outside'})"


def _ranges(
    setup: Setup, judged: JudgedSet, metrics: Sequence[Metric], judged_only: bool
) -> Scores:
    """For each metric the bounds of its correlation, one row each."""
    mask = judged.judgements.preferences.judged()
    segments = np.flatnonzero(mask.any(axis=0))
    random = np.random.default_rng(setup.seed)
    weights = np.zeros((setup.samples, mask.shape[1]))
    for row in weights:
        row[random.choice(segments, PRINTED_SEGMENTS[judged.pair], replace=False)] = 1.0
    people = human_totals(judged.judgements, dted.HUMAN).weighted(weights)
    bounds = []
    for metric in score_judged_set(judged, setup.scoring(metrics), setup.omissions):
        totals = (metric.judged_only(mask) if judged_only else metric).totals
        assert totals is not None
        bounds.append(np.percentile(pearson(people, totals.weighted(weights)), [2.5, 97.5]))
    return np.array(bounds)


def fragmentation(setup: Setup) -> None:
    """DTED: METEOR and its fragmentation from sums over the test set, or averaged."""
    table = published_table("mccaffery-nederhof-2016-table-4")
    plain = without_tables(setup)

    def correlations(chosen: Setup, averaged: bool) -> list[float]:
        found = []
        for judged in chosen.read(
            chosen.folder("wmt15"),
            dted.PAIRS,
            dted.NOT_OFFICIAL,
        ):
            scoring = chosen.scoring([as_metric("meteor-frag")])
            (metric,) = score_judged_set(judged, scoring, chosen.omissions)
            mask = judged.judgements.preferences.judged()
            scores = metric.judged_only(mask).system_scores
            if averaged:
                scores = np.nanmean(np.where(mask, np.asarray(metric.segments), np.nan), axis=1)
            people = human_totals(judged.judgements, dted.HUMAN).scores
            found.append(float(pearson(people, scores)))
        return found

    def rows() -> Iterator[Row]:
        yield (
            "the paper",
            [table.value("Meteor Frag", p) or np.nan for p in dted.PAIRS],
        )
        for chosen, which in ((plain, ""), (setup, ", with paraphrases")):
            if which and not has_paraphrases(setup):
                continue
            yield f"sums over the test set{which}", correlations(chosen, averaged=False)
            yield f"mean of segments{which}", correlations(chosen, averaged=True)

    markdown(["Meteor Frag", *dted.PAIRS], rows())


EXPERIMENTS: dict[str, tuple[Callable[[Setup], None], Preparation]] = {
    "stanojevic-simaan-2014": (segments, forests.PAPER.preparation),
    "stanojevic-simaan-2014-ties": (human_ties, forests.PAPER.preparation),
    "mccaffery-nederhof-2016": (trees, dted.PAPER.preparation),
    "mccaffery-nederhof-2016-meteor": (fragmentation, dted.PAPER.preparation),
    "mccaffery-nederhof-2016-readings": (readings, dted.PAPER.preparation),
    "mccaffery-nederhof-2016-left-out": (left_out, dted.PAPER.preparation),
    "mccaffery-nederhof-2016-segments": (subsets, dted.PAPER.preparation),
    "stanojevic-simaan-2016": (systems, complexity.PAPER.preparation),
}


def main() -> None:
    """Runs one set of experiments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--data", required=True)
    parser.add_argument("--paraphrases")
    parser.add_argument("--links", help="alignments by METEOR, see tools/align_with_meteor.py")
    parser.add_argument("--parser", default="english")
    arguments = parser.parse_args()
    run, preparation = EXPERIMENTS[arguments.experiment]
    setup = Setup(
        arguments.data,
        replace(preparation, parser=as_parser(arguments.parser)),
        given=GivenFiles(links=arguments.links),
    )
    if arguments.paraphrases:
        setup = aligned_by(setup, paraphrases=arguments.paraphrases)
    run(setup)


if __name__ == "__main__":
    main()
