"""Links and trees beside the outputs of a judged set: scored as `hyperbaton.score` scores them."""

import gzip
import shutil
from dataclasses import replace

import numpy as np
import pytest
from meta.conftest import OUTPUTS, REFERENCE, make
from meta.test_pair_scorer import assert_scores_of

import hyperbaton
from hyperbaton import Output, Preparation, TestSet
from hyperbaton.alignment import Aligner
from hyperbaton.errors import InputError
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    PairScorer,
    Protocol,
    Scoring,
    StatisticsCache,
    read_evaluation_set,
    read_judged_sets,
    run_study,
)
from hyperbaton.trees import read_segment_trees

SECOND = ["on the mat the cat sat", "a book he read", "all night it rained"]
SOURCE = ["die Katze sass auf der Matte", "er las ein Buch", "es regnete die ganze Nacht"]
NAMES = {"refA": REFERENCE, "refB": SECOND}


def reversed_links(text, other):
    """Links of the first words of one text to the last words of another."""
    number, last = min(len(text.split()), len(other.split())), len(other.split()) - 1
    return " ".join(f"{k}-{last - k}" for k in range(number))


def chain_block(number, text):
    """A segment's tree in CoNLL-U, in which every word depends on the one before it."""
    rows = [
        f"{k}\t{word}\t_\t_\t_\t_\t{k - 1}\tdep\t_\t_" for k, word in enumerate(text.split(), 1)
    ]
    return "\n".join([f"# segment = {number}", *rows, "", ""]) if rows else ""


def star_block(number, text):
    """The same, in which every word depends on the first."""
    rows = [
        f"{k}\t{word}\t_\t_\t_\t_\t{min(k - 1, 1)}\tdep\t_\t_"
        for k, word in enumerate(text.split(), 1)
    ]
    return "\n".join([f"# segment = {number}", *rows, "", ""]) if rows else ""


