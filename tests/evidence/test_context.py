"""The context of a run: what it accepts, and what tells two contexts apart."""

from dataclasses import replace

import pytest

import hyperbaton
from hyperbaton import Context, Preprocessing, TestSet, metrics
from hyperbaton.alignment import ALIGNERS, Aligner, BigramAligner, GivenLinks, MeteorAligner
from hyperbaton.errors import NotationError, OptionError
from hyperbaton.evidence import Need
from hyperbaton.metrics import Bleu, Chrf, Dted, Kendall, Meteor, Wer
from hyperbaton.parsing import GivenTrees
from hyperbaton.parsing.english import English
from hyperbaton.parsing.external import Spacy, UDPipe
from hyperbaton.scoring.scorer import Scorer
from hyperbaton.text.preprocessing import TextOptions

WRONG_ALIGNERS = [
    ("exact", r"'exact' names matchers; write best\(matchers=exact\)"),
    ("exact, stem", r"write best\(matchers=exact\+stem\)"),
    ("bets", "there is no aligner 'bets'; did you mean best"),
    ("qqq", "there is no aligner 'qqq'; there are best, meteor, bigram, given"),
    ("best(matcher=exact)", "best has no parameter 'matcher'; it has matchers"),
    ("", "expected the aligner's name"),
    (Aligner, "expected an Aligner such as .*, got the class Aligner itself"),
    (3, "expected an Aligner such as .*, got 3"),
    (["best"], r"expected an Aligner such as .*, got \['best'\]"),
    (English(), "expected an Aligner such as .*, got an object of type English"),
]
WRONG_PARSERS = [
    ("englsh", "there is no parser 'englsh'; did you mean english"),
    ("qqq", "there is no parser 'qqq'; there are english, spacy, stanza, udpipe, given"),
    ("spacy:de", r"is written spacy\(model=de\)"),
    ("spacy", r"spacy: model is missing; write spacy\(model=…\)"),
    (English, "expected a Parser such as .*, got the class English itself"),
    (3, "expected a Parser such as .*, got 3"),
    (Aligner(), "expected a Parser such as .*, got an object of type Aligner"),
]


def every_way(name, value):
    """The ways in which a user can hand over an aligner or a parser."""
    yield lambda: Context(**{name: value})
    yield lambda: Context.of(**{name: value})
    yield lambda: hyperbaton.score(["a"], [["a"]], "kendall", **{name: value})
    yield lambda: Kendall().corpus_score(["a"], [["a"]], **{name: value})
    yield lambda: Kendall().sentence_score("a", ["a"], **{name: value})


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        *(("aligner", value, message) for value, message in WRONG_ALIGNERS),
        *(("parser", value, message) for value, message in WRONG_PARSERS),
    ],
)
def test_wrong_aligners_and_parsers_teach_what_is_accepted(name, value, message):
    for use in every_way(name, value):
        with pytest.raises((OptionError, NotationError), match=message):
            use()


@pytest.mark.parametrize("text", ["13a", None, 3, {"tokenize": "13a"}, Preprocessing, TextOptions])
def test_wrong_texts(text):
    with pytest.raises(OptionError, match="text: expected TextOptions or a Preprocessing, got"):
        Context(text)


@pytest.mark.parametrize("value", [1, None, "yes"])
def test_over_source_is_true_or_false(value):
    with pytest.raises(OptionError, match="over_source: expected True or False"):
        Context(over_source=value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads: expected a whole number from 1 to 1024"),
        ({"threads": 1, "resources": hyperbaton.Resources()}, "threads: is part of resources"),
        ({"resources": 3}, "resources: expected a Resources or None, got 3"),
        ({"resampling": True}, "resampling: expected a Resampling or None, got True"),
        ({"context": Context()}, "score has no option 'context'"),
        ({"preprocessing": Preprocessing()}, "write tokenize=…, lowercase=…, join_subwords=…"),
        ({"parsing": "english"}, "write parser=…"),
        ({"max_ngram_order": 4}, r"write the metric bleu\(n=…\)"),
    ],
)
def test_other_options_of_score(options, message):
    with pytest.raises(OptionError, match=message):
        hyperbaton.score(["a"], [["a"]], "wer", **options)


