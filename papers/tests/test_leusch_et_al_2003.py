"""Leusch, Ueffing & Ney 2003 on data in the shape of WMT07, against an independent computation."""

import statistics
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_folders import SYSTEMS, copy_demo, make_rated, ratings, table_of

from hyperbaton.evidence import Preparation
from hyperbaton.meta import DataOptions, read_evaluation_set, read_judgements
from hyperbaton.meta.measures import spearman
from hyperbaton_papers import PAPERS, Setup
from hyperbaton_papers.leusch_et_al_2003 import rank_correlation, score_classes
from hyperbaton_papers.leusch_experiments import SystemScores, longest
from hyperbaton_papers.published import published_table

PAPER = PAPERS["leusch-et-al-2003"]
KINDS = ("sentence", "system-weighted", "system-unweighted", "rank")


def reproduce(folder, **changes):
    return PAPER.reproduce(replace(Setup(str(folder), PAPER.preparation, samples=0), **changes))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("rated")
    make_rated(root / "wmt07-nc", ("de-en", "en-es"))
    make_rated(root / "wmt07-ep", ("de-en",))
    copy_demo(root / "wmt13", ("cs-en",))
    return root


@pytest.fixture(scope="module")
def result(folder):
    return reproduce(folder)


def levenshtein(first, second):
    row = list(range(len(second) + 1))
    for i, word in enumerate(first, start=1):
        previous, row = row, [i]
        for j, other in enumerate(second, start=1):
            row.append(min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (word != other)))
    return row[-1]


class Slow:
    """WER against people, computed from the files one output at a time."""

    def __init__(self, folder, *, lowercase, normalize, columns=(3, 4), rows=None):
        self.rows = ratings() if rows is None else rows
        self.split = Preparation("unicode", lowercase).split
        self.references = self.words(folder / "references" / "de-en.refA.txt")
        self.outputs = {
            system: self.words(folder / "system-outputs" / "de-en" / f"{system}.txt")
            for system in SYSTEMS
        }
        self.people = {
            (row[0] - 1, row[2]): self.score(row, columns, normalize=normalize)
            for row in self.rows
            if row[2] in SYSTEMS and self.longest(row[0] - 1) <= 50
        }

    def words(self, path):
        return [self.split(line) for line in path.read_text().splitlines()]

    def longest(self, segment):
        texts = (texts[segment] for texts in (self.references, *self.outputs.values()))
        return max(map(len, texts))

    def score(self, row, columns, *, normalize):
        total = 0.0
        same = [each for each in self.rows if (each[0], each[2]) == (row[0], row[2])]
        for k in columns:
            values = []
            for each in same:
                by_judge = [other[k] for other in self.rows if other[1] == each[1]]
                mean, deviation = statistics.mean(by_judge), statistics.pstdev(by_judge)
                values.append((each[k] - mean) / deviation if normalize else each[k])
            total += statistics.mean(values)
        return total

    def edits(self, place):
        segment, system = place
        return levenshtein(self.outputs[system][segment], self.references[segment])

    def length(self, place):
        return len(self.references[place[0]])

    def accuracy(self, place):
        return max(0.0, 1.0 - self.edits(place) / self.length(place))

    def sentence(self):
        accuracies = [self.accuracy(place) for place in self.people]
        return statistics.correlation(list(self.people.values()), accuracies)

    def systems(self, *, weighted):
        people, automatic = [], []
        for system in SYSTEMS:
            places = [place for place in self.people if place[1] == system]
            weights = [self.length(place) if weighted else 1 for place in places]
            scores = [self.people[place] * w for place, w in zip(places, weights, strict=True)]
            people.append(sum(scores) / sum(weights))
            if weighted:
                automatic.append(1.0 - sum(map(self.edits, places)) / sum(weights))
            else:
                automatic.append(statistics.mean(map(self.accuracy, places)))
        return people, automatic


@pytest.mark.parametrize("letter", ["A", "B"])
def test_wer_is_that_of_an_independent_computation(folder, result, letter):
    slow = Slow(folder / "wmt07-nc", lowercase=letter == "A", normalize=letter == "B")
    row, column = f"{letter} WER", "NC de-en"
    assert result["sentence-by-pair"][row, column].ours == pytest.approx(slow.sentence())
    for kind, weighted in (("system-weighted", True), ("system-unweighted", False)):
        expected = statistics.correlation(*slow.systems(weighted=weighted))
        assert result[f"{kind}-by-pair"][row, column].ours == pytest.approx(expected)
    people, automatic = (np.array(values) for values in slow.systems(weighted=True))
    expected = float(spearman(people, automatic))
    assert result["rank-by-pair"][row, column].ours == pytest.approx(expected)


