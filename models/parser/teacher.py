"""The teacher: a pretrained encoder with a biaffine head (Dozat & Manning 2017).

`train_teacher` fine-tunes it on a treebank, `teach` asks several for soft targets. The encoder is a
BERT in a folder with `config.json`, `vocab.txt` and `model.safetensors`, as Hugging Face saves it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from data import Corpus, Ragged, Sentence, accuracy, spanning_tree
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

ARC, LABEL = 384, 128  # widths of the representations of heads and dependents
POOLED = 4  # the last layers, whose weighted mean represents a word
LONGEST_PIECES = 16  # of one word


class WordPieces:
    """Splits words as BERT does: lower case, no accents, marks alone, then the longest pieces."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        self.numbers = {piece: number for number, piece in enumerate(lines) if piece}

    def of(self, word: str) -> list[int]:
        """Returns the numbers of a word's pieces."""
        letters = unicodedata.normalize("NFD", word.lower())
        plain = "".join(c for c in letters if unicodedata.category(c) != "Mn")
        pieces = [self._greedy(part) for part in re.findall(r"\w+|[^\w\s]", plain)]
        return [piece for part in pieces for piece in part][:LONGEST_PIECES] or [
            self.numbers["[UNK]"]
        ]

    def _greedy(self, part: str) -> list[int]:
        pieces, begin = [], 0
        while begin < len(part):
            for end in range(len(part), begin, -1):
                number = self.numbers.get(("##" if begin else "") + part[begin:end])
                if number is not None:
                    pieces.append(number)
                    begin = end
                    break
            else:
                return [self.numbers["[UNK]"]]
        return pieces