def write(path, text, packed=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    if packed:
        with gzip.open(f"{path}.gz", "wt", encoding="utf-8") as file:
            file.write(text)
    else:
        path.write_text(text, encoding="utf-8")


def add_given(folder, pair="de-en", packed=False):
    """Every kind of file beside the outputs of a language pair, with two references."""
    write(folder / "references" / f"{pair}.refB.txt", "\n".join(SECOND) + "\n")
    write(folder / "sources" / f"{pair}.txt", "\n".join(SOURCE) + "\n", packed)
    orders, trees = folder / "source-alignments" / pair, folder / "trees" / pair
    for name, texts in NAMES.items():
        links = [reversed_links(s, t) for s, t in zip(SOURCE, texts, strict=True)]
        write(orders / "references" / f"{name}.align", "\n".join(links) + "\n", packed)
        blocks = [chain_block(k, t) for k, t in enumerate(texts, 1)]
        write(trees / "references" / f"{name}.conllu", "".join(blocks), packed)
    for path in (folder / "system-outputs" / pair).iterdir():
        system, texts = path.stem, path.read_text().split("\n")[:-1]
        diagonal = [
            " ".join(f"{k}-{k}" for k in range(min(len(s.split()), len(t.split()))))
            for s, t in zip(SOURCE, texts, strict=True)
        ]
        write(orders / "systems" / f"{system}.align", "\n".join(diagonal) + "\n", packed)
        blocks = [star_block(k, t) for k, t in enumerate(texts, 1)]
        write(trees / "systems" / f"{system}.conllu", "".join(blocks), packed)
        for name, references in NAMES.items():
            links = [reversed_links(t, r) for t, r in zip(texts, references, strict=True)]
            write(
                folder / "links" / pair / f"{system}.{name}.align", "\n".join(links) + "\n", packed
            )
    return folder


@pytest.fixture(params=[False, True], ids=["plain", "packed"])
def given(folder, request):
    return add_given(folder, packed=request.param)


def lines_of(folder, name):
    path = folder / name
    if path.exists():
        return path.read_text().split("\n")[:-1]
    with gzip.open(f"{path}.gz", "rt", encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def trees_of(folder, name):
    path = folder / name
    return read_segment_trees(str(path) if path.exists() else f"{path}.gz", 3)


def streams():
    return [REFERENCE, SECOND]


def test_given_links(given):
    data = read_evaluation_set(str(given), "de-en", given=GivenFiles(links=str(given)))
    metrics = ["kendall", "pef(bp=false)", "meteor", "hyperbaton"]
    outputs = {
        system: Output(
            texts,
            links=[lines_of(given, f"links/de-en/{system}.{name}.align") for name in NAMES],
        )
        for system, texts in data.outputs.items()
    }
    chosen = Scoring(metrics).text_metrics
    report = hyperbaton.score(outputs, TestSet(streams(), language="en"), chosen)
    found = PairScorer(data).score(chosen)
    by_name = {str(metric): k for k, metric in enumerate(report.metrics)}
    for scores in found:
        for row, system in enumerate(report):
            expected = system.scores[by_name[scores.name]]
            assert scores.system_scores[row] == expected.score
            assert scores.segments[row].tolist() == expected.segments.tolist()
            assert scores.signature == expected.signature
    assert "|align:given|" in found[0].signature
    (aligned,) = PairScorer(replace(data, given=GivenFiles())).score(chosen[:1])
    assert (aligned.segments != found[0].segments).any()


def test_links_as_meteor_writes_them(folder):
    """With a system whose name has dots, and matches that METEOR found by its modules."""
    outputs = folder / "system-outputs" / "de-en"
    (outputs / "good.txt").rename(outputs / "good.v1.2.txt")
    heading = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
    for path in outputs.iterdir():
        entries = [
            f"Alignment\t{k}\t1.0\t1.0\t1.0\t1.0\n{text}\n{reference}\n{heading}\n"
            "0:1\t\t\t1:1\t\t\t1\t\t1.0\n1:1\t\t\t0:1\t\t\t0\t\t1.0\n\n"
            for k, (text, reference) in enumerate(
                zip(path.read_text().splitlines(), REFERENCE, strict=True), 1
            )
        ]
        name = f"{path.name.removesuffix('.txt')}.refA.out"
        write(folder / "links" / "de-en" / name, "".join(entries), packed=True)
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(links=str(folder)))
    assert "good.v1.2" in data.systems
    links = [["1-0:stem 0-1:exact"] * 3]
    report = hyperbaton.score(
        {name: Output(texts, links=links) for name, texts in data.outputs.items()},
        TestSet([REFERENCE], language="en"),
        ["kendall", "meteor"],
    )
    assert_scores_of(data, PairScorer(data).score(report.metrics), report)


def test_modules_of_meteor_are_numbered_by_language(folder):
    """Module 2 is that of synonyms in English, and of paraphrases in German."""
    make(folder, "en-de")
    heading = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"
    entry = f"Alignment\t{{}}\t1.0\t1.0\t1.0\t1.0\na\nb\n{heading}\n0:1\t\t\t0:1\t\t\t2\t\t1.0\n\n"
    for pair in ("de-en", "en-de"):
        for name in OUTPUTS:
            path = folder / "links" / pair / f"{name}.refA.out"
            write(path, "".join(entry.format(k) for k in (1, 2, 3)))
    for pair, matcher in (("de-en", "synonym"), ("en-de", "paraphrase")):
        data = read_evaluation_set(str(folder), pair, given=GivenFiles(links=str(folder)))
        (stream,) = data.make_output("good").links
        assert {match.matcher for matches in stream.segments for match in matches} == {matcher}


def test_given_links_with_the_source(given):
    data = read_evaluation_set(str(given), "de-en", given=GivenFiles(source_alignments=str(given)))
    metrics = Scoring(["kendall", "hamming(bp=false)", "lrscore"]).text_metrics
    folder = "source-alignments/de-en"
    test_set = TestSet(
        streams(),
        source=SOURCE,
        source_links=[lines_of(given, f"{folder}/references/{name}.align") for name in NAMES],
        language="en",
    )
    outputs = {
        system: Output(texts, source_links=lines_of(given, f"{folder}/systems/{system}.align"))
        for system, texts in data.outputs.items()
    }
    report = hyperbaton.score(outputs, test_set, metrics)
    found = PairScorer(data).score(metrics)
    assert_scores_of(data, found, report)
    assert "align:source" in found[0].signature


@pytest.mark.parametrize("with_links", [False, True])
def test_given_trees(given, with_links):
    root = str(given)
    files = GivenFiles(trees=root, links=root if with_links else None)
    data = read_evaluation_set(root, "de-en", given=files)
    metrics = Scoring(["dted", "dted(flat=true,weighted=true)", "dted(labels=alignment)"])
    test_set = TestSet(
        streams(),
        trees=[trees_of(given, f"trees/de-en/references/{name}.conllu") for name in NAMES],
        language="en",
    )
    outputs = {
        system: Output(
            texts,
            trees=trees_of(given, f"trees/de-en/systems/{system}.conllu"),
            links=[lines_of(given, f"links/de-en/{system}.{name}.align") for name in NAMES]
            if with_links
            else None,
        )
        for system, texts in data.outputs.items()
    }
    report = hyperbaton.score(outputs, test_set, metrics.text_metrics)
    found = PairScorer(data).score(metrics.text_metrics)
    assert_scores_of(data, found, report)
    assert "trees:given" in found[0].signature


def test_some_references_need_files_of_their_own_only(given):
    for name in ("refA.align", "refA.align.gz"):
        for path in given.rglob(f"*{name}"):
            path.unlink()
    root = str(given)
    files = GivenFiles(links=root, source_alignments=root)
    data = read_evaluation_set(root, "de-en", references=["refB"], given=files)
    assert PairScorer(data).score(Scoring(["kendall"]).text_metrics)


def test_missing_outputs_may_have_blank_links_and_trees(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n" + "\n".join(OUTPUTS["fair"][1:]) + "\n")
    add_given(folder)
    root = str(folder)
    assert lines_of(folder, "links/de-en/fair.refA.align")[0] == ""
    assert "# segment = 1\n" not in (folder / "trees/de-en/systems/fair.conllu").read_text()
    data = read_evaluation_set(root, "de-en", given=GivenFiles(root, root, root))
    assert not data.available[data.systems.index("fair"), 0]
    for metric in ("kendall", "dted", "dted(weighted=true)", "meteor", "lrscore", "hyperbaton"):
        (scores,) = PairScorer(data).score(Scoring([metric]).text_metrics)
        gaps = np.argwhere(np.isnan(scores.segments)).tolist()
        assert gaps == [[data.systems.index("fair"), 0]], metric
        assert np.isfinite(scores.system_scores).all()


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        ("links", "links/de-en/fair.refB.align"),
        ("source_alignments", "source-alignments/de-en/references/refB.align"),
        ("source_alignments", "source-alignments/de-en/systems/poor.align"),
        ("source_alignments", "sources/de-en.txt"),
        ("trees", "trees/de-en/references/refA.conllu"),
        ("trees", "trees/de-en/systems/good.conllu"),
    ],
)
def test_a_missing_file_is_named_before_anything_is_scored(folder, kind, file):
    add_given(folder)
    (folder / file).unlink()
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(**{kind: str(folder)}))
    with pytest.raises(InputError, match=rf"{file}: not found; .* expected there"):
        PairScorer(data)


