"""Calls of the Python API and of the live page, printed as one JSON object by name.

tools/compare_checkouts.py runs this with each checkout's Python, in a folder where `demo` and `in`
are the inputs of the comparison cases. A call that raises gives the class of the exception, those
of Python that it derives from, and the message; the other calls go on. Names inside the package are
looked up where they are defined today; one that is gone gives {"moved": …}.

    PYTHON tools/comparison_calls.py [PATTERN]
"""

from __future__ import annotations

import dataclasses
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np

import hyperbaton

REFERENCES = ["We met in the lobby at noon.", "He has read the book."]
SECOND = ["We met at noon in the lobby.", None]
LOOM = ["We met at noon in the lobby.", "He has read the book."]
CALQUE = ["In the lobby we met at noon.", "The book has he read."]
SYSTEMS = {"loom": LOOM, "calque": CALQUE}
SENTENCES = ("the physician came late on Monday", ["the doctor arrived late on Tuesday"])
SHUFFLED = [2, 4, 5, 6, 1, 3]
ROWS = {"mt": CALQUE, "human": REFERENCES}
SERVING = "serving "


class MovedError(Exception):
    """A name that is not in the package any more."""


@cache
def sources() -> dict[str, str]:
    """The text of every module of the package by its name, the shortest names first."""
    top = next(path for path in map(Path, hyperbaton.__path__) if (path / "__init__.py").exists())
    paths = {
        ".".join(path.relative_to(top.parent).with_suffix("").parts): path
        for path in top.rglob("*.py")
        if path.name != "__main__.py"
    }
    names = sorted(paths, key=lambda name: (name.count("."), name))
    return {name.removesuffix(".__init__"): paths[name].read_text("utf-8") for name in names}


def use(name: str, near: str = "") -> Any:
    """A public name of the package, or one that a module defines whose path has a word."""
    if not near and hasattr(hyperbaton, name):
        return getattr(hyperbaton, name)
    defined = re.compile(rf"^(?:def|class) {name}\b|^{name}\b.* = ", re.MULTILINE)
    for module, text in sources().items():
        if near in module and defined.search(text):
            return getattr(import_module(module), name)
    raise MovedError(f"{name} (in a module named {near or 'anything'})")


def lines(name: str) -> list[str]:
    """The segments of a file of the bundled corpus."""
    return Path("demo", name).read_text(encoding="utf-8").splitlines()


@cache
def corpus() -> Any:
    """A report of the English corpus with intervals and tests."""
    outputs = {name: lines(f"en/{name}.txt") for name in ("loom", "calque", "tangle")}
    second = [text or None for text in lines("en/reference2.txt")]
    return hyperbaton.score(
        outputs,
        [lines("en/reference.txt"), second],
        ["kendall", "pef", "bleu", "ter", "hyperbaton"],
        resampling=hyperbaton.Resampling(confidence=True, paired="bootstrap", samples=100, seed=3),
    )


def scored(*metrics: str, **choices: Any) -> Any:
    """A report of two systems on two segments."""
    return hyperbaton.score(SYSTEMS, [REFERENCES], list(metrics), **choices)


def links_report() -> Any:
    """A report over the order of source words."""
    test_set = hyperbaton.TestSet(
        [["he has read the book"]],
        source=["er hat das Buch gelesen"],
        source_links=[["0-0 1-1 2-3 3-4 4-2"]],
    )
    output = hyperbaton.Output(["he has the book read"], source_links=["0-0 1-1 2-2 3-3 4-4"])
    return hyperbaton.score(output, test_set, ["kendall", "lrscore"])


def batches(**choices: Any) -> list[Any]:
    """Rows with scores, from an Arrow table."""
    import pyarrow

    found = hyperbaton.score_batches(
        pyarrow.table(ROWS), ["wer", "kendall", "pef"], hyp="mt", ref="human", **choices
    )
    return [row for batch in found for row in batch.to_pylist()]


def summed() -> Any:
    """Corpus scores from rows with statistics."""
    import pyarrow

    scored = use("RowScorer", "batch")(["bleu", "pef"], hyp="mt", ref="human", statistics=True)
    rows = scored(pyarrow.RecordBatch.from_pydict(ROWS))
    sums = use("summed_statistics", "batch")
    first, second = (sums(rows.slice(k, 1)) for k in range(2))
    merged = {name: first[name] + second[name] for name in first}
    return scored.to_json(), use("scores_of_sums", "batch")(merged)


