"""Compares the C++ core with PyTorch: the same model, the sentences of a treebank."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice, pairwise

import numpy as np
import torch
from student import Shape, Student, affixes_of, hash_of

from hyperbaton import _core
from hyperbaton.parsing.english import MODEL
from hyperbaton.parsing.network import Network, _read_tables
from hyperbaton.text.segments import Sentences
from hyperbaton.trees import read_sentences


def student_of(about: dict[str, str], tables: dict[str, np.ndarray]) -> Student:
    """The student with the weights that are in the file: the inverse of `export`."""
    sizes = (len(about[name].split()) for name in ("labels", "tags"))
    widths = (int(about[name]) for name in ("arc_width", "label_width"))
    shape = Shape(int(about["width"]), about["layers"], *widths)
    model = Student(shape, len(tables["vocabulary"]), *sizes).eval()
    weights, values = (iter(torch.from_numpy(tables[k].copy())) for k in ("weights", "values"))

    def some(source: Iterator[torch.Tensor], count: int) -> torch.Tensor:
        return torch.stack(list(islice(source, count))).float()

    def fill(*parts: torch.nn.Linear) -> None:
        rows = [len(part.weight) for part in parts]
        matrix = some(weights, sum(part.weight.numel() for part in parts)).view(sum(rows), -1)
        matrix *= some(values, sum(rows))[:, None]
        biases = some(values, sum(rows)).split(rows)
        for part, weight, bias in zip(parts, matrix.split(rows), biases, strict=True):
            part.weight.copy_(weight)
            if part.bias is not None:
                part.bias.copy_(bias)

    def fill_norm(norm: torch.nn.LayerNorm) -> None:
        norm.weight.copy_(some(values, len(norm.weight)))
        norm.bias.copy_(some(values, len(norm.bias)))

    with torch.no_grad():
        model.words.weight.copy_(rows_of(tables, "words", "word_scales"))
        affixes = rows_of(tables, "affixes", "affix_scales").chunk(len(model.affixes))
        for table, rows in zip(model.affixes, affixes, strict=True):
            table.weight.copy_(rows)
        fill(model.mix.linear)
        fill_norm(model.norm)
        for layer in model.layers:
            fill(layer.maxout.linear if hasattr(layer, "maxout") else layer.gates)
            fill_norm(layer.norm)
        fill(model.dependent, model.head, model.label_dependent, model.label_head, model.tags)
        fill(model.labels)
        for part in (model.root, model.label_root, model.distances):
            part.copy_(some(values, len(part)))
    return model


def rows_of(tables: dict[str, np.ndarray], name: str, scales: str) -> torch.Tensor:
    """A table of bytes as numbers."""
    return torch.from_numpy(tables[name] * tables[scales][:, None])


@torch.inference_mode()
def main() -> None:
    """Prints how many answers differ, and what the core's trees lose by PyTorch's scores."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("treebank", help="a CoNLL-U file, which may be .gz")
    options = arguments.parse_args()
    about, tables = _read_tables(MODEL)
    model, network = student_of(about, tables), Network.read(MODEL)
    rows = {int(key): row for row, key in enumerate(tables["vocabulary"], start=1)}
    sentences = [sentence.tree.words for sentence in islice(read_sentences(options.treebank), 2000)]
    together = Sentences.of(sentences)
    found, offsets = network.parse(together), together.offsets
    differ, lost = np.zeros(3, int), 0.0
    for words, (begin, end) in zip(sentences, pairwise(offsets), strict=True):
        features = [[rows.get(hash_of(word.lower()), 0), *affixes_of(word)] for word in words]
        there = torch.ones(1, len(words), dtype=torch.bool)
        states = model.states(torch.tensor([features]), there)
        arcs = model.arc_scores(states, there)[0].numpy()
        heads = np.asarray(_core.spanning_tree(np.ascontiguousarray(arcs)))
        actual, labels, tags = found[:, begin:end]
        relations = model.label_scores(states, torch.from_numpy(actual)[None].long())[0].argmax(1)
        parts = model.tags(states)[0].argmax(1)
        pairs = ((actual, heads), (labels, relations.numpy()), (tags, parts.numpy()))
        differ += [(ours != theirs).sum() for ours, theirs in pairs]
        scores = (np.take_along_axis(arcs, h[:, None], 1).sum() for h in (heads, actual))
        lost = max(lost, float(next(scores) - next(scores)))
    print(
        f"{offsets[-1]} words; differ: {differ[0]} heads, {differ[1]} relations, {differ[2]} tags"
    )
    print(f"the largest loss of a tree's score is {lost:.4f}")


if __name__ == "__main__":
    main()