@pytest.mark.parametrize("chosen", [3, None, Wer, [Wer], [3], "wr", ["wer", "wr"]])
def test_wrong_metrics(chosen):
    with pytest.raises((OptionError, TypeError)):
        hyperbaton.score(["a"], [["a"]], chosen)
    with pytest.raises((OptionError, TypeError)):
        hyperbaton.score_permutations([[1]], chosen)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"context": Context(), "lowercase": True}, "pass either context or lowercase"),
    ],
)
def test_options_of_metrics_called_alone(options, message):
    with pytest.raises(OptionError, match=message):
        Bleu().corpus_score(["a"], [["a"]], **options)
    with pytest.raises(OptionError, match=message):
        Bleu().sentence_score("a", ["a"], **options)


def test_strings_and_values_are_the_same_context():
    assert Context(aligner="meteor(language=de)") == Context(aligner=MeteorAligner(language="de"))
    assert Context(parser="given") == Context(parser=GivenTrees())
    assert Context(Preprocessing("13a")).text == TextOptions("13a", False)
    assert hash(Context.of(aligner="bigram")) == hash(Context(aligner=BigramAligner()))


# Fingerprints


def test_fingerprints_follow_the_contents_of_files(write):
    for parameter, matcher in (
        ("synonyms", "synonym"),
        ("paraphrases", "paraphrase"),
        ("embeddings", "embedding"),
    ):
        path = write("file", "one")
        context = Context(aligner=Aligner(matchers=matcher, **{parameter: path}))
        before, signature = context.fingerprint(), context.signature({Need.ORDER})
        assert context.fingerprint() == before
        write("file", "two")
        assert context.fingerprint() != before
        assert context.signature({Need.ORDER}) != signature
        write("file", "one")
        assert context.fingerprint() == before


def test_fingerprints_follow_contents_not_places(tmp_path):
    prints = set()
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "v.vec").write_text("a 1\n")
        aligner = Aligner(matchers="embedding", embeddings=str(tmp_path / folder / "v.vec"))
        prints.add(Context(aligner=aligner).fingerprint())
    assert len(prints) == 1


def test_a_file_that_no_matcher_reads_does_not_matter(write):
    """… to alignments; similarities of words come from it."""
    given = Context(aligner=Aligner(matchers="exact", embeddings=write("v.vec", "a 1\n")))
    plain = Context(aligner="best(matchers=exact)")
    others = [need for need in Need if need is not Need.SIMILARITY]
    assert given.fingerprint(others) == plain.fingerprint(others)
    assert given.fingerprint([Need.SIMILARITY]) != plain.fingerprint([Need.SIMILARITY])


def test_the_numbers_follow_the_contents_too(write):
    """In one process: what a file said before is not remembered."""
    lemmas = "1-n\tdeu:lemma\tAuto\n1-n\tdeu:lemma\t{}\n"
    for content, linked in (("Wagen", 1), ("Rad", 0), ("Wagen", 1)):
        aligner = Aligner(
            matchers="synonym", language="de", synonyms=write("wn.tab", lemmas.format(content))
        )
        assert len(aligner.align("Wagen", "Auto").links) == linked
    for content, linked in (("0.5\nbig\nlarge\n", 1), ("0.5\nbig\nhuge\n", 0)):
        aligner = Aligner(matchers="paraphrase", paraphrases=write("table", content))
        assert len(aligner.align("big", "large").links) == linked
    for content, linked in (("big 1 0\nlarge 1 0\n", 1), ("big 1 0\nlarge 0 1\n", 0)):
        aligner = Aligner(matchers="embedding", embeddings=write("v.vec", content))
        assert len(aligner.align("big", "large").links) == linked


