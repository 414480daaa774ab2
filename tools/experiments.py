"""Why figures differ from those that papers print: one experiment per row, as Markdown.

    python tools/experiments.py stanojevic-simaan-2014 --data DATA --paraphrases paraphrase-en.gz

DATA holds wmt13/ and wmt15/. A row says what was changed; `docs/results.md` has the tables.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from hyperbaton.alignment import Aligner, MeteorAligner, WordAligner
from hyperbaton.evidence import Context
from hyperbaton.meta import (
    DataOptions,
    JudgedSet,
    Protocol,
    StatisticsCache,
    read_judged_sets,
    run_study,
)
from hyperbaton.meta.agreement.correlation import pearson
from hyperbaton.meta.agreement.pair_counts import count_rows, tau
from hyperbaton.meta.agreement.system_ranking import human_totals
from hyperbaton.meta.study import score_judged_set
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.base import Scores
from hyperbaton.parsing import as_parser
from hyperbaton.reproduction import Setup
from hyperbaton.reproduction import mccaffery_nederhof_2016 as dted
from hyperbaton.reproduction import stanojevic_simaan_2014 as forests
from hyperbaton.reproduction import stanojevic_simaan_2016 as complexity
from hyperbaton.reproduction.paper import distinct, metrics_of
from hyperbaton.reproduction.published import PublishedTable, published_table
from hyperbaton.runtime.resources import Resources
from hyperbaton.scoring.score import text_metric
from hyperbaton.text.preprocessing import TextOptions

PRINTED_SEGMENTS = {"cs-en": 909, "de-en": 692, "fi-en": 510, "fr-en": 815, "ru-en": 782}
INTO_ENGLISH = ("cs-en", "de-en", "es-en", "fr-en")
Row = tuple[str, Sequence[float]]

# Taus from METEOR 1.5's own alignments and tokens (-norm, all modules), computed once; no ties.
YARDSTICK = {
    "cs-en": (0.248, 0.247, 0.214, 0.250, 0.238, 0.245, 0.240, 0.216),
    "de-en": (0.286, 0.281, 0.258, 0.294, 0.287, 0.281, 0.275, 0.243),
    "es-en": (0.336, 0.332, 0.299, 0.346, 0.330, 0.333, 0.331, 0.301),
    "fr-en": (0.265, 0.263, 0.250, 0.267, 0.261, 0.262, 0.257, 0.243),
}
YARDSTICK_ORDERS = ("kendall", "spearman", "hamming", "ulam", "fuzzy", "pef", "pet-size")
YARDSTICK_OF = {"Kendall": 0, "Spearman": 1, "Hamming": 2, "FuzzyScore": 4, "Ulam": 3, "PEFs": 5}


def markdown(header: Sequence[str], rows: Iterator[Row], decimals: int = 3) -> None:
    """Prints a table, each row when it is known."""
    escaped = [name.replace("|", "\\|") for name in header]
    print(f"| {' | '.join(escaped)} |\n|{' --- |' * len(header)}")
    for name, values in rows:
        cells = ["–" if np.isnan(value) else f"{value:.{decimals}f}" for value in values]
        print(f"| {' | '.join([name, *cells])} |", flush=True)


def aligned_by(setup: Setup, kind: type[WordAligner] | None = None, **changes: Any) -> Setup:
    """The setup with another aligner, or other parameters of its own."""
    aligner = setup.context.aligner
    changed = aligner.converted_to(kind or type(aligner), **changes)
    return replace(setup, context=replace(setup.context, aligner=changed))


def without_tables(setup: Setup) -> Setup:
    """The setup without paraphrases."""
    return aligned_by(setup, paraphrases=None)


def prepared_as(setup: Setup, tokenize: str, lowercase: bool) -> Setup:
    """The setup with text prepared otherwise."""
    return replace(setup, context=replace(setup.context, text=TextOptions(tokenize, lowercase)))


def has_paraphrases(setup: Setup) -> bool:
    """Whether a table of paraphrases was given."""
    return bool(getattr(setup.context.aligner, "paraphrases", None))


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
    means = np.mean(list(YARDSTICK.values()), axis=0)
    yardstick = [means[YARDSTICK_OF[n]] if n in YARDSTICK_OF else np.nan for n in names]
    plain = without_tables(setup)

    def text(tokenize: str, lowercase: bool) -> Setup:
        return prepared_as(plain, tokenize, lowercase)

    def rows() -> Iterator[Row]:
        yield "the paper", printed
        yield "METEOR 1.5's alignments and tokens", yardstick
        yield "`reproduce stanojevic-simaan-2014`", mean_taus(plain)
        if has_paraphrases(setup):
            yield "… `--aligner 'meteor(paraphrases=…)'`", mean_taus(setup)
            yield "… `--aligner 'best(paraphrases=…)'`", mean_taus(aligned_by(setup, Aligner))
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


def yardstick(setup: Setup) -> None:
    """Permutation forests: our taus beside those from METEOR's own alignments."""
    metrics = [text_metric(f"full(order={order})") for order in YARDSTICK_ORDERS]
    sets = setup.read(setup.folder("wmt13"), INTO_ENGLISH)
    scoring = setup.scoring([*metrics, text_metric("bleu1")])
    (table,) = run_study(sets, scoring, [Protocol("segment", "tau", samples=0)]).tables
    columns = [*YARDSTICK_ORDERS, "lexical only"]
    print(f"| ours (METEOR's) | {' | '.join(columns)} |\n|{' --- |' * 9}")
    for pair, values in zip(INTO_ENGLISH, table.values, strict=True):
        cells = [f"{v:.3f} ({y:.3f})" for v, y in zip(values, YARDSTICK[pair], strict=True)]
        print(f"| {pair} | {' | '.join(cells)} |")


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
        found = result.tables[0].values
        if protocol.samples:
            drawn = [each.samples for each in result.tables[0].agreements]
            found = np.array([np.nanmean(each, axis=1) for each in drawn if each is not None])
        paper = np.array([[table.value(n, p) for n in metrics] for p in INTO_ENGLISH], float)
        return [*found.mean(axis=0), float(np.abs(found - paper).mean())]

    def rows() -> Iterator[Row]:
        yield "the paper", [*printed_means(table, list(metrics)), np.nan]
        yield "`reproduce stanojevic-simaan-2016`", means(plain, samples=1000)
        yield "… mean of bootstrap over judgements", means(plain, unit="judgement", samples=1000)
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
        yield "`reproduce mccaffery-nederhof-2016`", distances(number, plain, "rank-score")
        yield "… `--human-ranking win-ratio`", distances(number, plain, "win-ratio")
        yield "… `--human-ranking expected-wins`", distances(number, plain, "expected-wins")
        yield "… on all outputs, not the judged ones", distances(number, plain, "rank-score", False)
        if has_paraphrases(setup):
            given = distances(number, setup, "rank-score")
            yield "… `--aligner 'best(paraphrases=…)'`", given
        if number == 3:
            for tokenize, lowercase in (("13a", False), ("13a", True), ("none", False)):
                prepared = prepared_as(plain, tokenize, lowercase)
                case = " --lowercase" if lowercase else ""
                yield f"… `--tokenize {tokenize}{case}`", distances(3, prepared, "rank-score")

    for number in tables:
        markdown([f"table {number}: mean |difference|", *columns], rows(number))
        print()


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
    setup: Setup, judged: JudgedSet, metrics: Sequence[TextMetric], judged_only: bool
) -> Scores:
    """For each metric the bounds of its correlation, one row each."""
    mask = judged.judgements.preferences.judged()
    segments = np.flatnonzero(mask.any(axis=0))
    random = np.random.default_rng(setup.seed)
    weights = np.zeros((setup.samples, mask.shape[1]))
    for row in weights:
        row[random.choice(segments, PRINTED_SEGMENTS[judged.pair], replace=False)] = 1.0
    people = human_totals(judged.judgements, "rank-score").weighted(weights)
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
            scoring = chosen.scoring([text_metric("meteor-frag")])
            (metric,) = score_judged_set(judged, scoring, chosen.omissions)
            mask = judged.judgements.preferences.judged()
            scores = metric.judged_only(mask).system_scores
            if averaged:
                scores = np.nanmean(np.where(mask, np.asarray(metric.segments), np.nan), axis=1)
            people = human_totals(judged.judgements, "rank-score").scores
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


