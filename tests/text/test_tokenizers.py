"""Tokenizers by name, and hyperbaton's own against its description."""

import sys

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.errors import MissingDependencyError
from hyperbaton.text.tokenizers import TOKENIZERS, load_tokenizer

DEMO_LINE = "“We won't sign,” the well-known minister said at 6:15 (3.5% less)."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't stop.", ["Don't", "stop", "."]),
        ("'quoted' --", ["'", "quoted", "'", "-", "-"]),
        ("well-known 2nd-hand", ["well-known", "2nd-hand"]),
        ("1,000.5 um 6:15, 3.", ["1,000.5", "um", "6:15", ",", "3", "."]),
        ("€3.50!?", ["€", "3.50", "!", "?"]),
        ("naïve\u0301 x", ["naïve\u0301", "x"]),
        ("हिन्दी में शब्द।", ["हिन्दी", "में", "शब्द", "।"]),
        ("駅前でコーヒー。", ["駅", "前", "で", "コ", "ー", "ヒ", "ー", "。"]),
        ("iPhoneを買う", ["iPhone", "を", "買", "う"]),
        ("a\u00a0b\tc", ["a", "b", "c"]),
    ],
)
def test_unicode(text, words):
    assert load_tokenizer("unicode")(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He doesn't know the cats' name.", "He does n't know the cats ' name ."),
        ("We can’t sell Anna's pre-war mill!!!", "We ca n’t sell Anna 's pre-war mill !!!"),
        ("I'm gonna pay $1,000.50 (50%)...", "I 'm gon na pay $ 1,000.50 ( 50 % ) ..."),
        ("Write to editor@example.org.", "Write to editor@example.org ."),
        ("See http://example.org/a-b?c=1, please", "See http://example.org/a-b?c=1 , please"),
        ("Dr. Okoye left the U.S. on 3/4/2012", "Dr. Okoye left the U.S. on 3/4/2012"),
        ("a 20-year-old etc. :-) Really?!", "a 20 - year - old etc. :-) Really ?!"),
        ("at 7:30pm -- the 2nd B-52's", "at 7:30 pm -- the 2nd B - 52 's"),
        ("call 555-123-4567 w/o “delay”", "call 555-123-4567 w/o “ delay ”"),
    ],
)
def test_ewt(text, words):
    assert load_tokenizer("ewt")(text) == words.split()


@given(st.text())
def test_ewt_loses_nothing_but_spaces(text):
    assert "".join(load_tokenizer("ewt")(text)) == "".join(text.split())


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char"])
def test_sacrebleu_tokenizers_are_sacrebleus(name):
    bleu = sacrebleu.BLEU(tokenize=name)
    assert load_tokenizer(name)(DEMO_LINE) == bleu.tokenizer(DEMO_LINE).split()


def test_every_tokenizer_listed_loads_or_says_what_to_install():
    for name in TOKENIZERS:
        try:
            assert load_tokenizer(name)("a b") == ["a", "b"]
        except MissingDependencyError as error:
            assert "pip install" in str(error)


def test_missing_package_names_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "MeCab", None)
    monkeypatch.delitem(sys.modules, "sacrebleu.tokenizers.tokenizer_ja_mecab", raising=False)
    with pytest.raises(MissingDependencyError, match=r"pip install 'hyperbaton\[ja\]'"):
        load_tokenizer("ja-mecab")
