"""Words, lower case and characters over all of Unicode, against `regex` and Python.

The core has tables of its own, of one version of Unicode. Others may be older or newer: compared is
what all of them know.
"""

from __future__ import annotations

import itertools
import sys
import unicodedata

import pytest
import regex
from build_unicode_tables import unicode_version
from hypothesis import given
from hypothesis import strategies as st
from oracles import words as oracle
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from text.columns_of_text import column, rows, split, texts_of

from hyperbaton import _core

tokenize_13a = Tokenizer13a()
SAME_VERSION = unicode_version() == _core.unicode_version
EVERYTHING = [chr(point) for point in range(sys.maxunicode + 1)]
ASSIGNED = [
    character
    for character in EVERYTHING
    if unicodedata.category(character) != "Cn" and not regex.match(r"\p{Cn}", character)
]
SPLIT_ALIKE = EVERYTHING if SAME_VERSION else ASSIGNED

# One or more of every class, and all that joins words or numbers.
TELLING = (
    "aZ5é\u0301½駅〇ーก\u0e34๑\u1040한'’-‐·.,:!€_"
    " \t\x00\x1c\x7f\x85\xa0\u2028\u200b\ud800😀\U0010ffff"
)


def cased(character: str) -> bool:
    return (character + "Σ").lower().endswith("ς")


def looked_past(character: str) -> bool:
    return ("a" + character + "Σ").lower().endswith("ς") and not cased(character)


def has_the_same_case(character: str) -> bool:
    """Whether Python and `regex` agree on what matters to a sigma beside the character."""
    past = regex.match(r"\p{Case_Ignorable}", character) is not None
    case = regex.match(r"\p{Cased}", character) is not None and not past
    return (cased(character), looked_past(character)) == (case, past)


@pytest.fixture(scope="module")
def lowered_alike() -> list[str]:
    return [character for character in ASSIGNED if has_the_same_case(character)]


@pytest.mark.parametrize(
    "context", ["{}", "a{}b", "a{}5", "5{}5", "5.{}", "{}.5", "a'{}", "{}'a", "駅{}", "{}\u0301"]
)
def test_unicode_splits_every_character_in_context(context):
    text = "\n".join(context.format(character) for character in SPLIT_ALIKE)
    assert _core.split_words(text, "unicode") == oracle.unicode_words(text)


@pytest.mark.parametrize("length", [2, 3])
def test_unicode_splits_all_short_texts_of_telling_characters(length):
    texts = ["".join(chosen) for chosen in itertools.product(TELLING, repeat=length)]
    assert split(texts, "unicode") == list(map(oracle.unicode_words, texts))


def test_characters_of_everything():
    texts = ["", *EVERYTHING, "".join(EVERYTHING)]
    for threads in (1, 3):
        found = rows(*_core.characters(*column(texts), threads))
        assert found == [list(map(ord, "".join(text.split()))) for text in texts]


def test_lower_case_of_every_character(lowered_alike):
    for context in ("{}", "x{}X"):
        texts = [context.format(character) for character in lowered_alike]
        assert texts_of(*_core.lowered(*column(texts), 2)) == [text.lower() for text in texts]


@pytest.mark.parametrize("context", ["A{}Σ", "{}Σ", "AΣ{}", "AΣ{}A", "Σ{}Σ"])
def test_sigma_beside_every_character(context, lowered_alike):
    texts = [context.format(character) for character in lowered_alike]
    assert texts_of(*_core.lowered(*column(texts), 1)) == [text.lower() for text in texts]


def test_scripts_without_spaces():
    everything = "".join(SPLIT_ALIKE)
    texts = regex.findall(f"[{oracle.UNSPACED}]", everything, regex.V1)
    others = regex.sub(f"[{oracle.UNSPACED}]", "", everything, flags=regex.V1)
    assert len(texts) > 90_000
    assert _core.first_with_unspaced_script(*column([others])) == -1
    for text in texts[::37]:
        assert _core.first_with_unspaced_script(*column(["", others[:50], text])) == 2


mixed = st.text(st.sampled_from(TELLING) | st.sampled_from("abcdefgh ABC.,'") | st.characters())
pieces = st.sampled_from(["<skipped>", "-\n", "&quot;", "&amp;", "&lt;", "&gt;", "\n", " "])
marked = st.lists(pieces | st.sampled_from("019.,-'/&;a\u00b2\u0663ü東\u3000")).map("".join)


@given(mixed | marked)
def test_any_text_is_split_as_python_and_sacrebleu_do(text):
    assert _core.split_words(text, "none") == text.split()
    assert _core.split_words(text, "char") == list("".join(text.split()))
    assert _core.split_words(text, "13a") == tokenize_13a(text.rstrip()).split()


@given(st.lists(st.text(st.sampled_from("aAΣσİIı'.-:\u0301\u00adʰ 1!ßẞΩÅ\ud800Ⱥ"))))
def test_any_text_in_lower_case(texts):
    assert texts_of(*_core.lowered(*column(texts), 2)) == [text.lower() for text in texts]


@given(st.lists(mixed))
def test_texts_do_not_run_into_one_another(texts):
    for name in ("unicode", "none", "char", "13a"):
        assert split(texts, name) == [_core.split_words(text, name) for text in texts]