EXPERIMENTS: dict[str, tuple[Callable[[Setup], None], Context]] = {
    "stanojevic-simaan-2014": (segments, forests.PAPER.context),
    "yardstick": (yardstick, forests.PAPER.context),
    "stanojevic-simaan-2014-ties": (human_ties, forests.PAPER.context),
    "mccaffery-nederhof-2016": (trees, dted.PAPER.context),
    "mccaffery-nederhof-2016-meteor": (fragmentation, dted.PAPER.context),
    "mccaffery-nederhof-2016-segments": (subsets, dted.PAPER.context),
    "stanojevic-simaan-2016": (systems, complexity.PAPER.context),
}


def main() -> None:
    """Runs one set of experiments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--data", required=True)
    parser.add_argument("--paraphrases")
    parser.add_argument("--parser", default="english")
    parser.add_argument("--cache")
    arguments = parser.parse_args()
    run, context = EXPERIMENTS[arguments.experiment]
    cache = StatisticsCache(Path(arguments.cache) if arguments.cache else None)
    setup = Setup(
        arguments.data,
        replace(context, parser=as_parser(arguments.parser)),
        cache=cache,
        resources=Resources(parse_cache=str(cache.folder)),
    )
    if arguments.paraphrases:
        setup = aligned_by(setup, paraphrases=arguments.paraphrases)
    run(setup)


if __name__ == "__main__":
    main()
