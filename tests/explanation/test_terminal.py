"""Explanations in the terminal: lines that line up, with and without colour."""

import re

import pytest
from explanation.test_explainer import with_source

from hyperbaton import explain
from hyperbaton.explanation.terminal import Palette, to_text
from hyperbaton.tables.layout import display_width


def test_colours_change_nothing_but_colours():
    found = explain("b d a c e oh", "a b c d e", "kendall")
    for colours in (16, 256):
        coloured = to_text(found, palette=Palette(colours))
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == to_text(found)
        assert "\x1b[" in coloured


def test_words_without_a_counterpart_are_in_braces():
    text = to_text(explain("we met ( oh , my ) at noon", "we met at noon today", "kendall"))
    assert "output     we met {( oh , my )} at noon" in text
    assert "reference  we met at noon {today}" in text
    assert "kendall 0.779 (order 1.000 × coverage 0.779)" in text
    assert (
        "All aligned words are in order.\n     words without a counterpart · kendall −0.22" in text
    )


def test_the_source_is_a_third_line():
    found = with_source("he the book read", "0-0 2-1 3-2 4-3")
    assert to_text(found).split("\n\n")[1].splitlines() == [
        "reference  he [read]¹ the book",
        "                 ╰────────╮",
        "output     he the book [read]¹",
        "                          ╰──────╮",
        "source     er {hat} das Buch [gelesen]¹",
    ]


@pytest.mark.parametrize("hypothesis", ["", "completely different"])
def test_nothing_aligned(hypothesis):
    text = to_text(explain(hypothesis, "we met at noon", "kendall"))
    assert text.endswith("No word of the output is aligned with the reference.")


def test_wide_words_line_up():
    found = explain("大厅 里 我们 见面", "我们 见面 大厅 里", "kendall", tokenize="none")
    lines = to_text(found).split("\n\n")[1].split("\n")
    reference, rail, output = lines
    upper = display_width(reference[: reference.index("[")]), display_width(reference)
    lower = display_width(output[: output.index("[")]), display_width(output[: output.index("]")])
    assert lower[0] <= rail.index("╭") <= lower[1]
    assert upper[0] <= len(rail) - 1 <= upper[1]


def test_right_to_left_text_has_no_drawing():
    found = explain("في الردهة التقينا ظهرا", "التقينا ظهرا في الردهة", "kendall")
    text = to_text(found)
    assert "╭" not in text and "╯" not in text
    assert "[في الردهة]¹" in text


def test_no_line_is_wider_than_the_terminal():
    words = [f"word{k}" for k in range(40)]
    found = explain(" ".join(words[20:] + words[:20]), " ".join(words), ["kendall", "pef", "ter"])
    text = to_text(found, width=60)
    assert all(display_width(line) <= 60 for line in text.splitlines())
    lines = text.split("\n\n")[1].split("\n")
    assert " ".join(line[11:] for line in lines if line).count("word") == 80


def test_many_moves_have_no_drawing():
    words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
    scrambled = [words[k] for k in (5, 11, 2, 8, 0, 6, 3, 10, 1, 7, 4, 9)]
    text = to_text(explain(" ".join(scrambled), " ".join(words), "kendall"))
    assert "╮" not in text
