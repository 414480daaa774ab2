"""Parsers by name: what they give, and what they say when something is missing."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from hyperbaton.errors import InputError, MissingDependencyError, OptionError
from hyperbaton.parsing import PARSERS, load_parser, spacy_pipeline
from hyperbaton.runtime.fingerprint import fingerprint

SAMPLE = Path(__file__).parent / "sample.conllu"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "there is no parser ''; there are english, spacy:MODEL, stanza:LANG, udpipe:FILE"),
        ("englsh", "there is no parser 'englsh'; did you mean english?"),
        ("Spacy:x", "did you mean spacy:MODEL?"),
        ("spacy", "parser 'spacy' is incomplete or too long; write spacy:MODEL"),
        ("udpipe:", "write udpipe:FILE"),
        ("english:", "write english"),
        ("english:small", "write english"),
    ],
)
def test_wrong_names_are_explained(name, message):
    with pytest.raises(OptionError) as error:
        load_parser(name)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "package", "command"),
    [
        ("spacy:any", "spacy", "pip install 'hyperbaton[parse]'"),
        ("spacy:any", "threadpoolctl", "pip install 'hyperbaton[parse]'"),
        ("stanza:en", "stanza", "pip install stanza"),
        ("udpipe:any", "ufal.udpipe", "pip install ufal.udpipe"),
    ],
)
def test_a_missing_package_gives_the_command(monkeypatch, name, package, command):
    spacy_pipeline._matrix_library.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError) as error:
        load_parser(name)
    assert name in str(error.value)
    assert str(error.value).endswith(f"run: {command}")


@pytest.mark.parametrize(
    ("package", "command"),
    [
        ("spacy", "pip install 'hyperbaton[parse]'"),
        ("hyperbaton_english", "pip install ./models/english"),
    ],
)
def test_the_english_parser_names_what_it_lacks(monkeypatch, package, command):
    import hyperbaton.parsing.english_parser as home

    found = home.find_spec
    monkeypatch.setattr(home, "find_spec", lambda name: None if name == package else found(name))
    with pytest.raises(MissingDependencyError) as error:
        load_parser()
    assert error.value.command == command


def test_spacy_models(tmp_path):
    spacy = pytest.importorskip("spacy")
    with pytest.raises(InputError, match="python -m spacy download xx_none"):
        load_parser("spacy:xx_none")
    with pytest.raises(InputError, match="is no spaCy pipeline"):
        load_parser(f"spacy:{tmp_path}")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(InputError, match="has no parser, only a tokenizer"):
        load_parser(f"spacy:{tmp_path / 'blank'}")
    parser = load_parser("spacy:hyperbaton_english")
    assert parser.name == "spacy:hyperbaton_english"
    assert f"spacy{spacy.__version__}" in parser.version
    words = ["She", "did", "n't", "sing", "."]
    ((tree,),) = parser.parse([words])
    assert tree.words == tuple(words)
    assert tree.heads == (4, 4, 4, 0, 4)


def test_udpipe_models(tmp_path, write):
    udpipe = pytest.importorskip("ufal.udpipe")
    with pytest.raises(InputError, match="there is no such file"):
        load_parser("udpipe:none.udpipe")
    with pytest.raises(InputError, match="is no model of UDPipe 1"):
        load_parser(f"udpipe:{write('wrong.udpipe', 'text')}")
    model = tmp_path / "sample.udpipe"
    model.write_bytes(_trained(udpipe, parser=udpipe.Trainer.NONE))
    with pytest.raises(InputError, match="no tagger or no parser"):
        load_parser(f"udpipe:{model}").parse([["stop"]])
    model.write_bytes(_trained(udpipe))
    parser = load_parser(f"udpipe:{model}")
    segments = [["The", "baker", "opened", "a", "letter", "."], ["don't", "stop"]]
    first, second = parser.parse(segments)
    assert [tree.words for tree in (*first, *second)] == [tuple(words) for words in segments]
    assert first[0].heads == (2, 3, 0, 5, 3, 3)
    assert first[0].upos == ("DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT")
    assert fingerprint(model) in parser.version


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
    stanza.Pipeline = Pipeline
    monkeypatch.setitem(sys.modules, "stanza", stanza)
    monkeypatch.setattr("hyperbaton.parsing.stanza_parser.version", lambda package: "1.0")
    ((tree,),) = load_parser("stanza:en").parse([("sang",)])
    assert (tree.words, tree.heads, tree.upos) == (("sang",), (0,), ("VERB",))
    assert asked["tokenize_pretokenized"] is True
    assert asked["download_method"] is None
    with pytest.raises(InputError, match=r"stanza.download\('xx'\)"):
        load_parser("stanza:xx")


def test_fingerprints_tell_models_apart(tmp_path):
    for folder, content in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "weights").write_text(content)
    prints = {folder: fingerprint(tmp_path / folder) for folder in "abc"}
    assert prints["a"] == prints["b"] != prints["c"]
    (tmp_path / "b" / "more").write_text("")
    assert fingerprint(tmp_path / "b") != prints["b"]


def test_the_help_lists_every_parser():
    from hyperbaton.cli import parse

    assert all(f"  {name} " in parse.EPILOG for name in PARSERS)
