"""How text is prepared: what is accepted, and what tells two preparations apart."""

import sys

import pytest

import hyperbaton
from hyperbaton import Preparation, TestSet, metrics
from hyperbaton.alignment import Aligner, BigramAligner, MeteorAligner
from hyperbaton.errors import MissingDependencyError, OptionError
from hyperbaton.evidence import Need
from hyperbaton.metrics import Bleu, Chrf, Dted, Kendall, Meteor, Wer
from hyperbaton.parsing.english import English

WRONG_CHOICES = [
    ({"aligner": "exact"}, r"'exact' names matchers; write best\(matchers=exact\)"),
    ({"aligner": "bets"}, "there is no aligner 'bets'; did you mean best"),
    ({"aligner": "best(matcher=exact)"}, "best has no parameter 'matcher'; did you mean matchers"),
    ({"parser": "qqq"}, "there is no parser 'qqq'; there are english, trained, spacy"),
    ({"parser": "spacy"}, r"spacy: model is missing; write spacy\(model=…\)"),
    ({"tokenize": "13b"}, "no tokenizer '13b'; did you mean 13a"),
    ({"tokenize": 13}, "expected the name of a tokenizer or .*got 13"),
    ({"lowercase": "yes"}, "lowercase: expected True or False, got 'yes'"),
    ({"join_subwords": "wordpiece"}, "bpe or sentencepiece, got 'wordpiece'"),
    ({"tokenise": "13a"}, r"no option 'tokenise'; did you mean tokenize\? There are tokenize, low"),
    ({"tok": "13a"}, "there is no option 'tok'; did you mean tokenize"),
    ({"source": ["a"]}, "there is no option 'source'; pass source to TestSet or Output"),
    ({"language": "fr", "aligner": "best(language=de)"}, "in language 'fr', but .* 'de'"),
]


@pytest.mark.parametrize(("choices", "message"), WRONG_CHOICES)
def test_wrong_choices_teach_what_is_accepted(choices, message):
    with pytest.raises(OptionError, match=message):
        hyperbaton.score(["a"], [["a"]], "kendall", **choices)


def test_strings_and_values_are_the_same():
    german = Preparation(aligner="meteor(language=de)")
    assert german == Preparation(aligner=MeteorAligner(language="de"))
    assert german == Preparation(aligner="meteor", language="de")
    assert Preparation(parser="english") == Preparation() == Preparation(parser=English())
    assert hash(Preparation.of(aligner="bigram")) == hash(Preparation(aligner=BigramAligner()))


def test_it_comes_back_from_its_description():
    chosen = Preparation("13a", True, "bpe", "de", "best(matchers=exact)", parser="spacy(model=m)")
    assert Preparation.from_dict(chosen.to_dict()) == chosen
    assert Preparation().to_dict() == {
        "tokenize": None,
        "lowercase": None,
        "join_subwords": None,
        "aligner": "best",
        "over_source": False,
        "parser": "english",
    }
    with pytest.raises(OptionError, match="is a function"):
        Preparation(("split", str.split)).to_dict()


# What is done to text


@pytest.mark.parametrize(
    ("join", "text", "expected"),
    [
        ("bpe", "un@@ believ@@ able sto@@ ry", "unbelievable story"),
        ("bpe", "cut@@", "cut"),
        ("sentencepiece", "▁Hello ▁wor ld !", "Hello world!"),
        ("sentencepiece", "▁ a", "a"),
        (None, "a@@ b", "a@@ b"),
    ],
)
def test_subwords_are_joined(join, text, expected):
    assert Preparation("none", join_subwords=join).split(text) == expected.split()


def test_meteors_tokenizer_sees_capitals_before_they_are_folded():
    """A full stop inside `U.S.` is no end of a sentence; in lower case it would be split off."""
    raw = Preparation("meteor").split("the U.S. is here.")
    assert Preparation("meteor", lowercase=True).split("the U.S. is here.") == [
        word.lower() for word in raw
    ]
    assert Preparation("none", lowercase=True).split("The End") == ["the", "end"]


def test_what_the_user_leaves_open_the_metric_decides():
    own = Preparation("13a", lowercase=True)
    assert Preparation().prepared_as(own) == own
    assert Preparation("char").prepared_as(own) == Preparation("char", True)
    assert Preparation(lowercase=False).prepared_as(own) == Preparation("13a", False)
    joined = Preparation(join_subwords="bpe").prepared_as(own)
    assert joined == Preparation("13a", lowercase=True, join_subwords="bpe")
    assert Preparation().prepared_as(Preparation()) == Preparation("unicode", False)


# Signatures

NEEDS = (Need.TOKENS, Need.ORDER, Need.SIMILARITY, Need.TREES)


def test_signatures_follow_the_contents_of_files(write):
    for parameter, matcher in (
        ("paraphrases", "paraphrase"),
        ("embeddings", "soft"),
    ):
        path = write("file", "one")
        preparation = Preparation(aligner=Aligner(matchers=matcher, **{parameter: path}))
        signature = preparation.signature({Need.ORDER})
        write("file", "two")
        assert preparation.signature({Need.ORDER}) != signature
        write("file", "one")
        assert preparation.signature({Need.ORDER}) == signature


