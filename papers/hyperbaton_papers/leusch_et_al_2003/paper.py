"""What the command prints for this paper, and what differs in method."""

from __future__ import annotations

from hyperbaton.evidence import Context
from hyperbaton.text.preprocessing import TextOptions
from hyperbaton_papers.leusch_et_al_2003.data import MAX_WORDS, RANKED, RATED, Results, run
from hyperbaton_papers.leusch_et_al_2003.figures import drawn_pair, figures, score_classes
from hyperbaton_papers.leusch_et_al_2003.measures import (
    CORRELATION_TABLES,
    MEASURES,
    NAME,
    RANKING_TABLES,
    TITLES,
)
from hyperbaton_papers.leusch_et_al_2003.rankings import rankings_of_a, table_2, table_4
from hyperbaton_papers.leusch_et_al_2003.tables import (
    apart,
    by_pair,
    overview,
    without_worst,
)
from hyperbaton_papers.paper import Paper, signatures_of, text_note
from hyperbaton_papers.result import Reproduction
from hyperbaton_papers.setup import Setup


def reproduce(setup: Setup) -> Reproduction:
    """Correlations and rankings of the kinds that tables 1 to 4 have, and figures 1 to 4."""
    results = run(setup)
    tables = [overview(kind, results) for kind in TITLES]
    if results.a:
        tables += [by_pair(kind, results) for kind in TITLES]
    tables += [table_2(), table_4(results.b)]
    if results.a:
        tables += [rankings_of_a(results.a), without_worst(results), apart(results)]
    return Reproduction(
        paper=PAPER,
        tables=tuple(tables),
        notes=_notes(setup, results),
        figures=figures(results),
        signatures=signatures_of(results.scores),
    )


def _notes(setup: Setup, results: Results) -> tuple[str, ...]:
    return (
        "The paper's corpora, Verbmobil and TIDES, are not freely available; ours are measured on "
        "other data, so that there is no difference to print.",
        *(_rated_notes(setup, results) if results.a else (NOTHING_RATED,)),
        *((RANKED_NOTE,) if results.wins else ()),
        "Error rates are rescaled to 1 - rate, at least 0: in the paper all measures lie between 0 "
        "and 1. The paper suggests NIST, but prints no figures of it.",
        "The paper's rank correlation is Spearman's: its printed rankings give its printed figures "
        "to 0.006 (but 0.95 for PER on Verbmobil, where it prints 0.92).",
        f"There is one reference per segment. Text is prepared as {text_note(setup)}"
        + (", in experiment B with case." if results.a else "."),
    )


NOTHING_RATED = (
    "Experiments A and B and the figures need outputs that people scored, as wmt07-nc and wmt07-ep "
    "have them."
)
RANKED_NOTE = (
    "(wins): people ranked outputs and did not score them. The score of an output is the ratio of "
    "its wins on its segment, that of a system the mean over its judged outputs; there are no "
    "judges' scores to normalise."
)


def _rated_notes(setup: Setup, results: Results) -> tuple[str, ...]:
    rated, left = (sum(numbers) for numbers in zip(*results.segments.values(), strict=True))
    limit = MAX_WORDS if setup.max_words is None else setup.max_words
    length = f"of at most {limit} words in every output and reference" if limit else "of any length"
    return (
        "A and B are the paper's experiments, here means over language pairs. People gave each "
        "output two scores from 1 to 5, which are averaged over judges and summed; that scoreA is "
        "adequacy and scoreB fluency follows from their means. A judge who was asked again counts "
        "again. In B each judge's scores of either kind have mean 0 and variance 1 over all that "
        "the judge said on the language pair.",
        f"Sentences {length}: {left} of {rated} rated segments. People rated only part of each "
        "segment's outputs; systems are scored on rated ones.",
        _equal_outputs(results),
        _class_sizes(results),
    )


def _equal_outputs(results: Results) -> str:
    """How many outputs equal a reference, as the paper's footnote 1 counts them."""
    total, adequacy, fluency = 0, [], []
    for pair, experiment in results.a.items():
        equal = experiment.judged & (experiment.outputs[MEASURES.index("WER")] == 1.0)
        total += int(experiment.judged.sum())
        adequacy += results.adequacy[pair].human[equal].tolist()
        fluency += results.fluency[pair].human[equal].tolist()
    rated = ""
    if adequacy:
        means = (sum(scores) / len(scores) for scores in (fluency, adequacy))
        rated = ", rated {:.1f} in fluency and {:.1f} in adequacy".format(*means)
    return (
        f"{len(adequacy)} of {total} outputs have the words of their reference{rated} "
        "(experiment A); in the paper 1 of 5913, rated 3.5 and 4.5."
    )


def _class_sizes(results: Results) -> str:
    pair = drawn_pair(results.a)
    sizes = []
    for number, found in ((1, results.a), (4, results.b)):
        human = found[pair].human[found[pair].judged]
        counted = (f"{each.centre:g}: {each.number}" for each in score_classes(human, human))
        sizes.append(f"figure {number}: {', '.join(counted)}")
    return f"Sentences in each class of manual scores, {'; '.join(sizes)}."


PAPER = Paper(
    NAME,
    "Leusch, Ueffing & Ney 2003",
    "A Novel String-to-String Distance Measure With Applications to Machine Translation Evaluation",
    (*RATED, RANKED),
    (*CORRELATION_TABLES.values(), *RANKING_TABLES.values()),
    Context(TextOptions("unicode", lowercase=True)),
    reproduce,
    has_figures=True,
)
