"""Parsers that others make: pipelines of spaCy and Stanza, and models of UDPipe 1.

Their packages are imported when a model is loaded, and no model is ever downloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.parser import Parser, ParserModel, Parses, Trees
from hyperbaton.resources import progress
from hyperbaton.text.segments import Sentences, offsets_of
from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.dependency import UNKNOWN, DependencyTree
from hyperbaton.values import REQUIRED, parameter

BATCH = 100  # segments given to a parser at once

# Parts of a spaCy pipeline that change neither heads nor parts of speech.
IDLE = ("ner", "entity_linker", "entity_ruler", "lemmatizer", "textcat", "textcat_multilabel")


def _in_batches(
    parse: Callable[[Sequence[list[str]]], Iterable[Trees]],
) -> Callable[[Sentences, int], Parses]:
    """Parses by a function of lists of words, segments of like length together."""

    def parsed(segments: Sentences, _threads: int) -> Parses:
        words = segments.tokens
        found: list[Trees] = [()] * len(words)
        order = [k for k in sorted(range(len(words)), key=lambda k: len(words[k])) if words[k]]
        batches = [order[begin : begin + BATCH] for begin in range(0, len(order), BATCH)]
        for batch in progress(batches, "parsing", "batches", len(batches)):
            for k, trees in zip(batch, parse([words[k] for k in batch]), strict=True):
                found[k] = trees
        counts = np.fromiter(map(len, found), np.int64, len(found))
        return Parses(TreeBatch.of(chain.from_iterable(found)), offsets_of(counts))

    return parsed


def _tree(rows: Iterable[tuple[str, int, str | None, str | None]]) -> DependencyTree:
    """A tree of words with their heads, relations and parts of speech."""
    words, heads, relations, tags = zip(*rows, strict=True)
    return DependencyTree(
        words, heads, *(tuple(each or UNKNOWN for each in labels) for labels in (relations, tags))
    )


@dataclass(frozen=True)
class Spacy(Parser):
    """A spaCy pipeline; it also finds the sentences of a segment."""

    name: ClassVar[str] = "spacy"
    summary: ClassVar[str] = "a spaCy pipeline with a parser, installed or in a folder"

    model: str = parameter(REQUIRED, "the pipeline", text="a package or folder")

    def load(self) -> ParserModel:
        """Loads the pipeline; it must be installed and have a parser."""
        try:
            import spacy
            from spacy.tokens import Doc
        except ImportError as error:
            command = "pip install 'hyperbaton[parse]'"
            raise MissingDependencyError(f"parser {self}", command) from error
        try:
            pipeline = spacy.load(self.model, exclude=IDLE)
        except OSError as error:
            if Path(self.model).exists():
                raise self._wrong(f"is not a spaCy pipeline ({error})") from None
            command = f"python -m spacy download {self.model}"
            raise self._wrong(f"is not installed; run: {command}") from None
        except (ImportError, ValueError) as error:
            raise self._wrong(f"cannot be loaded ({error})") from None
        if "parser" not in pipeline.pipe_names:
            has = ", ".join(pipeline.pipe_names) or "a tokenizer"
            raise self._wrong(f"has no parser, only {has}")
        _multiply_with_numpy(pipeline)

        def parse(segments: Sequence[list[str]]) -> list[Trees]:
            documents = [Doc(pipeline.vocab, words=words) for words in segments]
            return list(map(from_spacy, pipeline.pipe(documents, batch_size=BATCH)))

        files = fingerprint(pipeline.path) if pipeline.path else "unsaved"
        name = f"{pipeline.meta['version']}-{files}-spacy{version('spacy')}"
        return ParserModel(name, _in_batches(parse))

    def _wrong(self, problem: str) -> InputError:
        return InputError(f"parser {self}: the model {problem}")


def _multiply_with_numpy(pipeline: Any) -> None:
    """Leaves matrix products to NumPy, whose library is several times as fast as spaCy's own."""
    from thinc.api import NumpyOps

    operations = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        for node in component.model.walk() if hasattr(component, "model") else ():
            if isinstance(node.ops, NumpyOps):
                node.ops = operations


def from_spacy(document: Any) -> Trees:
    """Returns the sentences of a spaCy `Doc`, where a root is its own head and called `ROOT`."""
    return tuple(
        _tree(
            (
                token.text,
                0 if token.head.i == token.i else token.head.i - sentence[0].i + 1,
                "root" if token.dep_ == "ROOT" else token.dep_,
                token.pos_,
            )
            for token in sentence
        )
        for sentence in document.sents
    )


@dataclass(frozen=True)
class Stanza(Parser):
    """A Stanza pipeline; every segment is taken as one sentence."""

    name: ClassVar[str] = "stanza"
    summary: ClassVar[str] = "Stanza's pipeline for a language, with models already on this machine"

    language: str = parameter(REQUIRED, "the language", text="the code of a language, such as de")

    def load(self) -> ParserModel:
        """Loads the pipeline; its models must be on this machine."""
        try:
            import stanza
        except ImportError as error:
            raise MissingDependencyError(f"parser {self}", "pip install stanza") from error
        try:
            pipeline = stanza.Pipeline(
                self.language,
                processors="tokenize,pos,lemma,depparse",
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
        except (OSError, KeyError, ValueError) as error:
            command = f"""python -c "import stanza; stanza.download('{self.language}')\""""
            problem = f"the models are not on this machine ({error}); run: {command}"
            raise InputError(f"parser {self}: {problem}") from None

        def parse(segments: Sequence[list[str]]) -> list[Trees]:
            return [
                (_tree((word.text, word.head, word.deprel, word.upos) for word in sentence.words),)
                for sentence in pipeline(segments).sentences
            ]

        files = fingerprint(pipeline.processors["depparse"].config["model_path"])
        return ParserModel(f"{files}-stanza{version('stanza')}", _in_batches(parse))


@dataclass(frozen=True)
class UDPipe(Parser):
    """A UDPipe model; every segment is taken as one sentence."""

    name: ClassVar[str] = "udpipe"
    summary: ClassVar[str] = "a model file of UDPipe 1"

    file: str = parameter(REQUIRED, "the model", text="a file")

    def load(self) -> ParserModel:
        """Loads the model in the file."""
        try:
            from ufal.udpipe import Model, Sentence
        except ImportError as error:
            raise MissingDependencyError(f"parser {self}", "pip install ufal.udpipe") from error
        if not Path(self.file).is_file():
            raise InputError(f"parser {self}: there is no such file")
        model = Model.load(self.file)
        if model is None:
            raise InputError(f"parser {self}: is not a model of UDPipe 1")

        def parsed(words: Sequence[str]) -> Trees:
            sentence = Sentence()
            for word in words:
                sentence.addWord(word)
            if not all(step(sentence, model.DEFAULT) for step in (model.tag, model.parse)):
                raise InputError(f"parser {self}: the model has no tagger or no parser")
            found = list(sentence.words)[1:]  # the first is the root that UDPipe adds
            return (_tree((word.form, word.head, word.deprel, word.upostag) for word in found),)

        name = f"{fingerprint(self.file)}-udpipe{version('ufal.udpipe')}"
        return ParserModel(name, _in_batches(lambda segments: list(map(parsed, segments))))