def distinct_contexts(write):
    vectors = write("v.vec", "a 1\n")
    return [
        Context(),
        Context.of(tokenize="13a"),
        Context.of(lowercase=True),
        Context.of(join_subwords="bpe"),
        Context(over_source=True),
        Context(parser=GivenTrees()),
        Context(aligner=Aligner(max_states=9)),
        Context(aligner=Aligner(beam=9)),
        Context(aligner=Aligner(matchers="exact")),
        Context(aligner=Aligner(matchers="exact+stem")),
        Context(aligner=Aligner(matchers="exact+stem:0.59")),
        Context(aligner=Aligner(matchers="exact+stem:0.5900000001")),
        Context(aligner=Aligner(matchers="stem+exact")),
        Context(aligner=Aligner(language="de")),
        Context(aligner=MeteorAligner()),
        Context(aligner=MeteorAligner(beam=9)),
        Context(aligner=BigramAligner()),
        Context(aligner=GivenLinks()),
        *(
            Context(aligner=Aligner(matchers="embedding", embeddings=vectors, similarity=s))
            for s in (0.7, 0.71, 0.71000000001)
        ),
    ]


def test_everything_that_can_change_a_number_changes_the_fingerprint(write):
    contexts = distinct_contexts(write)
    prints = [context.fingerprint() for context in contexts]
    assert len(set(prints)) == len(prints)
    assert [context.fingerprint() for context in distinct_contexts(write)] == prints


def test_what_cannot_change_a_number_does_not_change_the_fingerprint():
    plain = Context().fingerprint()
    assert Context(aligner=Aligner(language="en")).fingerprint() == plain
    assert Context.of(tokenize="unicode", lowercase=False).fingerprint() == plain
    assert Context(aligner="best(matchers=exact+stem+synonym)").fingerprint() == plain
    meteor = Context(aligner=MeteorAligner())
    assert (
        replace(meteor, aligner=MeteorAligner(max_states=3)).fingerprint() == meteor.fingerprint()
    )
    for threads in (1, 4):
        scorer = Scorer(TestSet([["a"]]), resources=hyperbaton.Resources(threads))
        assert scorer.context.fingerprint() == plain


def test_a_fingerprint_of_some_needs_leaves_the_others_aside():
    words = {Need.TOKENS}
    assert Context().fingerprint(words) == Context(aligner="bigram").fingerprint(words)
    assert Context().fingerprint(words) != Context.of(tokenize="13a").fingerprint(words)
    text = {Need.TEXT}
    assert Context().fingerprint(text) == Context.of(tokenize="13a").fingerprint(text)


def test_a_parser_that_is_not_there_has_a_fingerprint_but_no_signature(monkeypatch):
    import hyperbaton.parsing.english as home

    missing = Context(parser=Spacy("no_such_model"))
    monkeypatch.setattr(home, "find_spec", lambda name: None)
    from hyperbaton.parsing.parser import _loaded

    _loaded.cache_clear()
    assert Context().fingerprint() != Context(parser=GivenTrees()).fingerprint()
    with pytest.raises(hyperbaton.errors.MissingDependencyError):
        Context().signature({Need.TREES})
    assert missing.signature({Need.TOKENS}) == "tok:unicode|case:mixed"
    _loaded.cache_clear()


# Language


def test_the_language_of_the_text_is_that_of_the_aligner():
    assert Context().in_language("de").aligner == Aligner(language="de")
    assert Context(aligner="bigram").in_language("de").language == "de"
    german = Context(aligner="best(language=de)")
    assert german.in_language("de") == german
    with pytest.raises(OptionError, match=r"text is in language 'fr', but .* aligned in 'de'"):
        german.in_language("fr")


