"""Parsers by name: what they give, and what they say when something is missing."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from hyperbaton.errors import InputError, MissingDependencyError, NotationError
from hyperbaton.files import fingerprint
from hyperbaton.parsing import as_parser, parse_segments
from hyperbaton.parsing.external import Spacy, Stanza, UDPipe, from_spacy
from hyperbaton.trees import DependencyTree

SAMPLE = Path(__file__).parent / "sample.conllu"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "expected the parser's name"),
        ("englsh", "there is no parser 'englsh'; did you mean english?"),
        ("trained", "trained: file is missing; write trained(file=…), a file"),
        ("english(model=small)", "english has no parameter 'model'; it has none"),
    ],
)
def test_wrong_names_are_explained(written, message):
    with pytest.raises(NotationError) as error:
        as_parser(written)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("written", "package", "command"),
    [
        ("spacy(model=any)", "spacy", "pip install 'hyperbaton[parse]'"),
        ("stanza(language=en)", "stanza", "pip install stanza"),
        ("udpipe(file=any)", "ufal.udpipe", "pip install ufal.udpipe"),
    ],
)
def test_a_missing_package_gives_the_command(monkeypatch, written, package, command):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError) as error:
        as_parser(written).load()
    assert written in str(error.value)
    assert str(error.value).endswith(f"run: {command}")


def test_spacy_models(tmp_path):
    spacy = pytest.importorskip("spacy", reason="needs spacy")
    with pytest.raises(InputError, match="python -m spacy download xx_none"):
        Spacy("xx_none").load()
    with pytest.raises(InputError, match="is not a spaCy pipeline"):
        Spacy(str(tmp_path)).load()
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="has no parser, only a tokenizer"):
        Spacy(str(tmp_path / "blank")).load()
    pipeline = spacy.blank("en")
    pipeline.add_pipe("parser").add_label("dep")
    pipeline.initialize()
    pipeline.to_disk(tmp_path / "untrained")
    parser = Spacy(str(tmp_path / "untrained"))
    assert f"spacy{spacy.__version__}" in parser.loaded.version
    assert parser.loaded.version in parser.signature
    words = ["She", "did", "n't", "sing", "."]
    (trees,) = parse_segments([words], parser)
    assert [word for tree in trees for word in tree.words] == words


def test_udpipe_models(tmp_path, write):
    udpipe = pytest.importorskip("ufal.udpipe", reason="needs ufal.udpipe")
    with pytest.raises(InputError, match="there is no such file"):
        UDPipe("none.udpipe").load()
    with pytest.raises(InputError, match="is not a model of UDPipe 1"):
        UDPipe(write("wrong.udpipe", "text")).load()
    model = tmp_path / "sample.udpipe"
    model.write_bytes(_trained(udpipe, parser=udpipe.Trainer.NONE))
    with pytest.raises(InputError, match="no tagger or no parser"):
        parse_segments([["stop"]], UDPipe(str(model)))
    model.write_bytes(_trained(udpipe))
    parser = UDPipe(f"{tmp_path}/./sample.udpipe")  # another name, so that it is loaded again
    segments = [["The", "baker", "opened", "a", "letter", "."], ["don't", "stop"]]
    first, second = parse_segments(segments, parser)
    assert [tree.words for tree in (*first, *second)] == [tuple(words) for words in segments]
    assert first[0].heads == (2, 3, 0, 5, 3, 3)
    assert first[0].upos == ("DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT")
    assert fingerprint(model) in parser.loaded.version


def _trained(udpipe, parser="iterations=10;embedding_upostag=8;embedding_form=8;embedding_feats=0"):
    """A model of the sample's few sentences, learnt in a second or two."""
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText(SAMPLE.read_text(encoding="utf-8"))
    sentences = udpipe.Sentences()
    sentence = udpipe.Sentence()
    while reader.nextSentence(sentence):
        sentences.push_back(sentence)
        sentence = udpipe.Sentence()
    error = udpipe.ProcessingError()
    model = udpipe.Trainer.train(
        "morphodita_parsito",
        sentences,
        udpipe.Sentences(),
        udpipe.Trainer.NONE,
        "iterations=10;models=1",
        parser,
        error,
    )
    assert not error.occurred(), error.message
    return model


def test_stanza_is_given_words_and_asked_for_nothing_else(monkeypatch, write):
    """Against a stand-in: Stanza's models cannot be had without a network."""
    asked = {}
    word = SimpleNamespace(text="sang", head=0, deprel="root", upos="VERB")
    pipeline = SimpleNamespace(
        processors={"depparse": SimpleNamespace(config={"model_path": write("model.pt", "x")})}
    )

    class Pipeline:
        def __init__(self, language, **options):
            if language != "en":
                raise FileNotFoundError(language)
            asked.update(options)
            self.processors = pipeline.processors

        def __call__(self, segments):
            assert segments == [["sang"]]
            return SimpleNamespace(sentences=[SimpleNamespace(words=[word])])

    stanza = ModuleType("stanza")
    stanza.Pipeline = Pipeline  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "stanza", stanza)
    monkeypatch.setattr("hyperbaton.parsing.external.version", lambda package: "1.0")
    ((tree,),) = parse_segments([["sang"]], Stanza("en"))
    assert (tree.words, tree.heads, tree.upos) == (("sang",), (0,), ("VERB",))
    assert asked["tokenize_pretokenized"] is True
    assert asked["download_method"] is None
    with pytest.raises(InputError, match=r"stanza.download\('xx'\)"):
        Stanza("xx").load()


def test_spacy_finds_sentences_whose_roots_are_their_own_heads():
    """Tokens of text, head counted from 0, relation and part of speech."""
    rows = [("she", 1, "nsubj", "PRON"), ("sang", 1, "ROOT", "VERB"), ("bravo", 2, "", "INTJ")]
    tokens = [
        SimpleNamespace(i=i, text=text, dep_=relation, pos_=tag)
        for i, (text, _, relation, tag) in enumerate(rows)
    ]
    for token, (_, head, _, _) in zip(tokens, rows, strict=True):
        token.head = tokens[head]
    assert from_spacy(SimpleNamespace(sents=[tokens[:2], tokens[2:]])) == (
        DependencyTree(("she", "sang"), (2, 0), ("nsubj", "root"), ("PRON", "VERB")),
        DependencyTree(("bravo",), (0,), ("_",), ("INTJ",)),
    )
