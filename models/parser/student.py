"""The student: a network small enough for the C++ core, which learns from soft targets.

Hashed features of words, convolutions over three words, linear recurrences in both directions, a
bilinear score for every pair of words. docs/parsing.md describes the network and its file, and
cpp/src/parsing computes the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from data import Corpus, Ragged, spanning_tree
from teacher import Targets
from torch import Tensor, nn
from torch.nn import functional

AFFIX_ROWS = 4096  # of each table of hashed prefixes, suffixes and shapes
AFFIXES = ("prefix of 3", "suffix of 3", "suffix of 2", "shape")
WORD_WIDTH, AFFIX_WIDTH = 128, 32
FARTHEST = 32  # distances between a word and its head that are told apart


def hash_of(text: str) -> int:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def shape_of(word: str) -> str:
    """Case and digits, runs shortened: `McDonald's` is `XxXxxx'x`.

    >>> shape_of("Al-2010"), shape_of("WORD")
    ('Xx-ddd', 'XXX')
    """
    shape = ""
    for letter in word:
        if letter.lower() != letter:
            kind = "X"
        elif "a" <= letter <= "z" or ord(letter) >= 128:
            kind = "x"
        else:
            kind = "d" if "0" <= letter <= "9" else letter
        if shape[-3:] != 3 * kind:
            shape += kind
    return shape


def affixes_of(word: str) -> list[int]:
    """Rows of a word's prefix, suffixes and shape, each in a table of its own."""
    lower = word.lower()
    parts = (lower[:3], lower[-3:], lower[-2:], shape_of(word))
    return [hash_of(part) % AFFIX_ROWS for part in parts]


def choose_vocabulary(
    sentences: Sequence[Sequence[str]], size: int, always: Sequence[Sequence[str]]
) -> list[str]:
    """The most frequent lower-case words; words of `always` (the treebank) count tenfold."""
    counts: Counter[str] = Counter()
    for words in sentences:
        counts.update(word.lower() for word in words)
    for words in always:
        for word in words:
            counts[word.lower()] += 9
    return [word for word, count in counts.most_common(size) if count > 1]


class Features:
    """Rows of the words of a corpus, of their affixes, and of their shapes in lower case."""

    def __init__(self, corpus: Corpus, vocabulary: Sequence[str], device: torch.device) -> None:
        rows = {word: row for row, word in enumerate(vocabulary, start=1)}  # 0 is any other word
        by_type = torch.tensor(
            [
                [rows.get(word.lower(), 0), *affixes_of(word), affixes_of(word.lower())[-1]]
                for word in corpus.types
            ],
            dtype=torch.int32,
        )
        self.by_type = by_type.to(device)
        self.tokens = Ragged(torch.from_numpy(corpus.tokens).long(), corpus.offsets, device)

    def batch(
        self, chosen: Tensor, *, lower: float = 0.0, unknown: float = 0.0
    ) -> tuple[Tensor, Tensor]:
        """Returns batch × words × features, and which words are there.

        Args:
            chosen: numbers of sentences.
            lower: the share of sentences put in lower case.
            unknown: the share of words whose own row is hidden.
        """
        tokens, there = self.tokens.rows(chosen)
        features = self.by_type[tokens]
        own, shape = features[..., 0], features[..., -2]
        if lower:
            some = torch.rand(len(chosen), 1, device=own.device) < lower
            shape = torch.where(some, features[..., -1], shape)
        if unknown:
            own = own.masked_fill(torch.rand(own.shape, device=own.device) < unknown, 0)
        return torch.cat([own[..., None], features[..., 1:-2], shape[..., None]], -1), there


class Maxout(nn.Module):
    """The larger of two linear functions, output by output."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.linear = nn.Linear(inputs, 2 * outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Computes it."""
        return self.linear(x).unflatten(-1, (2, -1)).amax(-2)