def test_another_name_is_offered_for_links(folder):
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(links=str(folder)))
    with pytest.raises(InputError, match=r"fair.refA.align: not found; .* or fair.refA.out, or as"):
        PairScorer(data)


def test_files_of_systems_left_out_are_not_needed(folder):
    add_given(folder)
    for path in folder.rglob("poor.*"):
        if "system-outputs" not in path.parts:
            path.unlink()
    root = str(folder)
    options = DataOptions(exclude=("poor",), given=GivenFiles(root, root, root))
    sets = read_judged_sets(root, ["de-en"], options)
    result = run_study(sets, Scoring(["kendall", "dted"]), [Protocol(samples=0)])
    assert result["tau"].metrics == ("kendall", "dted")


def test_a_file_that_does_not_fit_is_named(folder):
    add_given(folder)
    (folder / "links" / "de-en" / "fair.refA.align").write_text("0-0\n0-9\n\n")
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(links=str(folder)))
    with pytest.raises(
        InputError, match=r"de-en: fair: kendall: .*fair.refA.align: segment 2: a l"
    ):
        PairScorer(data).score(Scoring(["kendall"]).text_metrics)
    (folder / "links" / "de-en" / "fair.refA.align").write_text("0-0\n")
    with pytest.raises(InputError, match=r"fair.refA.align: has 1 entries for 3 segments"):
        PairScorer(data).score(Scoring(["kendall"]).text_metrics)


