"""Sentences as flat arrays: treebanks and text in, padded batches out."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import Tensor


@dataclass(frozen=True)
class Sentence:
    """Words, and what a treebank says of them; heads are counted from 1, and 0 is the root."""

    words: list[str]
    heads: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)


def read_lines(path: Path) -> Iterator[str]:
    """Yields the lines of a file that may be .gz or .xz."""
    opener = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n")


def read_treebank(folder: Path, part: str) -> list[Sentence]:
    """Reads a part of a UD treebank: `*-ud-train.conllu`, .gz or not."""
    found = sorted(folder.glob(f"*-ud-{part}.conllu*"))
    if len(found) != 1:
        raise SystemExit(f"{folder}: expected one *-ud-{part}.conllu or .gz, found {len(found)}")
    sentences = [Sentence([])]
    for line in read_lines(found[0]):
        fields = line.split("\t")
        if not line:
            sentences.append(Sentence([]))
        elif fields[0].isdigit():
            sentence = sentences[-1]
            sentence.words.append(fields[1])
            sentence.tags.append(fields[3])
            sentence.heads.append(int(fields[6]))
            sentence.labels.append(fields[7])
    return [sentence for sentence in sentences if sentence.words]


class Corpus:
    """Sentences as numbers of distinct words, one after the other.

    Attributes:
        types: the distinct words.
        tokens: the number of each word among them.
        offsets: where each sentence begins.
    """

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        numbers: dict[str, int] = {}
        tokens, lengths = [], []
        for words in sentences:
            tokens += [numbers.setdefault(word, len(numbers)) for word in words]
            lengths.append(len(words))
        self.types = list(numbers)
        self.tokens = np.array(tokens, np.int32)
        self.lengths = np.array(lengths, np.int32)
        self.offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])

    def batches(self, words: int, generator: np.random.Generator | None = None) -> list[np.ndarray]:
        """Divides sentences into batches of similar length, of at most so many words if padded.

        With a generator the batches come in random order, and differ from call to call.
        """
        keys = self.lengths.astype(np.float64)
        if generator is not None:
            keys += generator.uniform(0, 2, len(keys))
        order = np.argsort(keys, kind="stable")
        batches, begin = [], 0
        for end, width in enumerate(np.ceil(keys[order]).tolist()):
            if (end + 1 - begin) * width > words and end > begin:
                batches.append(order[begin:end])
                begin = end
        batches.append(order[begin:])
        if generator is not None:
            generator.shuffle(batches)
        return batches


class Ragged:
    """Rows of different lengths on a device: `rows(chosen)` pads them."""

    def __init__(self, values: Tensor, offsets: np.ndarray, device: torch.device) -> None:
        self.values = values.to(device)
        self.offsets = torch.from_numpy(offsets).to(device)

    def places(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the places of the values of rows, and which of them are there."""
        begins = self.offsets[chosen]
        lengths = self.offsets[chosen + 1] - begins
        columns = torch.arange(int(lengths.max()), device=begins.device)
        there = columns < lengths[:, None]
        return (begins[:, None] + columns).where(there, begins[:, None]), there

    def rows(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Returns rows with padding at their ends, and which values are there."""
        places, there = self.places(chosen)
        return self.values[places], there


def noisy(
    sentences: Sequence[Sentence], copies: int, generator: np.random.Generator, rate: float = 0.15
) -> list[list[str]]:
    """Copies sentences with some words replaced by others of the same part of speech.

    They have the treebank's constructions with more words than the treebank has.
    """
    words: dict[str, list[str]] = {}
    for sentence in sentences:
        for word, tag in zip(sentence.words, sentence.tags, strict=True):
            words.setdefault(tag, []).append(word)
    return [
        [
            words[tag][generator.integers(len(words[tag]))] if chance < rate else word
            for word, tag, chance in zip(
                sentence.words, sentence.tags, generator.random(len(sentence.words)), strict=True
            )
        ]
        for _ in range(copies)
        for sentence in sentences
    ]


def spanning_tree(scores: np.ndarray) -> np.ndarray:
    """The best tree with one root, for scores of words × heads (0 is the root); heads of words.

    Greedy heads where they are a tree. Otherwise Chu-Liu/Edmonds for each word that may be the
    root, as training needs no speed; the parser's own is in C++.
    """
    heads = scores.argmax(1)
    if (heads == 0).sum() == 1 and _cycle(heads) is None:
        return heads
    best, best_score = heads, -np.inf
    for root in np.argsort(-scores[:, 0])[:8]:
        only = scores.copy()
        only[:, 0] = -np.inf
        only[root] = -np.inf
        only[root, 0] = scores[root, 0]
        candidate = _arborescence(only)
        score = scores[np.arange(len(candidate)), candidate].sum()
        if score > best_score:
            best, best_score = candidate, score
    return best


def _cycle(heads: np.ndarray) -> list[int] | None:
    """Words of a cycle, counted from 0."""
    state = np.zeros(len(heads) + 1, int)
    for start in range(1, len(heads) + 1):
        path, word = [], start
        while word != 0 and state[word] == 0:
            state[word] = start
            path.append(word)
            word = heads[word - 1]
        if word != 0 and state[word] == start:
            return [node - 1 for node in path[path.index(word) :]]
    return None


def _arborescence(scores: np.ndarray) -> np.ndarray:
    """Chu-Liu/Edmonds by contraction."""
    size = len(scores)
    scores = scores.copy()
    scores[np.arange(size), np.arange(1, size + 1)] = -np.inf
    heads = scores.argmax(1)
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    inside = np.zeros(size, bool)
    inside[cycle] = True
    outer = np.flatnonzero(~inside)
    columns = np.concatenate([[0], outer + 1])
    # Entering the cycle at a word gives up its head within the cycle.
    entering = scores[np.ix_(cycle, columns)] - scores[cycle, heads[cycle]][:, None]
    leaving = scores[np.ix_(outer, np.array(cycle) + 1)]
    small = np.full((len(outer) + 1, len(outer) + 2), -np.inf)
    small[:-1, :-1] = scores[np.ix_(outer, columns)]
    small[:-1, -1] = leaving.max(1) if len(outer) else 0
    small[-1, :-1] = entering.max(0)
    found = _arborescence(small)
    result = heads.copy()
    for place, word in enumerate(outer):
        head = found[place]
        if head == len(columns):
            result[word] = cycle[leaving[place].argmax()] + 1
        else:
            result[word] = columns[head]
    entry = entering[:, found[-1]].argmax()
    result[cycle[entry]] = columns[found[-1]]
    return result


def accuracy(
    gold: Sequence[Sentence], heads: Sequence[np.ndarray], labels: Sequence[Sequence[str]]
) -> tuple[float, float]:
    """UAS and LAS on gold words as in CoNLL 2018: all words, relations without subtypes."""
    counts = np.zeros(3)
    for sentence, found, relations in zip(gold, heads, labels, strict=True):
        right = np.array(sentence.heads) == found
        same = [
            a.partition(":")[0] == b.partition(":")[0]
            for a, b in zip(sentence.labels, relations, strict=True)
        ]
        counts += len(right), right.sum(), (right & np.array(same)).sum()
    return 100 * counts[1] / counts[0], 100 * counts[2] / counts[0]