def test_the_numbers_follow_the_contents_too(write):
    """In one process: what a file said before is not remembered."""
    for content, linked in (("0.5\nbig\nlarge\n", 1), ("0.5\nbig\nhuge\n", 0)):
        aligner = Aligner(matchers="paraphrase", paraphrases=write("table", content))
        assert len(aligner.align("big", "large").links) == linked
    for content, linked in (("big 1 0\nlarge 1 0\n", 1), ("big 1 0\nlarge 0 1\n", 0)):
        aligner = Aligner(matchers="soft", embeddings=write("v.vec", content))
        assert len(aligner.align("big", "large").links) == linked


def distinct_contexts(write):
    vectors = write("v.vec", "a 1\n")
    return [
        Preparation(),
        Preparation.of(tokenize="13a"),
        Preparation.of(lowercase=True),
        Preparation.of(join_subwords="bpe"),
        Preparation(over_source=True),
        Preparation(given_trees=True),
        Preparation(aligner=Aligner(matchers="exact")),
        Preparation(aligner=Aligner(matchers="exact+stem")),
        Preparation(aligner=Aligner(matchers="exact+stem:0.59")),
        Preparation(aligner=Aligner(matchers="exact+stem:0.5900000001")),
        Preparation(aligner=Aligner(matchers="stem+exact")),
        Preparation(aligner=Aligner(language="de")),
        Preparation(aligner=MeteorAligner()),
        Preparation(aligner=BigramAligner()),
        Preparation(given_links=True),
        *(
            Preparation(aligner=Aligner(matchers="soft", embeddings=vectors, soft_similarity=s))
            for s in (0.7, 0.71, 0.71000000001)
        ),
    ]


def test_everything_that_can_change_a_number_changes_the_signature(write):
    signatures = [preparation.signature(NEEDS) for preparation in distinct_contexts(write)]
    assert len(set(signatures)) == len(signatures)


def test_what_cannot_change_a_number_does_not_change_the_signature():
    plain = Preparation().signature(NEEDS)
    assert Preparation(aligner=Aligner(language="en")).signature(NEEDS) == plain
    assert Preparation.of(tokenize="unicode", lowercase=False).signature(NEEDS) == plain
    assert Preparation(aligner="best(matchers=exact+stem+synonym)").signature(NEEDS) == plain


def test_a_parser_that_is_not_there_has_no_signature(monkeypatch):
    monkeypatch.setitem(sys.modules, "stanza", None)
    missing = Preparation(parser="stanza(language=en)")
    with pytest.raises(MissingDependencyError):
        missing.signature({Need.TREES})
    assert missing.signature({Need.TOKENS}) == "tok:unicode|case:mixed"


# Language


def test_the_language_of_the_text_is_that_of_the_aligner():
    assert Preparation().in_language("de").aligner == Aligner(language="de")
    assert Preparation(aligner="bigram").in_language("de").language == "de"
    german = Preparation(aligner="best(language=de)")
    assert german.in_language("de") == german
    with pytest.raises(OptionError, match=r"text is in language 'fr', but .* aligned in 'de'"):
        german.in_language("fr")


def test_the_language_reaches_every_metric_however_it_is_given():
    hypotheses, references = ["Häuser sehen"], [["sehen Hauses"]]
    test_set = TestSet(references, language="de")
    for report in (
        hyperbaton.score(hypotheses, references, "kendall", language="de"),
        hyperbaton.score(hypotheses, test_set, "kendall"),
        hyperbaton.score(hypotheses, test_set, "kendall", aligner="best(language=de)"),
    ):
        assert "|align:exact,stem|lang:de|" in report["kendall"].signature
        assert report["kendall"].score == 0.0
    alone = Kendall().corpus_score(hypotheses, test_set)
    assert "|align:exact,stem|lang:de|" in alone.signature
    assert "|tok:meteor-de|" in Meteor().corpus_score(hypotheses, test_set).signature


def test_a_parser_for_another_language_is_refused():
    with pytest.raises(OptionError, match=r"parser english is for language 'en', .* in 'de'"):
        hyperbaton.score(["a"], [["a"]], "dted", language="de")


# What a signature says


@pytest.mark.parametrize(
    ("metric", "preparation", "expected"),
    [
        (Wer(), Preparation(), "tok:unicode|case:mixed"),
        (Bleu(), Preparation(), "tok:13a|case:mixed"),
        (Bleu(), Preparation.of(tokenize="char", lowercase=True), "tok:char|case:lower"),
        (Chrf(), Preparation.of(tokenize="char"), "case:mixed"),
        (Kendall(bp=False), Preparation(given_links=True), "align:given"),
        (Kendall(), Preparation(given_links=True), "tok:unicode|case:mixed|align:given"),
        (Dted(), Preparation(given_trees=True), "trees:given|roots:joined"),
        (
            Dted(weighted=True),
            Preparation(join_subwords="bpe", aligner="bigram", given_trees=True),
            "case:mixed|align:bigram|trees:given|roots:joined",
        ),
        (
            metrics.Hyperbaton(),
            Preparation.of(language="cy"),
            "tok:unicode|case:mixed|align:exact|lang:cy|vectors:none",
        ),
        (
            Meteor(),
            Preparation(aligner="best(matchers=exact+stem)"),
            "tok:meteor|case:lower|align:exact,stem|lang:en|search:meteor",
        ),
    ],
)
def test_signatures(metric, preparation, expected):
    assert metric.adapted(preparation).signature(metric.needs) == expected