class Pieces:
    """The pieces of a corpus on a device, and which piece begins each word."""

    def __init__(self, corpus: Corpus, splitter: WordPieces, device: torch.device) -> None:
        by_type = [splitter.of(word) for word in corpus.types]
        counts = np.array([len(pieces) for pieces in by_type])
        begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
        flat = np.array([piece for pieces in by_type for piece in pieces])
        sizes = counts[corpus.tokens]  # pieces of every word
        ends = np.concatenate([[0], np.cumsum(sizes)])
        within = np.arange(ends[-1]) - np.repeat(ends[:-1], sizes)
        pieces = torch.from_numpy(flat[np.repeat(begins[corpus.tokens], sizes) + within])
        offsets = ends[corpus.offsets]
        first = ends[:-1] - np.repeat(offsets[:-1], corpus.lengths) + 1  # after [CLS]
        self.pieces = Ragged(pieces, offsets, device)
        self.first = Ragged(torch.from_numpy(first), corpus.offsets, device)
        self.begin, self.end = splitter.numbers["[CLS]"], splitter.numbers["[SEP]"]

    def batch(self, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Returns pieces, which of them are there, first pieces of words, which words are there."""
        pieces, there = self.pieces.rows(chosen)
        pieces = functional.pad(pieces.masked_fill(~there, 0), (1, 1))
        there = functional.pad(there, (2, 0), value=True)
        pieces[:, 0] = self.begin
        pieces[torch.arange(len(pieces), device=pieces.device), there.sum(1) - 1] = self.end
        return pieces, there, *self.first.rows(chosen)


class EncoderLayer(nn.Module):
    """One layer of BERT."""

    def __init__(self, width: int, inner: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.attention_norm, self.norm = (nn.LayerNorm(width, 1e-12) for _ in range(2))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Computes the states after the layer; the mask is added to scores of attention."""
        q, k, v = (
            part(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        found = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        mixed = self.output(found.transpose(1, 2).flatten(-2))
        x = self.attention_norm(x + self.dropout(mixed))
        return self.norm(x + self.dropout(self.down(functional.gelu(self.up(x)))))


class Encoder(nn.Module):
    """BERT, with the weights of a folder."""

    NAMES = (
        ("attention.self.query", "query"),
        ("attention.self.key", "key"),
        ("attention.self.value", "value"),
        ("attention.output.dense", "output"),
        ("attention.output.LayerNorm", "attention_norm"),
        ("intermediate.dense", "up"),
        ("output.dense", "down"),
        ("output.LayerNorm", "norm"),
    )

    def __init__(self, folder: Path) -> None:
        super().__init__()
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        weights = load_file(folder / "model.safetensors")
        self.width = config["hidden_size"]
        self.words = nn.Embedding.from_pretrained(
            weights["embeddings.word_embeddings.weight"].float(), freeze=False
        )
        places = weights["embeddings.position_embeddings.weight"].float()
        segment = weights["embeddings.token_type_embeddings.weight"][0].float()
        self.places = nn.Parameter(places + segment)
        self.norm = nn.LayerNorm(self.width, 1e-12)
        self.norm.weight.data = weights["embeddings.LayerNorm.weight"].float()
        self.norm.bias.data = weights["embeddings.LayerNorm.bias"].float()
        self.layers = nn.ModuleList()
        for number in range(config["num_hidden_layers"]):
            layer = EncoderLayer(
                self.width, config["intermediate_size"], config["num_attention_heads"]
            )
            for theirs, ours in self.NAMES:
                for kind in ("weight", "bias"):
                    values = weights[f"encoder.layer.{number}.{theirs}.{kind}"].float()
                    getattr(layer.get_submodule(ours), kind).data = values
            self.layers.append(layer)
        self.dropout = nn.Dropout(0.1)

    def forward(self, pieces: Tensor, there: Tensor) -> list[Tensor]:
        """Returns the states after every layer."""
        x = self.dropout(self.norm(self.words(pieces) + self.places[: pieces.shape[1]]))
        mask = torch.zeros_like(there, dtype=x.dtype).masked_fill(~there, -1e4)[:, None, None]
        states = []
        for layer in self.layers:
            x = layer(x, mask)
            states.append(x)
        return states


class Biaffine(nn.Module):
    """Scores every pair of a dependent and a head, once for each output."""

    def __init__(self, width: int, inner: int, outputs: int) -> None:
        super().__init__()
        self.dependent = nn.Sequential(nn.Linear(width, inner), nn.ReLU(), nn.Dropout(0.33))
        self.head = nn.Sequential(nn.Linear(width, inner), nn.ReLU(), nn.Dropout(0.33))
        self.weights = nn.Parameter(torch.zeros(outputs, inner + 1, inner + 1))
        nn.init.normal_(self.weights, std=1 / inner)

    def forward(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """Returns batch × outputs × dependents × heads."""
        a = functional.pad(self.dependent(dependents), (0, 1), value=1.0)
        b = functional.pad(self.head(heads), (0, 1), value=1.0)
        return torch.einsum("bxi,oij,byj->boxy", a, self.weights, b)

    def at(self, dependents: Tensor, heads: Tensor) -> Tensor:
        """Returns batch × words × outputs, each dependent with one head."""
        a = functional.pad(self.dependent(dependents), (0, 1), value=1.0)
        b = functional.pad(self.head(heads), (0, 1), value=1.0)
        return torch.einsum("bxi,oij,bxj->bxo", a, self.weights, b)


class Teacher(nn.Module):
    """Encoder, heads, labels and parts of speech."""

    def __init__(self, folder: Path, labels: Sequence[str], tags: Sequence[str]) -> None:
        super().__init__()
        self.encoder = Encoder(folder)
        self.mixture = nn.Parameter(torch.zeros(POOLED))
        self.root = nn.Parameter(torch.zeros(self.encoder.width))
        self.dropout = nn.Dropout(0.2)
        self.arcs = Biaffine(self.encoder.width, ARC, 1)
        self.labels = Biaffine(self.encoder.width, LABEL, len(labels))
        self.tags = nn.Linear(self.encoder.width, len(tags))

    def states(self, batch: tuple[Tensor, Tensor, Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """Returns states of words, and the same with the root in front."""
        pieces, there, first, _ = batch
        layers = self.encoder(pieces, there)[-POOLED:]
        pooled = torch.einsum("l,lbpw->bpw", self.mixture.softmax(0), torch.stack(layers).float())
        words = pooled.gather(1, first[..., None].expand(-1, -1, pooled.shape[-1]))
        words = self.dropout(words)
        return words, torch.cat([self.root.expand(len(words), 1, -1), words], 1)

    def arc_scores(self, words: Tensor, heads: Tensor, there: Tensor) -> Tensor:
        """Returns scores of dependents × heads; heads that are not there get -1e4."""
        scores = self.arcs(words, heads)[:, 0].float()
        missing = ~functional.pad(there, (1, 0), value=True)
        return scores.masked_fill(missing[:, None], -1e4)

    def label_scores(self, words: Tensor, heads: Tensor, chosen: Tensor) -> Tensor:
        """Returns scores of relations of words to the heads chosen."""
        index = chosen[..., None].expand(-1, -1, heads.shape[-1])
        return self.labels.at(words, heads.gather(1, index)).float()


@dataclass(frozen=True)
class Gold:
    """What a treebank says, as numbers on a device."""

    heads: Ragged
    labels: Ragged
    tags: Ragged

    @classmethod
    def of(
        cls,
        sentences: Sequence[Sentence],
        corpus: Corpus,
        labels: Sequence[str],
        tags: Sequence[str],
        device: torch.device,
    ) -> Gold:
        """Numbers heads, labels and tags."""

        def flat(values: list[int]) -> Ragged:
            return Ragged(torch.tensor(values), corpus.offsets, device)

        label_numbers = {label: number for number, label in enumerate(labels)}
        tag_numbers = {tag: number for number, tag in enumerate(tags)}
        return cls(
            flat([head for s in sentences for head in s.heads]),
            flat([label_numbers[label] for s in sentences for label in s.labels]),
            flat([tag_numbers[tag] for s in sentences for tag in s.tags]),
        )


def train_teacher(
    folder: Path,
    train: Sequence[Sentence],
    labels: Sequence[str],
    tags: Sequence[str],
    device: torch.device,
    *,
    seed: int,
    epochs: int = 12,
    words: int = 1024,
) -> Teacher:
    """Fine-tunes an encoder on a treebank."""
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    model = Teacher(folder, labels, tags).to(device)
    corpus = Corpus(sentence.words for sentence in train)
    pieces = Pieces(corpus, WordPieces(folder), device)
    gold = Gold.of(train, corpus, labels, tags, device)
    encoder = list(model.encoder.parameters())
    known = {id(parameter) for parameter in encoder}
    heads = [parameter for parameter in model.parameters() if id(parameter) not in known]
    optimizer = torch.optim.AdamW(
        [{"params": encoder, "lr": 2e-4}, {"params": heads, "lr": 1.5e-3}],
        betas=(0.9, 0.98),
        weight_decay=0.01,
        fused=device.type == "cuda",
    )
    steps = epochs * len(corpus.batches(words))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.1 * steps), max(0.0, 1 - step / (1.02 * steps)))
    )
    model.train()
    for epoch in range(epochs):
        total = torch.zeros((), device=device)
        for chosen in corpus.batches(words, generator):
            index = torch.from_numpy(chosen).to(device)
            with torch.autocast(device.type, torch.bfloat16):
                batch = pieces.batch(index)
                there = batch[3]
                states, with_root = model.states(batch)
                right = gold.heads.rows(index)[0]
                arcs = model.arc_scores(states, with_root, there)
                relations = model.label_scores(states, with_root, right)
                tagged = model.tags(states).float()
            loss = (
                functional.cross_entropy(arcs[there], right[there])
                + functional.cross_entropy(relations[there], gold.labels.rows(index)[0][there])
                + 0.3 * functional.cross_entropy(tagged[there], gold.tags.rows(index)[0][there])
            )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            if schedule.last_epoch < steps - 1:
                schedule.step()
            total += loss.detach()
        print(
            f"teacher {seed} epoch {epoch + 1} loss {total.item() / (steps / epochs):.3f}",
            flush=True,
        )
    return model.eval()


@dataclass
class Targets:
    """What teachers say of a corpus, one value after the other.

    Attributes:
        arcs: probabilities of heads, words × (length + 1) for each sentence.
        arc_offsets: where the arcs of each sentence begin.
        heads: the likeliest head of each word, or the treebank's.
        labels: probabilities of the relation to that head.
        tags: probabilities of parts of speech.
    """

    arcs: Tensor
    arc_offsets: np.ndarray
    heads: Tensor
    labels: Tensor
    tags: Tensor


@torch.inference_mode()
def teach(
    teachers: Sequence[Teacher],
    splitter: WordPieces,
    corpus: Corpus,
    device: torch.device,
    gold: Gold | None = None,
    *,
    words: int = 32768,
    trust: float = 0.5,
) -> Targets:
    """Averages what teachers say; with a treebank, mixes in its answers with the rest of `trust`.

    Args:
        teachers: the models.
        splitter: splits words into pieces.
        corpus: the sentences.
        device: where the models are; targets stay there.
        gold: the treebank's answers.
        words: the size of a batch.
        trust: the share of the teachers where the treebank has answers.
    """
    pieces = Pieces(corpus, splitter, device)
    lengths = corpus.lengths.astype(np.int64)
    arc_offsets = np.concatenate([[0], np.cumsum(lengths * (lengths + 1))])
    count = len(corpus.tokens)
    outputs = (teachers[0].labels.weights.shape[0], teachers[0].tags.out_features)
    half = {"dtype": torch.float16, "device": device}
    targets = Targets(
        torch.zeros(int(arc_offsets[-1]), **half),
        arc_offsets,
        torch.zeros(count, dtype=torch.int64, device=device),
        torch.zeros(count, outputs[0], **half),
        torch.zeros(count, outputs[1], **half),
    )
    offsets = torch.from_numpy(arc_offsets).to(device)
    for chosen in corpus.batches(words):
        index = torch.from_numpy(chosen).to(device)
        batch = pieces.batch(index)
        there = batch[3]
        places = pieces.first.places(index)[0][there]
        with torch.autocast(device.type, torch.bfloat16):
            states = [teacher.states(batch) for teacher in teachers]
            arcs = sum(
                teacher.arc_scores(*state, there).softmax(-1)
                for teacher, state in zip(teachers, states, strict=True)
            ) / len(teachers)
            right = gold.heads.rows(index)[0] if gold else arcs.argmax(-1)
            labels = sum(
                teacher.label_scores(*state, right).softmax(-1)
                for teacher, state in zip(teachers, states, strict=True)
            ) / len(teachers)
            tags = sum(
                teacher.tags(state[0]).float().softmax(-1)
                for teacher, state in zip(teachers, states, strict=True)
            ) / len(teachers)
        if gold:
            arcs = _mixed(arcs, right, trust)
            labels = _mixed(labels, gold.labels.rows(index)[0], trust)
            tags = _mixed(tags, gold.tags.rows(index)[0], trust)
        size = there.sum(1)
        columns = torch.arange(arcs.shape[2], device=device)
        real = there[..., None] & (columns <= size[:, None, None])
        rows = torch.arange(arcs.shape[1], device=device)
        at = offsets[index][:, None, None] + rows[:, None] * (size + 1)[:, None, None] + columns
        targets.arcs[at[real]] = arcs[real].half()
        targets.heads[places] = right[there]
        targets.labels[places] = labels[there].half()
        targets.tags[places] = tags[there].half()
    return targets


def gold_targets(corpus: Corpus, gold: Gold, labels: int, tags: int) -> Targets:
    """A treebank's answers as targets, where there are no teachers."""
    lengths = corpus.lengths.astype(np.int64)
    arc_offsets = np.concatenate([[0], np.cumsum(lengths * (lengths + 1))])
    heads = gold.heads.values
    within = np.arange(len(corpus.tokens)) - np.repeat(corpus.offsets[:-1], lengths)
    begins = np.repeat(arc_offsets[:-1], lengths) + within * np.repeat(lengths + 1, lengths)
    arcs = torch.zeros(int(arc_offsets[-1]), dtype=torch.float16, device=heads.device)
    arcs[torch.from_numpy(begins).to(heads.device) + heads] = 1
    return Targets(
        arcs,
        arc_offsets,
        heads,
        functional.one_hot(gold.labels.values, labels).half(),
        functional.one_hot(gold.tags.values, tags).half(),
    )


def _mixed(probabilities: Tensor, right: Tensor, trust: float) -> Tensor:
    """Probabilities with the treebank's answers mixed in."""
    one = functional.one_hot(right, probabilities.shape[-1])
    return trust * probabilities + (1 - trust) * one


def evaluate(
    targets: Targets, corpus: Corpus, gold: Sequence[Sentence], labels: Sequence[str]
) -> tuple[float, float]:
    """UAS and LAS of soft targets, decoded as trees; labels are those of the likeliest heads."""
    arcs, names = targets.arcs.float().cpu().numpy(), targets.labels.argmax(-1).tolist()
    heads, found = [], []
    for number, (begin, end) in enumerate(zip(corpus.offsets, corpus.offsets[1:], strict=False)):
        size = int(end - begin)
        place = int(targets.arc_offsets[number])
        scores = np.log(arcs[place : place + size * (size + 1)].reshape(size, size + 1) + 1e-9)
        heads.append(spanning_tree(scores))
        found.append([labels[name] for name in names[begin:end]])
    return accuracy(gold, heads, found)
