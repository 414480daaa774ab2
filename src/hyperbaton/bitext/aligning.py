"""Links between sentences and their translations, learned from these sentences alone.

A hidden Markov model with fertility in both directions, whose posteriors are averaged over chains
of collapsed Gibbs samples (Mermer & Saraçlar 2011; Östling & Tiedemann 2016, Efficient Word
Alignment with Markov Chain Monte Carlo, PBML 106). For small texts words that look alike are
expected to be translations, and words that begin or end alike share what they learn.
docs/source_alignments.md has the formulas.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from hyperbaton import _core
from hyperbaton.bitext.links import WordAlignments
from hyperbaton.checks import SEED
from hyperbaton.errors import InputError
from hyperbaton.files import replacement
from hyperbaton.resources import progress, resolve_threads

Sentences = Sequence[Sequence[str]]

THRESHOLD = 0.35  # of a link's posterior
DOUBTFUL = 0.05  # of links from which some are drawn
# Longer texts are learned in parts of about so many pairs of words, each after the one before.
CELLS_OF_A_PART = 6_000_000
LONGEST_CELLS = 1_000_000  # of one sentence pair; a longer one is left without links
# Chains and sweeps for texts of up to so many sentence pairs: long texts teach well enough.
EFFORTS = ((5_000, 8, 60), (15_000, 4, 60), (inf, 2, 20))
FEWEST_CHAINS = 2

MODEL_VERSION = 1
ORDER_COUNTS = 184  # how far links jump and how many links words have, in both directions


@dataclass
class AlignmentModel:
    """What was learned of two languages: how often words are linked, and how links lie.

    Attributes:
        source: source words as the aligner compares them, by number.
        target: target words, likewise.
        links: source word, target word (-1: no link) and how often.
        order: how far links jump, and how many links a word has.
    """

    source: dict[str, int] = field(default_factory=dict)
    target: dict[str, int] = field(default_factory=dict)
    links: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]] = field(
        default_factory=lambda: (
            np.zeros(0, np.int32),
            np.zeros(0, np.int32),
            np.zeros(0, np.float32),
        )
    )
    order: NDArray[np.float32] = field(default_factory=lambda: np.zeros(ORDER_COUNTS, np.float32))

    def save(self, path: str) -> None:
        """Writes a compressed file of NumPy arrays, whole or not at all."""
        arrays = {
            "version": np.array(MODEL_VERSION),
            "source": _packed(self.source),
            "target": _packed(self.target),
            "linked_source": self.links[0],
            "linked_target": self.links[1],
            "counts": self.links[2],
            "order": self.order,
        }
        with replacement(path) as stream:
            np.savez_compressed(stream, allow_pickle=False, **arrays)

    @classmethod
    def load(cls, path: str) -> AlignmentModel:
        """Reads a model that `save` wrote.

        Raises:
            InputError: the file cannot be read, or is not a model of this version.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                version = int(arrays["version"])
                if version == MODEL_VERSION:
                    links = arrays["linked_source"], arrays["linked_target"], arrays["counts"]
                    source, target = _unpacked(arrays["source"]), _unpacked(arrays["target"])
                    return cls(source, target, links, arrays["order"])
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or 'cannot be read'}") from None
        except (BadZipFile, KeyError, ValueError, TypeError, EOFError):
            reason = "not an alignment model. Make one with align --save-model."
            raise InputError(f"{path}: {reason}") from None
        raise InputError(
            f"{path}: model of version {version}, expected {MODEL_VERSION}. Make it again with "
            "align --save-model."
        )