class Convolution(nn.Module):
    """A word and its neighbours, added to the word."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.maxout = Maxout(3 * width, width)
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Tensor, there: Tensor) -> Tensor:
        """Computes the states after the layer; words that are not there are 0."""
        around = functional.pad(x, (0, 0, 1, 1))
        window = torch.cat([around[:, :-2], x, around[:, 2:]], -1)
        return self.norm(x + self.maxout(window)) * there[..., None]


class Recurrence(nn.Module):
    """Running means from the left and the right, whose rates depend on the word (as in SRU)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.gates = nn.Linear(width, 3 * width)
        self.norm = nn.LayerNorm(width)
        nn.init.constant_(self.gates.bias[width : 2 * width], 1.0)

    def forward(self, x: Tensor, there: Tensor) -> Tensor:
        """Computes the states after the layer."""
        values, keep, show = self.gates(x).float().chunk(3, -1)
        keep = torch.sigmoid(keep).masked_fill(~there[..., None], 1.0)
        new = (1 - keep) * values
        left, right = (part.chunk(2, -1) for part in (keep, new))
        both = _running(
            torch.stack([left[0], left[1].flip(1)]), torch.stack([right[0], right[1].flip(1)])
        )
        means = torch.cat([both[0], both[1].flip(1)], -1)
        return self.norm(x + torch.sigmoid(show) * means) * there[..., None]


def _running(keep: Tensor, new: Tensor) -> Tensor:
    """s[t] = keep[t] s[t - 1] + new[t] along the second last dimension, in logarithmic depth."""
    step = 1
    while step < new.shape[-2]:
        new = torch.cat(
            [new[..., :step, :], new[..., step:, :] + keep[..., step:, :] * new[..., :-step, :]], -2
        )
        keep = torch.cat([keep[..., :step, :], keep[..., step:, :] * keep[..., :-step, :]], -2)
        step *= 2
    return new


LAYERS = {"c": Convolution, "r": Recurrence}


@dataclass(frozen=True)
class Shape:
    """The size of a student.

    Attributes:
        width: of the states of words.
        layers: letters: c is a convolution, r a recurrence.
        arc: width of the representations that score heads.
        label: width of the layer before relations.
    """

    width: int = 128
    layers: str = "crcrcr"
    arc: int = 128
    label: int = 128


