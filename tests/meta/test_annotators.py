"""Agreement of people with each other, against counts by hand and a plain loop."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from hyperbaton.errors import InputError
from hyperbaton.meta import DataOptions, annotator_agreement, read_judged_sets

HEADER = "segment\tsystem1\trank1\tsystem2\trank2\tranking\tjudge"


def agreement(folder: Path, rows: list[str], header: str = HEADER) -> dict[str, float]:
    path = folder / "people.tsv"
    path.write_text("\n".join([header, *rows]) + "\n")
    sets = read_judged_sets(str(folder), ["de-en"], DataOptions(str(path)))
    (record,) = annotator_agreement(sets).records()
    return record


def test_rankings_by_hand(folder: Path) -> None:
    """Two people and one again: 1-2 agree, 1-3 and 2-3 do not; the same outputs the other way."""
    rows = [
        "1\tgood\t1\tfair\t2\t1\tx",
        "1\tfair\t2\tgood\t1\t2\ty",
        "1\tgood\t2\tfair\t1\t3\tx",
        "2\tgood\t1\tpoor\t1\t4\tx",
    ]
    found = agreement(folder, rows)
    chance = 0.25**2 + 0.75**2 / 2
    assert (found["judgements"], found["twice"], found["again"]) == (4, 2, 1)
    assert found["kappa"] == pytest.approx((1 / 2 - chance) / (1 - chance))
    assert found["kappa_within"] == pytest.approx((0 - chance) / (1 - chance))
    assert (found["tau"], found["ceiling"]) == (0.0, 0.0)
    without = agreement(folder, [row[: row.rindex("\t")] for row in rows], HEADER[:-6])
    assert (without["twice"], without["again"]) == (3, 0)


def test_the_ceiling_is_found_where_people_err_independently(folder: Path) -> None:
    """Each is right with probability 0.8: any two agree by 0.6 · 0.6, and with the truth by 0.6."""
    rng = np.random.default_rng(3)
    rows = [
        f"{segment}\t{a}\t{rank}\t{b}\t{3 - rank}\t{k}\tj{k}"
        for segment in (1, 2, 3)
        for a, b in combinations(("good", "fair", "poor"), 2)
        for k, rank in enumerate(np.where(rng.random(400) < 0.8, 1, 2).tolist())
    ]
    found = agreement(folder, rows)
    assert found["tau"] == pytest.approx(0.36, abs=0.03)
    assert found["ceiling"] == pytest.approx(0.6, abs=0.03)


def test_ratings_are_compared_judge_by_judge(folder: Path) -> None:
    header = "system\tsegment\tjudge\tscore"
    scores = {"x": (3, 2, 1), "y": (5, 5, 4)}
    rows = [
        f"{system}\t1\t{judge}\t{score}"
        for judge, found in scores.items()
        for system, score in zip(("good", "fair", "poor"), found, strict=True)
    ]
    found = agreement(folder, rows, header)
    assert (found["judgements"], found["twice"]) == (6, 3)
    assert (found["tau"], found["ceiling"]) == (1.0, 1.0)
    chance = (1 / 6) ** 2 + (5 / 6) ** 2 / 2
    assert found["kappa"] == pytest.approx((2 / 3 - chance) / (1 - chance))


def test_equal_outputs_are_left_out(folder: Path) -> None:
    good = folder / "system-outputs" / "de-en" / "good.txt"
    (good.parent / "fair.txt").write_text(good.read_text())
    rows = [f"1\tgood\t1\tfair\t1\t{k}\tj{k}" for k in range(5)]
    assert agreement(folder, rows)["judgements"] == 0


def test_scores_without_judges_are_refused(folder: Path) -> None:
    path = folder / "people.seg.score"
    path.write_text("".join(f"{s} {k}\n" for s in ("good", "fair", "poor") for k in (1, 2, 3)))
    sets = read_judged_sets(str(folder), ["de-en"], DataOptions(str(path)))
    with pytest.raises(InputError, match=r"has one score per output; .* ratings by several judges"):
        annotator_agreement(sets)