def _packed(words: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def _unpacked(packed: NDArray[np.uint8]) -> dict[str, int]:
    text = packed.tobytes().decode()
    return {word: k for k, word in enumerate(text.split("\n"))} if text else {}


def align_sentences(
    source: Sentences,
    target: Sentences,
    *,
    model: AlignmentModel | None = None,
    threshold: float = THRESHOLD,
    seed: int = 1,
    fast: bool = False,
    threads: int | None = None,
) -> WordAlignments:
    """Links the words of sentences with those of their translations.

        >>> source = [["das", "Haus"], ["das", "Buch"], ["ein", "Buch"]] * 10
        >>> target = [["the", "house"], ["the", "book"], ["a", "book"]] * 10
        >>> align_sentences(source, target)[0].tolist()
        [[0, 0], [1, 1]]

    Equal sentence pairs count once and get the same links. A pair of more than a million pairs of
    words is left without links.

    Args:
        source: the words of each source sentence.
        target: the words of each translation.
        model: what is known already; it learns from these sentences.
        threshold: how sure a link must be, by the mean posterior of both directions.
        seed: where random numbers start.
        fast: two chains in place of up to eight: four times as fast, and less exact.
        threads: how many threads to use; all cores by default. They change no link.

    Raises:
        InputError: there are not as many translations as sentences, or the model does not fit.
    """
    _lengths(source, target)
    SEED.check(seed, "seed")
    model = model or AlignmentModel()
    numbers: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    places = [
        numbers.setdefault((tuple(ours), tuple(theirs)), len(numbers))
        for ours, theirs in zip(source, target, strict=True)
    ]
    source, target = [pair[0] for pair in numbers], [pair[1] for pair in numbers]
    chains, sweeps = next(effort[1:] for effort in EFFORTS if len(source) <= effort[0])
    if fast:
        chains = min(chains, FEWEST_CHAINS)
    lengths = _lengths(source, target)
    cells = np.where(lengths[0] * lengths[1] > LONGEST_CELLS, 0, lengths[0] * lengths[1])
    ours, theirs = (
        _Side([words if size else () for words, size in zip(side, cells, strict=True)], known)
        for side, known in ((source, model.source), (target, model.target))
    )
    vocabularies = ours.vocabulary(), theirs.vocabulary()
    parts = list(_parts(cells)) or [(0, 0)]
    found = []
    for begin, end in progress(
        parts, "aligning", "sentence pairs", len(source), lambda part: part[1] - part[0]
    ):
        linked_source, linked_target, posterior, offsets, learned = _core.align_words(
            ours.sentences(begin, end),
            theirs.sentences(begin, end),
            vocabularies[0],
            vocabularies[1],
            (*model.links, model.order),
            chains,
            sweeps,
            threshold,
            seed & 0x7FFFFFFF,
            resolve_threads(threads),
        )
        model.links, model.order = learned[:3], learned[3]
        found.append((linked_source, linked_target, posterior, np.diff(offsets)))
    linked_source, linked_target, posterior, counts = map(np.concatenate, zip(*found, strict=True))
    links = WordAlignments(
        linked_source,
        linked_target,
        np.concatenate([[0], np.cumsum(counts)]),
        lengths[0],
        lengths[1],
        confidence=posterior,
    )
    return links.chosen(places)


def _parts(cells: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    begin = size = 0
    for end, added in enumerate(cells.tolist(), start=1):
        size += added
        if size >= CELLS_OF_A_PART:
            yield begin, end
            begin, size = end, 0
    if begin < len(cells):
        yield begin, len(cells)


class _Side:
    """The sentences of one language as numbers of words."""

    def __init__(self, sentences: Sentences, words: dict[str, int]) -> None:
        self.words = words
        number = lru_cache(None)(lambda word: words.setdefault(compared_form(word), len(words)))
        self.values = np.fromiter((number(word) for words in sentences for word in words), np.int32)
        self.offsets = np.cumsum([0, *map(len, sentences)])

    def sentences(self, begin: int, end: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The numbers of some sentences, one after the other, and where each begins."""
        first, last = self.offsets[begin], self.offsets[end]
        return self.values[first:last], self.offsets[begin : end + 1] - first

    def vocabulary(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
        """The letters of all words as code points, where each word begins, and its classes."""
        letters = [romanized(word) for word in self.words]
        return *_code_points(letters), _numbered_classes(self.words)[0]


class FrozenAligner:
    """Links words by what a model has learned, each sentence pair alone.

    The posteriors of a hidden Markov model in both directions are exact (Vogel, Ney & Tillmann
    1996, HMM-based Word Alignment in Statistical Translation, COLING): a sentence pair gets the
    same links whatever else is aligned with it.

        >>> model = AlignmentModel()
        >>> source = [["das", "Haus"], ["das", "Buch"], ["ein", "Buch"]]
        >>> target = [["the", "house"], ["the", "book"], ["a", "book"]]
        >>> links = align_sentences(source, target, model=model)
        >>> FrozenAligner(model).align([["ein", "Haus"]], [["a", "house"]]).to_pharaoh()
        ['0-0 1-1']
    """

    def __init__(self, model: AlignmentModel) -> None:
        self.model = model
        source, target = _numbered_classes(model.source), _numbered_classes(model.target)
        self._native = _core.FrozenAligner((*model.links, model.order), source[0], target[0])

        def looked_up(
            words: dict[str, int], classes: tuple[dict[str, int], dict[str, int]]
        ) -> Callable[[str], tuple[str, list[int]]]:
            @lru_cache(1 << 17)
            def look_up(word: str) -> tuple[str, list[int]]:
                form = compared_form(word)
                known = zip((words, *classes), (form, *word_classes(form)), strict=True)
                return romanized(form), [numbers.get(each, -1) for numbers, each in known]

            return look_up

        self._look_up = looked_up(model.source, source[1]), looked_up(model.target, target[1])

    def __reduce__(self) -> tuple[type[FrozenAligner], tuple[AlignmentModel]]:
        return FrozenAligner, (self.model,)

    def align(
        self,
        source: Sentences,
        target: Sentences,
        *,
        threshold: float = THRESHOLD,
        threads: int | None = None,
    ) -> WordAlignments:
        """Links the words of sentences with those of their translations.

        Raises:
            InputError: there are not as many translations as sentences.
        """
        lengths = _lengths(source, target)
        short = lengths[0] * lengths[1] <= LONGEST_CELLS
        ours, our_words = _numbered_words(source, short, self._look_up[0])
        theirs, their_words = _numbered_words(target, short, self._look_up[1])
        links = self._native.align(
            ours, theirs, our_words, their_words, threshold, resolve_threads(threads)
        )
        linked_source, linked_target, posterior, offsets = links
        return WordAlignments(
            linked_source, linked_target, offsets, lengths[0], lengths[1], confidence=posterior
        )


def _numbered_words(
    sentences: Sentences, kept: NDArray[np.bool_], look_up: Callable[[str], tuple[str, list[int]]]
) -> tuple[
    tuple[NDArray[np.int32], NDArray[np.int64]],
    tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]],
]:
    """Sentences as numbers of their different words; the letters of these, and what is known."""
    numbers: dict[str, int] = {}
    listed = [words if keep else () for words, keep in zip(sentences, kept, strict=True)]
    values = [numbers.setdefault(word, len(numbers)) for words in listed for word in words]
    known = list(map(look_up, numbers))
    return (
        (np.array(values, np.int32), np.cumsum([0, *map(len, listed)])),
        (
            *_code_points([letters for letters, _ in known]),
            np.array([row for _, row in known], np.int32).reshape(-1),
        ),
    )


def _lengths(source: Sentences, target: Sentences) -> list[NDArray[np.int64]]:
    if len(source) != len(target):
        raise InputError(f"{len(source)} source sentences but {len(target)} translations")
    return [np.fromiter(map(len, side), np.int64, len(side)) for side in (source, target)]


def _code_points(texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.int32)
    return codes, np.cumsum([0, *map(len, texts)])


def _numbered_classes(
    words: Iterable[str],
) -> tuple[NDArray[np.int32], tuple[dict[str, int], dict[str, int]]]:
    """The classes of words, each level numbered as they come."""
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    classes = [
        known.setdefault(each, len(known))
        for word in words
        for known, each in zip(numbers, word_classes(word), strict=True)
    ]
    return np.array(classes, np.int32), numbers


# How words are compared

PUNCTUATION = str.maketrans(
    {"。": ".", "、": ",", "—": "-", "–": "-", "‐": "-", "’": "'", "‘": "'", "`": "'", "・": "·"}
    | dict.fromkeys("“”„«»「」『』《》〈〉", '"')
)
# What romanisation makes of the letters of an alphabet, one after the other.
ALPHABETS = (
    ("абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ", "a b v g d e zh z i y k l m n o p r s t u f kh ts "
     "ch sh shch - y - e yu ya yo i yi ye g"),
    ("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"),
)  # fmt: skip
ROMAN = {
    letter: roman.replace("-", "")
    for letters, romans in ALPHABETS
    for letter, roman in zip(letters, romans.split(), strict=True)
}
SPELLED_BY_NAME = ("HIRAGANA LETTER", "KATAKANA LETTER", "HANGUL SYLLABLE")
IDEOGRAPHS = range(0x4E00, 0xA000)
AFFIX = 3  # letters that words of a class share


def compared_form(word: str) -> str:
    """Returns a word as the aligner counts it: compatible forms, lower case, plain punctuation.

    >>> compared_form("５月"), compared_form("L’")
    ('5月', "l'")
    """
    return unicodedata.normalize("NFKC", word).lower().translate(PUNCTUATION)


def romanized(word: str) -> str:
    """Returns what a word is compared by when alike words are looked for: letters without marks.

    >>> romanized("москва"), romanized("サッカー"), romanized("été")
    ('moskva', 'satukaa', 'ete')
    """
    return "".join(map(_roman, unicodedata.normalize("NFC", word))) or word


@lru_cache(None)
def _roman(letter: str) -> str:
    if letter in ROMAN:
        return ROMAN[letter]
    if letter == "ー":
        return "a"
    name = unicodedata.name(letter, "")
    if name.startswith(SPELLED_BY_NAME):
        return name.split()[-1].lower()
    plain = (
        part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part)
    )
    return "".join(ROMAN.get(part, part) for part in plain)


def word_classes(word: str) -> tuple[str, str]:
    """Returns the classes of a word: how it begins and how it ends; a number is its own.

    >>> word_classes("translations"), word_classes("3rd"), word_classes("海洋")
    (('tra', 'ons'), ('3rd', '3rd'), ('海', '洋'))
    """
    if any(letter.isdigit() for letter in word):
        return word, word
    if word and ord(word[0]) in IDEOGRAPHS:
        return word[0], word[-1]
    return word[:AFFIX], word[-AFFIX:]