def test_the_language_reaches_every_metric_however_it_is_given():
    hypotheses, references = ["Häuser sehen"], [["sehen Hauses"]]
    test_set = TestSet(references, language="de")
    for report in (
        hyperbaton.score(hypotheses, references, "kendall", language="de"),
        hyperbaton.score(hypotheses, TestSet(references), "kendall", language="de"),
        hyperbaton.score(hypotheses, test_set, "kendall"),
        hyperbaton.score(hypotheses, test_set, "kendall", language="de"),
        hyperbaton.score(hypotheses, references, "kendall", aligner="best(language=de)"),
        hyperbaton.score(hypotheses, test_set, "kendall", aligner="best(language=de)"),
    ):
        assert "|align:exact,stem|lang:de|" in report["kendall"].signature
        assert report["kendall"].score == 0.0
    alone = Kendall().corpus_score(hypotheses, test_set)
    assert "|align:exact,stem|lang:de|" in alone.signature
    assert "|tok:meteor-de|" in Meteor().corpus_score(hypotheses, test_set).signature


@pytest.mark.parametrize(
    "options",
    [{"aligner": "best(language=fr)"}, {"language": "fr"}, {"aligner": "meteor(language=fr)"}],
)
def test_languages_that_contradict_each_other(options):
    test_set = TestSet([["a"]], language="de")
    with pytest.raises(OptionError, match="language 'de', but words are to be aligned in 'fr'"):
        hyperbaton.score(["a"], test_set, "kendall", **options)


def test_a_parser_for_another_language_is_refused():
    with pytest.raises(OptionError, match=r"parser english is for language 'en', .* in 'de'"):
        hyperbaton.score(["a"], [["a"]], "dted", language="de")


@pytest.mark.parametrize("name", [name for name in ALIGNERS if name != "given"])
@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_every_aligner_serves_meteor_in_every_language(name, language):
    score = Meteor().sentence_score("a b", ["a b"], aligner=ALIGNERS[name](language=language))
    assert score.score == 1.0


# What a signature says


@pytest.mark.parametrize(
    ("metric", "context", "expected"),
    [
        (Wer(), Context(), "tok:unicode|case:mixed"),
        (Bleu(), Context(), "tok:13a|case:mixed"),
        (Bleu(), Context.of(tokenize="char", lowercase=True), "tok:char|case:lower"),
        (Chrf(), Context.of(tokenize="char"), "case:mixed"),
        (Kendall(bp=False), Context(aligner="given"), "align:given"),
        (Kendall(), Context(aligner="given"), "tok:unicode|case:mixed|align:given"),
        (
            Kendall(bp=False),
            Context(aligner="given", over_source=True),
            "tok:unicode|case:mixed|align:source",
        ),
        (Dted(), Context(parser=GivenTrees()), "trees:given|roots:joined"),
        (
            Dted(weighted=True),
            Context.of(join_subwords="bpe", aligner="bigram", parser="given"),
            "case:mixed|align:bigram|trees:given|roots:joined",
        ),
        (
            metrics.Hyperbaton(version=1),
            Context(aligner="given"),
            "tok:unicode|case:mixed|align:given|lang:en",
        ),
        (
            metrics.Hyperbaton(version=2),
            Context.of(language="xx"),
            "tok:unicode|case:mixed|align:exact|vectors:none|lang:xx",
        ),
        (
            Meteor(),
            Context(aligner="best(matchers=exact+stem)"),
            "tok:meteor|case:lower|align:exact,stem|lang:en|search:meteor",
        ),
    ],
)
def test_signatures(metric, context, expected):
    assert metric.adapted(context).signature(metric.needs) == expected


def test_udpipes_model_is_known_by_its_contents(write):
    """The file is read when it is first used; until then there is nothing to sign."""
    context = Context(parser=UDPipe(write("none.udpipe", "no model")))
    with pytest.raises(hyperbaton.errors.InputError, match="is not a model of UDPipe 1"):
        context.signature({Need.TREES})