def test_what_is_given_is_part_of_the_key(folder, tmp_path):
    add_given(folder)
    root, cache = str(folder), StatisticsCache(tmp_path / "cache")
    data = read_evaluation_set(root, "de-en", given=GivenFiles(links=root))
    metrics = Scoring(["kendall"]).text_metrics
    (before,) = PairScorer(data, cache=cache).score(metrics)
    for path in (folder / "links" / "de-en").iterdir():
        path.write_text("0-0\n0-0\n0-0\n")
    (after,) = PairScorer(data, cache=cache).score(metrics)
    (alone,) = PairScorer(data).score(metrics)
    assert (after.segments == alone.segments).all()
    assert (after.segments != before.segments).any()


@pytest.mark.parametrize(
    ("kind", "metric"),
    [
        ("links", "hyperbaton"),
        ("links", "kendall(bp=false)"),
        ("source_alignments", "kendall(bp=false)"),
    ],
)
def test_given_links_of_other_words_are_scored_anew(folder, tmp_path, kind, metric):
    """The tokenizer is part of the key wherever words are counted, although nothing is aligned."""
    add_given(folder)
    for path in [*folder.glob("references/*"), *folder.rglob("system-outputs/*/*")]:
        path.write_text(path.read_text().replace(" ", "- ", 1))
    source = folder / "sources" / "de-en.txt"
    source.write_text(source.read_text().replace("\n", ".\n"))
    cache = StatisticsCache(tmp_path / "cache")
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(**{kind: str(folder)}))
    chosen = Scoring([metric]).text_metrics
    contexts = [Preparation.of(tokenize=name) for name in ("none", "unicode")]
    cached = [PairScorer(data, context, cache=cache).score(chosen)[0] for context in contexts]
    alone = [PairScorer(data, context).score(chosen)[0] for context in contexts]
    for with_cache, without in zip(cached, alone, strict=True):
        assert with_cache.segments.tolist() == without.segments.tolist()
    order_alone = (kind, metric) == ("links", "kendall(bp=false)")  # whatever the words are
    assert (cached[0].signature == cached[1].signature) == order_alone


def test_the_context_says_what_is_given():
    aligner = Aligner(language="de")
    context = GivenFiles("a", "b", "c").adapted(Preparation(aligner=aligner))
    assert context.given_links and context.aligner == aligner
    assert context.over_source
    assert context.given_trees
    assert GivenFiles().adapted(Preparation(aligner=aligner)) == Preparation(aligner=aligner)


def test_files_may_lie_in_another_folder(folder, tmp_path):
    add_given(folder)
    other = tmp_path / "elsewhere"
    shutil.copytree(folder / "links", other / "links")
    shutil.rmtree(folder / "links")
    data = read_evaluation_set(str(folder), "de-en", given=GivenFiles(links=str(other)))
    assert PairScorer(data).score(Scoring(["kendall"]).text_metrics)
