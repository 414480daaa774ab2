"""Links and trees beside the outputs of a judged set: scored as `hyperbaton.score` scores them."""

import gzip
from dataclasses import replace

import numpy as np
import pytest
from meta.conftest import OUTPUTS, REFERENCE, assert_scores_of

import hyperbaton
from hyperbaton import Output, TestSet
from hyperbaton.errors import InputError
from hyperbaton.files import read_text, split_lines
from hyperbaton.meta import (
    DataOptions,
    GivenFiles,
    Scoring,
    SystemScorer,
    read_evaluation_set,
)
from hyperbaton.trees import read_segment_trees

SECOND = ["on the mat the cat sat", "a book he read", "all night it rained"]
SOURCE = ["die Katze sass auf der Matte", "er las ein Buch", "es regnete die ganze Nacht"]
NAMES = {"refA": REFERENCE, "refB": SECOND}


def diagonal(text, other):
    return " ".join(f"{k}-{k}" for k in range(min(len(text.split()), len(other.split()))))


def reversed_links(text, other):
    """Links of the first words of one text to the last words of another."""
    number, last = min(len(text.split()), len(other.split())), len(other.split()) - 1
    return " ".join(f"{k}-{last - k}" for k in range(number))


def conllu(number, text, furthest):
    """A tree in which every word depends on the one before it, but on none after `furthest`."""
    rows = [
        f"{k}\t{word}\t_\t_\t_\t_\t{min(k - 1, furthest)}\tdep\t_\t_"
        for k, word in enumerate(text.split(), 1)
    ]
    return "\n".join([f"# segment = {number}", *rows, "", ""]) if rows else ""


def add_given(folder, pair="de-en", packed=False):
    """Every kind of file beside the outputs of a language pair, with two references."""

    def write(name, lines):
        path = folder / (f"{name}.gz" if packed else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        data = "".join(f"{line}\n" for line in lines).encode()
        path.write_bytes(gzip.compress(data) if packed else data)

    def write_trees(name, texts, furthest):
        write(name, ["".join(conllu(k, text, furthest) for k, text in enumerate(texts, 1))])

    write(f"references/{pair}.refB.txt", SECOND)
    write(f"sources/{pair}.txt", SOURCE)
    orders, trees = f"source-alignments/{pair}", f"trees/{pair}"
    for name, texts in NAMES.items():
        write(f"{orders}/references/{name}.align", map(reversed_links, SOURCE, texts))
        write_trees(f"{trees}/references/{name}.conllu", texts, 99)
    for path in (folder / "system-outputs" / pair).iterdir():
        system, texts = path.stem, path.read_text().split("\n")[:-1]
        write(f"{orders}/systems/{system}.align", map(diagonal, SOURCE, texts))
        write_trees(f"{trees}/systems/{system}.conllu", texts, 1)
        for name, references in NAMES.items():
            write(f"links/{pair}/{system}.{name}.align", map(reversed_links, texts, references))
    return folder


def read(folder, **given):
    return read_evaluation_set(str(folder), "de-en", DataOptions(given=GivenFiles(**given)))


def scored(data, metrics, preparation=None):
    return SystemScorer(data, preparation).score(Scoring(metrics).text_metrics)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("kinds", "metrics", "signature"),
    [
        (("links",), ["kendall", "pef(bp=false)", "meteor", "hyperbaton"], "|align:given|"),
        (("source_alignments",), ["kendall", "hamming(bp=false)", "lrscore"], "align:source"),
        (("trees",), ["dted", "dted(flat=true,weighted=true)"], "trees:given"),
        (("trees", "links"), ["dted", "dted(weighted=true)"], "trees:given"),
    ],
)
def test_what_is_given_is_scored_as_if_it_were_passed(folder, kinds, metrics, signature, packed):
    add_given(folder, packed=packed)
    ending = ".gz" if packed else ""

    def lines(name):
        return split_lines(read_text(f"{folder}/{name}{ending}"))

    def trees(name):
        return read_segment_trees(f"{folder}/trees/de-en/{name}.conllu{ending}", 3)

    given = GivenFiles(**dict.fromkeys(kinds, str(folder)))
    data = read_evaluation_set(str(folder), "de-en", DataOptions(given=given))
    beside, outputs = {}, {}
    orders = "source-alignments/de-en"
    if "source_alignments" in kinds:
        beside["source"] = SOURCE
        beside["source_links"] = [lines(f"{orders}/references/{name}.align") for name in NAMES]
    if "trees" in kinds:
        beside["trees"] = [trees(f"references/{name}") for name in NAMES]
    for name, texts in data.outputs.items():
        found = {}
        if "links" in kinds:
            found["links"] = [lines(f"links/de-en/{name}.{reference}.align") for reference in NAMES]
        if "source_alignments" in kinds:
            found["source_links"] = lines(f"{orders}/systems/{name}.align")
        if "trees" in kinds:
            found["trees"] = trees(f"systems/{name}")
        outputs[name] = Output(texts, **found)
    test_set = TestSet([REFERENCE, SECOND], language="en", **beside)
    report = hyperbaton.score(outputs, test_set, Scoring(metrics).text_metrics)
    found = scored(data, metrics)
    assert_scores_of(data, found, report)
    assert signature in found[0].signature
    if kinds == ("links",):
        (aligned,) = scored(replace(data, given=GivenFiles()), metrics[:1])
        assert (aligned.segments != found[0].segments).any()


def test_missing_outputs_may_have_blank_links_and_trees(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n" + "\n".join(OUTPUTS["fair"][1:]) + "\n")
    root = str(add_given(folder))
    data = read_evaluation_set(root, "de-en", DataOptions(given=GivenFiles(root, root, root)))
    fair = data.systems.index("fair")
    assert not data.available[fair, 0]
    for found in scored(data, ["kendall", "dted", "dted(weighted=true)", "meteor", "lrscore"]):
        assert np.argwhere(np.isnan(found.segments)).tolist() == [[fair, 0]], found.name
        assert np.isfinite(found.system_scores).all()


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        ("links", "links/de-en/fair.refB.align"),
        ("source_alignments", "source-alignments/de-en/references/refB.align"),
        ("source_alignments", "sources/de-en.txt"),
        ("trees", "trees/de-en/references/refA.conllu"),
    ],
)
def test_a_missing_file_is_named_before_anything_is_scored(folder, kind, file):
    add_given(folder)
    (folder / file).unlink()
    data = read_evaluation_set(
        str(folder), "de-en", DataOptions(given=GivenFiles(**{kind: str(folder)}))
    )
    with pytest.raises(InputError, match=f"{file}: not found"):
        SystemScorer(data)


def test_a_file_that_does_not_fit_is_named(folder):
    path = add_given(folder) / "links" / "de-en" / "fair.refA.align"
    data = read_evaluation_set(
        str(folder), "de-en", DataOptions(given=GivenFiles(links=str(folder)))
    )
    path.write_text("0-0\n0-9\n\n")
    with pytest.raises(InputError, match=r"de-en: fair: kendall: .*fair.refA.align: segment 2: "):
        scored(data, ["kendall"])
    path.write_text("0-0\n")
    with pytest.raises(InputError, match=r"fair.refA.align: has 1 entries for 3 segments"):
        scored(data, ["kendall"])