def test_adequacy_and_fluency_apart(folder, result):
    """All language pairs are copies of one, so that the mean is that of each."""
    table = result["adequacy-and-fluency"]
    for column, name in ((3, "adequacy"), (4, "fluency")):
        slow = Slow(folder / "wmt07-nc", lowercase=True, normalize=False, columns=(column,))
        assert table["WER", f"sentence, {name}"].ours == pytest.approx(slow.sentence())
        expected = statistics.correlation(*slow.systems(weighted=True))
        assert table["WER", f"system, {name}"].ours == pytest.approx(expected)


def test_overviews_have_means_and_ratios_of_wins(result):
    for kind in KINDS:
        table, details = result[kind], result[f"{kind}-by-pair"]
        assert table.columns == (
            "Verbmobil de-en",
            "TIDES zh-en A",
            "TIDES zh-en B",
            "WMT07 A",
            "WMT07 B",
            "WMT13 cs-en (wins)",
        )
        assert details.columns == ("TIDES zh-en", "NC de-en", "NC en-es", "EP de-en", "mean")
        for letter in "AB":
            for name in table.rows:
                row = [cell.ours for cell in details.rows[f"{letter} {name}"][1:]]
                assert row[-1] == pytest.approx(statistics.mean(row[:-1]))
                assert table[name, f"WMT07 {letter}"].ours == row[-1]


def test_published_figures_stand_beside_ours(result):
    assert result["sentence"]["invWER", "Verbmobil de-en"].published == 0.68
    assert result["system-weighted"]["BLEU", "TIDES zh-en B"].published == 0.77
    assert result["system-unweighted-by-pair"]["A BLEU", "TIDES zh-en"].published == 0.24
    assert result["system-unweighted-by-pair"]["B BLEU", "TIDES zh-en"].published == 0.76
    assert result["rank"]["PER", "Verbmobil de-en"].published == 0.92
    assert result["rank"]["PER", "TIDES zh-en A"].published is None
    assert result["rank-by-pair"]["B PER", "TIDES zh-en"].published == 0.52
    assert result["table-4"]["PER", "TIDES zh-en B"].published == "1 4 3 9 7 2 5 6 8"
    assert result["table-4"]["NIST", "TIDES zh-en B"].published is None


@pytest.mark.parametrize("number", [2, 4])
def test_the_rank_correlation_of_the_paper_is_spearman_s(number):
    table = published_table(f"leusch-et-al-2003-table-{number}")
    assert set(table.rankings) == set(table.rows)
    for name, ranking in table.rankings.items():
        assert sorted(ranking) == list(range(1, len(ranking) + 1))
        if (number, name) != (2, "PER"):
            assert rank_correlation(ranking) == pytest.approx(table.rows[name][0], abs=0.006)


def test_per_on_verbmobil_is_printed_otherwise(result):
    cell = result["table-2"]["PER", "rank correlation"]
    assert (round(cell.ours, 2), cell.published) == (0.95, 0.92)


def test_rankings_by_hand():
    scores = SystemScores(
        np.array([3.0, 9.0, 6.0, 1.0]),  # so S3, S1, S2, S4
        np.array([[0.1, 0.2, 0.9, 0.3], [0.5, 0.5, 0.4, 0.4]]),
    )
    assert scores.rankings() == [[2, 4, 1, 3], [1, 3, 2, 4]]  # ties stand in people's order
    without = scores.without_worst()
    assert without.people.tolist() == [3.0, 9.0, 6.0]
    assert without.measures.tolist() == [[0.1, 0.2, 0.9], [0.5, 0.5, 0.4]]


def test_without_the_worst_of_four_systems(tmp_path):
    root = make_rated(tmp_path / "wmt07-nc")
    worst = root / "system-outputs" / "de-en" / "worst.txt"
    worst.write_text((root / "system-outputs" / "de-en" / "loom.txt").read_text())
    rows = [*ratings(), *((segment, "kind", "worst", 1, 1) for segment in range(1, 25))]
    (root / "human-scores" / "de-en.nist.tsv").write_text(table_of(rows))
    # The worst system is left out only now: judges are normalised by what they said of it too.
    slow = Slow(root, lowercase=False, normalize=True, rows=rows)
    found = reproduce(root)["without-worst"]["WER", "NC de-en"].ours
    assert found == pytest.approx(statistics.correlation(*slow.systems(weighted=True)))