def polars_scores() -> Any:
    """Scores of a frame of Polars: by an expression in older checkouts."""
    import polars

    frame = polars.DataFrame(ROWS)
    try:
        import_module("hyperbaton.polars")
    except ModuleNotFoundError:
        score = use("RowScorer", "batch")(["pef", "wer"], "mt", "human")
        scored: Any = polars.from_arrow(score(frame.to_arrow()))
        return scored.select(hypothesis=polars.struct("pef", "wer")).to_dicts()
    return frame.select(polars.col("mt").hyperbaton.scores("human", ["pef", "wer"])).to_dicts()  # type: ignore[attr-defined]


def dependency_trees() -> Any:
    """Distances of two trees."""
    tree, ordered = use("DependencyTree", "trees"), use("OrderedTrees", "trees")
    a = tree(("the", "cellist", "began", ".", "now"), (2, 3, 0, 3, 3))
    b = tree(("now", "the", "career", "began", "."), (4, 3, 4, 0, 4))
    edit = use("edit_distance", "trees")(a, b)
    found = edit.distance, edit.matched, edit.deleted, edit.inserted
    sizes = use("largest_mappings", "trees")(ordered([a]), ordered([b]))
    return found, sizes


def own_metric_words() -> Any:
    """Every metric with and without references that differ, and what is behind each score."""
    metrics = hyperbaton.metrics
    names = [name for name in metrics.METRICS if name != "dted"]
    return {name: metrics.parse(name).sentence_score(*SENTENCES).evidence for name in names}


def source_measures() -> Any:
    """Reordering between source and translation."""
    links = use("WordAlignments", "bitext").of([[(0, 0), (1, 2), (2, 1)], [(0, 1)]], [3, 2], [3, 2])
    orders = [(order + 1).tolist() for order in use("source_orders", "bitext")(links)]
    names = ("crossings", "monotonicity", "distance")
    measured = [use(name, "bitext")(links) for name in names]
    return (
        orders,
        [(each.name, each.corpus, each.segments) for each in measured],
        links.to_pharaoh(),
    )


def forest() -> Any:
    """Trees of a forest."""
    forest = hyperbaton.PermutationForest.from_permutation([4, 3, 2, 1])
    return [pet.to_text() for pet in forest.pets()]


def vector_words() -> Any:
    """Similarities and information of some words."""
    english = use("vectors_of_language", "vectors")("en")
    found = english.lookup(["car", "automobile", "Tuesday", "ill-treatment", "qqq"])
    return repr(english), found.rows @ found.rows.T, found.information, found.known


def preparation() -> Any:
    """The class with the options of texts, which was called Preprocessing."""
    return use("Preparation" if hasattr(hyperbaton, "Preparation") else "Preprocessing")


def study() -> Any:
    """Agreement with the judgements of the bundled corpus."""
    sets = use("read_judged_sets", "meta")("demo/judged", ["de-en"])
    scoring = use("Scoring", "meta")(("kendall", "wer"))
    result = use("run_study", "meta")(sets, scoring, [use("Protocol", "meta")(samples=40)])
    return [(each.values, each.systems, each.pairs) for each in result.tables[0].agreements]


def served() -> Iterator[tuple[str, Any]]:
    """Answers of the live page, from a server of its own."""
    command = [sys.executable, "-m", "hyperbaton", "serve", "--port", "0", "--max-words", "12"]
    sentence = {"hypothesis": "in the lobby at noon", "references": ["at noon in the lobby"]}
    requests = {
        "explain": ("api/explain", sentence),
        "metrics": ("api/explain", {**sentence, "metrics": ["ter", "pef"], "lowercase": True}),
        "unknown field": ("api/explain", {**sentence, "nope": 1}),
        "long": ("api/explain", {**sentence, "hypothesis": "word " * 13}),
        "not found": ("api/nothing", None),
    }
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        try:
            address = server.stderr.readline().partition(SERVING)[2].split(",")[0]
            for name, (path, body) in requests.items():
                yield name, answered(address + path, body)
        finally:
            server.terminate()


