"""Test sets from folders: references, outputs, systems and segments left out, several years."""

from pathlib import Path
from typing import Any

import pytest
from meta.conftest import SYSTEMS, make

from hyperbaton.errors import InputError, OptionError
from hyperbaton.meta import (
    DataOptions,
    Omissions,
    read_evaluation_set,
    read_judged_sets,
    read_judgements,
)


def read(folder, **options):
    (found,) = read_judged_sets(str(folder), ["de-en"], DataOptions(**options))
    return found


def test_references_and_outputs(folder):
    (folder / "references" / "de-en.refB.txt").write_text("a\nb\nc\n")
    both = read_evaluation_set(str(folder), "de-en")
    assert (both.systems, len(both), both.reference_names) == (SYSTEMS, 3, ("refA", "refB"))
    assert both.references[2] == ("it rained all night", "c")
    assert both.available.all()
    only = read_evaluation_set(str(folder), "de-en", DataOptions(references=("refB",)))
    assert only.references[2] == ("c",)
    with pytest.raises(OptionError, match="has no reference refC; it has refA, refB"):
        read_evaluation_set(str(folder), "de-en", DataOptions(references=("refC",)))
    with pytest.raises(
        InputError, match=r"no test set has references/fr-en.NAME.txt; .* has de-en"
    ):
        read_judged_sets(str(folder), ["fr-en"])


def test_blank_outputs_are_missing(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n\nall night it rained\n")
    data = read_evaluation_set(str(folder), "de-en")
    assert data.available.tolist() == [[False, False, True], [True] * 3, [True] * 3]
    with pytest.raises(InputError, match=r"pairs.tsv:2: fair has no output for segment 1"):
        read_judgements(data)
    omissions = Omissions(skip=True)
    found = read_judgements(data, None, omissions).preferences
    assert found.segment.tolist() == [0, 2]
    assert str(omissions) == "3 × judgement of a missing output"
    assert read_evaluation_set(str(folder), "de-en", DataOptions(blank="empty")).available.all()


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        ("system-outputs/de-en/good.txt", b"x\n", "good.txt has 1 segment but"),
        ("system-outputs/de-en/good.txt", b"\xff\n", "good.txt:1: byte 0xFF at position 1 is not"),
        ("system-outputs/de-en/", None, "has 0 systems; at least two"),
        ("references/de-en.refA.txt", None, "no test set has references/de-en.NAME.txt"),
        ("rankings/de-en.pairs.tsv", None, "has no judgements of de-en; rankings/de-en.pairs.tsv"),
    ],
)
def test_broken_folders_are_named(folder, path, content, message):
    for file in folder.rglob("*"):
        if path in str(file):
            file.write_bytes(content) if content else file.unlink()
    with pytest.raises(InputError, match=message):
        read(folder)


def test_several_folders(tmp_path):
    one, other = (str(make(tmp_path / name)) for name in ("wmt13", "wmt15"))
    make(tmp_path / "wmt15", "fi-en")
    found = read_judged_sets([one, other], ["fi-en", "de-en"])
    assert [(each.data.folder, each.pair) for each in found] == [
        (one, "de-en"),
        (other, "fi-en"),
        (other, "de-en"),
    ]
    with pytest.raises(InputError, match="wmt13: has none of fi-en"):
        read_judged_sets([one, other], ["fi-en"])
    with pytest.raises(InputError, match="nowhere has none"):
        read_judged_sets(str(tmp_path / "nowhere"), ["de-en"])


def test_systems_are_excluded_where_there_are_any(tmp_path):
    one, other = (make(tmp_path / name) for name in ("wmt13", "wmt15"))
    outputs = other / "system-outputs" / "de-en"
    (outputs / "fair.txt").rename(outputs / "tuning-task.txt")
    rankings = other / "rankings" / "de-en.pairs.tsv"
    rankings.write_text(rankings.read_text().replace("fair", "tuning-task"))
    options = DataOptions(exclude=("tuning-*",))
    first, second = read_judged_sets([str(one), str(other)], ["de-en"], options)
    assert first.data.systems == SYSTEMS
    assert second.data.systems == ("good", "poor")
    with pytest.raises(OptionError, match="no system of de-en is named x"):
        read_judged_sets([str(one)], ["de-en"], DataOptions(exclude=("x",)))


@pytest.mark.parametrize(
    ("options", "systems"),
    [
        ({}, ("good", "poor")),
        ({"references": ("refA",), "include_human": True}, ("good", "poor", "refB")),
        ({"references": ("refB",), "include_human": True}, ("good", "poor", "refA")),
        ({"include_human": True}, ("good", "poor")),  # both are scored against
    ],
)
def test_a_reference_is_not_scored_against_itself(
    folder: Path, options: dict[str, Any], systems: tuple[str, ...]
) -> None:
    outputs = folder / "system-outputs" / "de-en"
    (outputs / "fair.txt").rename(outputs / "refA.txt")
    for path in (outputs / "refB.txt", folder / "references" / "de-en.refB.txt"):
        path.write_text("a\nb\nc\n")
    rankings = folder / "rankings" / "de-en.pairs.tsv"
    rankings.write_text(rankings.read_text().replace("fair", "refA"))
    found = read(folder, **options)
    assert found.data.systems == found.judgements.systems == systems
    assert found.data.human == {"refA", "refB"}