def test_long_sentences_are_left_out(tmp_path):
    root = make_rated(tmp_path / "wmt07-nc")
    path = root / "system-outputs" / "de-en" / "loom.txt"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(["word " * 51, *lines[1:]]) + "\n")
    rows = [row for row in ratings() if row[0] != 1]
    assert any("23 of 24 rated segments" in note for note in reproduce(root).notes)
    every = reproduce(root, max_words=0)
    assert any("of any length: 24 of 24 rated" in note for note in every.notes)
    # Without normalising, the first segment might as well not have been rated.
    without = reproduce(make_rated(tmp_path / "other" / "wmt07-nc", rows=rows))
    for kind in ("sentence", "system-weighted"):
        found, expected = (r[kind]["BLEU", "WMT07 A"].ours for r in (reproduce(root), without))
        assert found == pytest.approx(expected)


def test_words_are_those_of_the_tokenizer(tmp_path):
    root = make_rated(tmp_path / "wmt07-nc")
    path = root / "system-outputs" / "de-en" / "loom.txt"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(["a,b " * 30, *lines[1:]]) + "\n")
    data = read_evaluation_set(str(root), "de-en")
    assert longest(data, Preparation("none"))[0] == 30
    assert longest(data, Preparation("unicode"))[0] == 90


def test_score_classes_by_hand():
    human = np.array([2.0, 2.4, 2.5, 3.5, -0.6])
    classes = score_classes(human, np.array([0.1, 0.3, 0.8, 0.4, 0.5]))
    assert [each.centre for each in classes] == [-1.0, 2.0, 3.0, 4.0]
    assert [each.number for each in classes] == [1, 2, 1, 1]
    assert classes[1].mean == pytest.approx(0.2)
    assert classes[1].deviation == pytest.approx(0.1)
    assert score_classes(human, human, width=0.5)[1].centre == 2.0


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0, 1)), min_size=1, max_size=40))
def test_score_classes_hold_every_sentence_once(values):
    human, automatic = (np.array(column) for column in zip(*values, strict=True))
    classes = score_classes(human, automatic)
    assert sum(each.number for each in classes) == len(values)
    total = sum(each.mean * each.number for each in classes)
    assert total == pytest.approx(automatic.sum())
    for each in classes:
        inside = (human >= each.centre - 0.5) & (human < each.centre + 0.5)
        assert np.count_nonzero(inside) == each.number


def test_figures(result, folder):
    assert [figure.id for figure in result.figures] == [
        f"leusch-et-al-2003-figure-{number}" for number in (1, 2, 3, 4)
    ]
    assert all(tuple(f.series) == ("PER", "invWER", "WER", "BLEU") for f in result.figures)
    sentences, systems, systems_b, sentences_b = result.figures
    for letter, figure in (("A", systems), ("B", systems_b)):
        slow = Slow(folder / "wmt07-nc", lowercase=letter == "A", normalize=letter == "B")
        points = sorted(zip(*slow.systems(weighted=True), strict=True))
        line = figure.series["WER"]
        assert not line.joined
        assert list(line.x) == pytest.approx([x for x, _ in points])
        assert list(line.y) == pytest.approx([y for _, y in points])
    for figure in (sentences, sentences_b):
        for line in figure.series.values():
            assert len(line.bars) == len(line.x) > 2
            assert all(0.0 <= y <= 1.0 for y in line.y)
            assert line.y[0] < line.y[-1] or figure.series["PER"] is line
    assert "WMT07-NC de-en, experiment A" in sentences.title


def test_real_ratings_have_the_means_that_come_with_them(wmt13):
    """The data has the mean of each score as files of its own, averaged by others."""
    folder = wmt13.parent / "wmt07-nc"
    if not folder.is_dir():
        pytest.skip("needs WMT07's ratings: pytest --data DIR with DIR/wmt07-nc")
    for pair in ("de-en", "en-es"):
        data = read_evaluation_set(str(folder), pair)
        for column in ("scoreA", "scoreB"):
            options = DataOptions("nist", score_columns=(column,))
            found = read_judgements(data, options).scores
            expected = read_judgements(data, DataOptions(column)).scores
            assert found == pytest.approx(expected, nan_ok=True)