def answered(address: str, body: Mapping[str, object] | None) -> Any:
    """The status and the answer to a request."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data), timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        return error.code, error.read().decode()


CALLS: dict[str, Callable[[], Any]] = {
    "all": lambda: sorted(hyperbaton.__all__),
    "score": lambda: corpus().to_dict(),
    "score-text": lambda: corpus().to_text(segments=True, signatures=True),
    "score-repr": lambda: repr(corpus()),
    "score-records": lambda: (corpus().records(), corpus().records(segments=True)),
    "score-tables": lambda: (corpus().to_tsv(), corpus().to_latex(), corpus().to_json()),
    "score-frames": lambda: (corpus().to_pandas().to_dict(), corpus().to_polars().to_dicts()),
    "score-html": lambda: corpus()._repr_html_(),
    "score-cells": lambda: [[result.cell for result in system] for system in corpus()],
    "score-one": lambda: float(hyperbaton.score(CALQUE, [REFERENCES], "wer")["wer"]),
    "score-two-references": lambda: hyperbaton.score(
        CALQUE, [REFERENCES, SECOND], ["wer", "pef", "bleu"]
    ).to_dict(),
    "score-options": lambda: scored("bleu", "wer", tokenize="13a", lowercase=True).to_dict(),
    "score-own-tokenizer": lambda: scored("wer", tokenize=("own", str.split)).to_dict(),
    "score-aligner": lambda: scored("kendall", aligner="meteor(matchers=exact+stem)").to_dict(),
    "score-links": lambda: hyperbaton.score(
        hyperbaton.Output(["the book has he read"], links=[["0-3 1-4 2-1 3-0 4-2"]]),
        [["he has read the book"]],
        ["kendall", "pef"],
    ).to_dict(),
    "score-source": lambda: links_report().to_dict(),
    "score-threads": lambda: scored("pef", "chrf", threads=1).to_dict(),
    "score-pickled": lambda: pickle.loads(pickle.dumps(scored("wer", "pef"))).to_dict(),
    "score-nan": lambda: hyperbaton.score([""], [[""]], ["wer", "bleu", "pef", "ter"]).to_dict(),
    "permutations": lambda: hyperbaton.score_permutations(
        [[1, 2, 3], [2, 3, 1], [], [2, 4, 1, 3]], ["kendall", "pef", "pet-size"]
    ).to_dict(),
    "permutation-repr": lambda: repr(hyperbaton.score_permutations([[2, 3, 1]], ["kendall"])),
    "permutation-batch": lambda: hyperbaton.metrics.Pef().permutation_scores(
        hyperbaton.PermutationBatch(np.array([1, 2, 2, 1, 3]), np.array([0, 2, 5]))
    ),
    "permutation-tree": lambda: hyperbaton.PermutationTree.from_permutation(SHUFFLED).to_json(),
    "permutation-operator": lambda: (
        hyperbaton.PermutationTree.from_permutation([2, 4, 1, 3]).root.operator
    ),
    "forest": forest,
    "explain": lambda: hyperbaton.explain(
        CALQUE[0], REFERENCES[0], metrics=["kendall", "ter", "hyperbaton"]
    ).to_dict(),
    "explain-text": lambda: str(hyperbaton.explain(CALQUE[0], REFERENCES[0])),
    "explain-html": lambda: hyperbaton.explain(CALQUE[0], REFERENCES[0])._repr_html_(),
    "explain-sentences": lambda: corpus().explain("tangle", 17).sentences(),
    "explain-trees": lambda: corpus().explain("calque", 3, trees=True).to_json(),
    "align": lambda: [
        vars_of(link) for link in hyperbaton.align("cats and a dog", "one dog and the cat").links
    ],
    "align-options": lambda: (
        hyperbaton.align(
            "Katzen schlafen", "schlafende Katze", language="de", matchers="exact+stem"
        ).pharaoh
    ),
    "align-chunks": lambda: hyperbaton.Aligner(matchers="exact").align("a b", "b a").chunks,
    "align-meteor": lambda: [
        found.pharaoh for found in hyperbaton.MeteorAligner().align_all(LOOM, REFERENCES)
    ],
    "mbr": lambda: hyperbaton.mbr(["the cat sat", "a cat sat", "the cat sits"], "chrf").to_dict(),
    "mbr-many": lambda: [
        (choice.text, choice.utility, choice.pairs)
        for choice in hyperbaton.mbr([["a b", "b a", "a b c"], ["c", "d", "c"]], "invwer")
    ],
    "mbr-weights": lambda: hyperbaton.mbr(
        ["a b", "b c"], "wer", pseudo_references=["a b", "b c"], weights=[0.2, 0.8]
    ).to_dict(),
    "pairwise": lambda: [
        hyperbaton.pairwise(CALQUE, LOOM, metric).tolist() for metric in ("invwer", "pef", "chrf")
    ],
    "batches": lambda: batches(),
    "batches-statistics": lambda: batches(statistics=True, prefix="s_", lowercase=True),
    "summed-statistics": summed,
    "polars": polars_scores,
    "metric-evidence": own_metric_words,
    "metric-evidence-text": lambda: (
        hyperbaton.metrics.Hyperbaton().sentence_score(*SENTENCES).to_text()  # type: ignore[attr-defined]
    ),
    "metric-corpus": lambda: str(hyperbaton.metrics.Bleu().corpus_score(CALQUE, [REFERENCES])),
    "metric-sentence": lambda: str(
        hyperbaton.metrics.Chrf(words=2).sentence_score(CALQUE[1], [REFERENCES[1]])
    ),
    "metric-signatures": lambda: {
        name: hyperbaton.metrics.parse(name).signature for name in hyperbaton.metrics.METRICS
    },
    "metric-declarations": lambda: {
        name: (metric.range, metric.higher_is_better, metric.columns)
        for name in hyperbaton.metrics.METRICS
        for metric in [hyperbaton.metrics.parse(name)]
    },
    "metric-parsed": lambda: [
        str(hyperbaton.metrics.parse(text))
        for text in ("pef( beta = 0.30 )", "chrf++", "full(order=pet(gamma=0.5))", "bleu4")
    ],
    "trees": dependency_trees,
    "parsed": lambda: [
        (tree.heads, tree.deprels)
        for tree in use("parse_segments", "pars")([["She", "didn't", "sing", "."]])[0]
    ],
    "sentences": lambda: [
        vars_of(sentence.tree)
        for sentence in islice(use("read_sentences", "trees")("in/loom.conllu"), 2)
    ],
    "source": source_measures,
    "vectors": vector_words,
    "study": study,
    "preprocessing": lambda: [
        preparation()(tokenize=name, lowercase=True).split("Don't stop, it's 3.5%!")
        for name in ("unicode", "13a", "intl", "none", "char", "tercom", "meteor")
    ],
    "report": lambda: hyperbaton.write_report(scored("hyperbaton", "kendall"), "r.html").sentence,
    "report-losses": lambda: [
        (kind.label, kind.loss)
        for kind in hyperbaton.write_report(scored("kendall"), "r.html").losses["calque"]["pattern"]
    ],
    "served": lambda: dict(served()),
    # mistakes
    "error-texts": lambda: hyperbaton.score(["a b"], ["a b"], "wer"),
    "error-metric": lambda: hyperbaton.score(["a b"], [["a b"]], "blue"),
    "error-parameter": lambda: hyperbaton.metrics.Bleu(max_ngram_order=2),  # type: ignore[call-arg]
    "error-range": lambda: hyperbaton.metrics.Pef(beta=7),
    "error-tokenizer": lambda: hyperbaton.score(["a b"], [["a b"]], "bleu", tokenize="13b"),
    "error-counts": lambda: hyperbaton.score(["a", "b"], [["a"]], "wer"),
    "error-option": lambda: hyperbaton.score(["a"], [["a"]], "wer", lower=True),  # type: ignore[call-arg]
    "error-number": lambda: hyperbaton.score([1], [["a"]], "wer"),
    "error-set": lambda: hyperbaton.score({"a", "b"}, [["a", "b"]], "wer"),
    "error-system": lambda: corpus()["nobody"],
    "error-segment": lambda: corpus().explain("loom", 99),
    "error-permutation": lambda: hyperbaton.score_permutations([[1, 1]], ["pef"]),
    "error-links": lambda: hyperbaton.score(
        hyperbaton.Output(["a"], links=[["0-7"]]), [["a"]], "pef"
    ),
    "error-tree": lambda: use("DependencyTree", "trees")(("a", "b"), (2, 1)),
    "error-aligner": lambda: hyperbaton.align("a", "a", aligner="bst"),
    "error-matcher": lambda: hyperbaton.align("a", "a", matchers="stemm"),
    "error-language": lambda: hyperbaton.align("a", "a", language="english"),
    "error-candidates": lambda: hyperbaton.mbr([], "chrf"),
    "error-weights": lambda: hyperbaton.mbr(["a"], "chrf", weights=[-1]),
    "error-column": lambda: batches(src="nothing"),
    "error-resampling": lambda: hyperbaton.Resampling(paired="often"),
    "error-references": lambda: scored("wer")["loom"]["pef"],
}


def vars_of(value: Any) -> dict[str, Any]:
    """The attributes of a value, however it keeps them."""
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    else:
        names = list(getattr(value, "_fields", ())) or list(vars(value))
    return {name: getattr(value, name) for name in names}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, str) and "\n" in value:
        return value.splitlines()
    return value if isinstance(value, str | int | float | None) else repr(value)


def result_of(call: Callable[[], Any]) -> Any:
    """What a call returns, or what it raises."""
    try:
        return plain(call())
    except (MovedError, ImportError, AttributeError) as error:
        return {"moved": f"{type(error).__name__}: {error}"}
    except Exception as error:
        classes = [each.__name__ for each in type(error).__mro__ if each.__module__ == "builtins"]
        own = type(error).__name__
        return {"error": own, "classes": classes, "message": str(error).splitlines()}


if __name__ == "__main__":
    chosen = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")
    results = {name: result_of(CALLS[name]) for name in CALLS if chosen.search(f"call-{name}")}
    print(json.dumps(results, ensure_ascii=False, indent=1))