class Student(nn.Module):
    """The network."""

    def __init__(self, shape: Shape, vocabulary: int, labels: int, tags: int) -> None:
        super().__init__()
        self.shape = shape
        width = shape.width
        self.words = nn.Embedding(vocabulary + 1, WORD_WIDTH)
        self.affixes = nn.ModuleList(nn.Embedding(AFFIX_ROWS, AFFIX_WIDTH) for _ in AFFIXES)
        for table in (self.words, *self.affixes):
            nn.init.normal_(table.weight, std=0.3)
        self.mix = Maxout(WORD_WIDTH + AFFIX_WIDTH * len(AFFIXES), width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(LAYERS[letter](width) for letter in shape.layers)
        self.dependent = nn.Linear(width, shape.arc)
        self.head = nn.Linear(width, shape.arc, bias=False)
        self.root = nn.Parameter(torch.randn(shape.arc) * 0.1)
        self.distances = nn.Parameter(torch.zeros(2 * FARTHEST + 1))
        self.label_dependent = nn.Linear(width, shape.label)
        self.label_head = nn.Linear(width, shape.label, bias=False)
        self.label_root = nn.Parameter(torch.randn(shape.label) * 0.1)
        self.labels = nn.Linear(shape.label, labels)
        self.tags = nn.Linear(width, tags)

    def states(self, features: Tensor, there: Tensor) -> Tensor:
        """Returns the states of words after all layers."""
        parts = [self.words(features[..., 0])]
        parts += [table(features[..., k]) for k, table in enumerate(self.affixes, start=1)]
        x = self.norm(self.mix(torch.cat(parts, -1))) * there[..., None]
        for layer in self.layers:
            x = layer(x, there)
        return x

    def arc_scores(self, states: Tensor, there: Tensor) -> Tensor:
        """Returns scores of dependents × heads, the root first; missing heads get -1e4."""
        dependents = self.dependent(states)
        heads = torch.cat([self.root.expand(len(states), 1, -1), self.head(states)], 1)
        scores = (dependents @ heads.to(dependents.dtype).transpose(1, 2)).float()
        place = torch.arange(states.shape[1], device=states.device)
        apart = (place - place[:, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        scores = scores + functional.pad(self.distances[apart], (1, 0))
        missing = ~functional.pad(there, (1, 0), value=True)
        return scores.masked_fill(missing[:, None], -1e4)

    def label_scores(self, states: Tensor, heads: Tensor) -> Tensor:
        """Returns scores of relations of words to heads, 0 being the root."""
        known = torch.cat([self.label_root.expand(len(states), 1, -1), self.label_head(states)], 1)
        chosen = known.gather(1, heads[..., None].expand(-1, -1, known.shape[-1]))
        return self.labels(torch.relu(self.label_dependent(states) + chosen)).float()


class Lesson:
    """A corpus with its features and the teachers' answers."""

    def __init__(self, corpus: Corpus, features: Features, targets: Targets) -> None:
        device = targets.arcs.device
        self.corpus = corpus
        self.features = features
        self.targets = targets
        self.heads = Ragged(targets.heads, corpus.offsets, device)
        self.arc_offsets = torch.from_numpy(targets.arc_offsets).to(device)

    def loss(self, model: Student, chosen: Tensor, *, lower: float, unknown: float) -> Tensor:
        """Cross-entropy with the teachers' heads, relations and parts of speech."""
        features, there = self.features.batch(chosen, lower=lower, unknown=unknown)
        heads, _ = self.heads.rows(chosen)
        places = self.heads.places(chosen)[0][there]
        states = model.states(features, there)
        size = there.sum(1)[:, None, None]
        rows = torch.arange(there.shape[1], device=there.device)[:, None]
        columns = torch.arange(there.shape[1] + 1, device=there.device)
        real = there[..., None] & (columns <= size)
        at = self.arc_offsets[chosen][:, None, None] + rows * (size + 1) + columns
        arcs = self.targets.arcs[at.where(real, 0)].float() * real
        scores = model.arc_scores(states, there).log_softmax(-1)
        words = there.sum()
        arc_loss = -(arcs * scores).sum() / words
        relations = model.label_scores(states, heads.masked_fill(~there, 0))[there]
        label_loss = -(self.targets.labels[places] * relations.log_softmax(-1)).sum() / words
        tags = model.tags(states)[there].float().log_softmax(-1)
        tag_loss = -(self.targets.tags[places] * tags).sum() / words
        return arc_loss + label_loss + 0.3 * tag_loss


def train_student(
    model: Student,
    lesson: Lesson,
    *,
    passes: float,
    seconds: float | None = None,
    words: int = 8192,
    rate: float = 3e-3,
    seed: int = 0,
    report: Callable[[int, float], None] | None = None,
) -> None:
    """Trains with a cosine rate, for so many passes or, if given, seconds."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    device = lesson.targets.arcs.device
    optimizer = torch.optim.AdamW(
        model.parameters(),
        lr=rate,
        betas=(0.9, 0.98),
        weight_decay=0.01,
        fused=device.type == "cuda",
    )
    steps = int(passes * len(lesson.corpus.batches(words)))
    begin, step, done, reported, total = time.time(), 0, 0.0, 0, torch.zeros((), device=device)
    model.train()
    while done < 1:
        for chosen in lesson.corpus.batches(words, generator):
            done = (time.time() - begin) / seconds if seconds else step / steps
            if done >= 1:
                break
            for group in optimizer.param_groups:
                rising = max((step + 1) / 500, 20 * done)
                group["lr"] = rate * min(rising, 0.5 + 0.5 * np.cos(np.pi * done))
            with torch.autocast(device.type, torch.bfloat16):
                loss = lesson.loss(
                    model, torch.from_numpy(chosen).to(device), lower=0.12, unknown=0.03
                )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            total += loss.detach()
            step += 1
            if report and int(done * 8) > reported:
                reported = int(done * 8)
                report(step, total.item() / step)
    model.eval()


@torch.inference_mode()
def answers(
    model: Student, features: Features, corpus: Corpus, words: int = 16384
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Heads and relations of the words of every sentence."""
    heads: list[np.ndarray] = [np.zeros(0)] * len(corpus.lengths)
    labels: list[np.ndarray] = list(heads)
    device = features.by_type.device
    for chosen in corpus.batches(words):
        batch, there = features.batch(torch.from_numpy(chosen).to(device))
        states = model.states(batch, there)
        scores = model.arc_scores(states, there).cpu().numpy()
        found = torch.zeros(there.shape, dtype=torch.int64)
        for row, number in enumerate(chosen):
            size = corpus.lengths[number]
            heads[number] = spanning_tree(scores[row, :size, : size + 1])
            found[row, :size] = torch.from_numpy(heads[number])
        relations = model.label_scores(states, found.to(device)).argmax(-1).cpu().numpy()
        for row, number in enumerate(chosen):
            labels[number] = relations[row, : corpus.lengths[number]]
    return heads, labels
