"""Parsers that others make: pipelines of spaCy and Stanza, and models of UDPipe 1.

Their packages are imported when a model is loaded, and no model is ever downloaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import fingerprint
from hyperbaton.parsing.parser import Parser, ParserModel, Parses, Trees
from hyperbaton.resources import progress
from hyperbaton.text.segments import Sentences, offsets_of
from hyperbaton.trees.batch import TreeBatch
from hyperbaton.trees.dependency import ROOT, UNKNOWN, DependencyTree
from hyperbaton.values import REQUIRED, parameter

if TYPE_CHECKING:
    from spacy.language import Language
    from threadpoolctl import ThreadpoolController

BATCH = 100  # segments given to a parser at once
INSTALL_SPACY = "pip install 'hyperbaton[parse]'"

# Parts of a spaCy pipeline that change neither heads nor parts of speech.
IDLE = ("ner", "entity_linker", "entity_ruler", "lemmatizer", "textcat", "textcat_multilabel")


def _in_batches(
    parse: Callable[[Sequence[Sequence[str]]], list[Trees]],
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


@dataclass(frozen=True)
class Spacy(Parser):
    """A spaCy pipeline; it also finds the sentences of a segment."""

    name: ClassVar[str] = "spacy"
    summary: ClassVar[str] = "a spaCy pipeline with a parser, installed or in a folder"

    model: str = parameter(REQUIRED, "the pipeline", text="a package or folder")

    def load(self) -> ParserModel:
        """Loads the pipeline; it must be installed and have a parser."""
        try:
            pipeline = load_pipeline(self.model, f"parser {self}")
        except MissingDependencyError:
            raise
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
        files = fingerprint(pipeline.path) if pipeline.path else "unsaved"
        return ParserModel(
            f"{pipeline.meta['version']}-{files}-spacy{version('spacy')}",
            _in_batches(partial(parse_words, pipeline)),
        )

    def _wrong(self, problem: str) -> InputError:
        return InputError(f"parser {self}: the model {problem}")


def load_pipeline(model: str | Path, needed_by: str) -> Language:
    """Returns a pipeline by the name of its package or by its folder; `spacy.load` has its errors.

    Raises:
        MissingDependencyError: spaCy or threadpoolctl is not installed.
    """
    try:
        import spacy

        _matrix_library()
    except ImportError as error:
        raise MissingDependencyError(needed_by, INSTALL_SPACY) from error
    pipeline = spacy.load(model, exclude=IDLE)
    _multiply_with_numpy(pipeline)
    return pipeline


def parse_words(pipeline: Language, segments: Sequence[Sequence[str]]) -> list[Trees]:
    """Returns the trees of segments of at least one word; the pipeline finds the sentences."""
    from spacy.tokens import Doc

    docs = [Doc(pipeline.vocab, words=list(words)) for words in segments]
    with _matrix_library().limit(limits=1):
        parsed = list(pipeline.pipe(docs, batch_size=max(1, len(docs))))
    return list(map(from_spacy, parsed))


@cache
def _matrix_library() -> ThreadpoolController:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


def _multiply_with_numpy(pipeline: Language) -> None:
    """Leaves matrix products to NumPy, whose library is several times as fast as spaCy's own."""
    from thinc.api import NumpyOps

    operations = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        for node in component.model.walk() if hasattr(component, "model") else ():
            if isinstance(node.ops, NumpyOps):
                node.ops = operations


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
        files = fingerprint(pipeline.processors["depparse"].config["model_path"])

        def parsed(segments: Sequence[Sequence[str]]) -> list[Trees]:
            return [(tree,) for tree in from_stanza(pipeline([list(words) for words in segments]))]

        return ParserModel(f"{files}-stanza{version('stanza')}", _in_batches(parsed))


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

        def parsed(words: Sequence[str]) -> Any:
            sentence = Sentence()
            for word in words:
                sentence.addWord(word)
            if not all(step(sentence, model.DEFAULT) for step in (model.tag, model.parse)):
                raise InputError(f"parser {self}: the model has no tagger or no parser")
            return sentence

        return ParserModel(
            f"{fingerprint(self.file)}-udpipe{version('ufal.udpipe')}",
            _in_batches(lambda segments: [(tree,) for tree in from_udpipe(map(parsed, segments))]),
        )


def from_spacy(document: Any) -> Trees:
    """Returns the sentences of a spaCy `Doc`, without the tokens that are only space.

    What depends on such a token depends on its head instead. spaCy's `ROOT` is Universal
    Dependencies' `root`.
    """
    return tuple(_from_spacy_sentence(list(sentence)) for sentence in document.sents)


def from_stanza(document: Any) -> Trees:
    """Returns the sentences of a Stanza `Document`, by syntactic words."""
    return tuple(
        _tree((word.text, word.head, word.deprel, word.upos) for word in sentence.words)
        for sentence in document.sentences
    )


def from_udpipe(sentences: Iterable[Any]) -> Trees:
    """Returns the trees of `ufal.udpipe.Sentence` objects."""
    return tuple(
        # The first word is the root that UDPipe adds.
        _tree((word.form, word.head, word.deprel, word.upostag) for word in list(parsed.words)[1:])
        for parsed in sentences
    )


def _from_spacy_sentence(tokens: Sequence[Any]) -> DependencyTree:
    words = [token for token in tokens if not token.is_space]
    number = {token.i: k for k, token in enumerate(words, start=1)}

    def head(token: Any) -> int:
        while token.head.i != token.i:  # a root is its own head
            token = token.head
            if token.i in number:
                return number[token.i]
        return ROOT

    return _tree(
        (token.text, head(token), "root" if token.dep_ == "ROOT" else token.dep_, token.pos_)
        for token in words
    )


def _tree(rows: Iterable[tuple[str, int, str | None, str | None]]) -> DependencyTree:
    found = list(rows)
    return DependencyTree(
        tuple(word for word, _, _, _ in found),
        tuple(head for _, head, _, _ in found),
        tuple(relation or UNKNOWN for _, _, relation, _ in found),
        tuple(tag or UNKNOWN for _, _, _, tag in found),
    )
