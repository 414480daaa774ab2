"""Writes a trained student as the safetensors file that the C++ core reads."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import torch
from student import Student, hash_of
from torch import Tensor

VERSION = "1"


def export(
    model: Student,
    vocabulary: list[str],
    labels: list[str],
    tags: list[str],
    path: Path,
    about: dict[str, str],
) -> None:
    """Writes weights as bytes with a scale for each row, and the rest as floats."""
    # Words are found by their hashes, in their order.
    hashes = np.array([hash_of(word) for word in vocabulary], np.uint64)
    order = np.argsort(hashes)
    rows = np.concatenate([[0], order + 1])
    words, word_scales = quantised(model.words.weight[rows])
    affixes, affix_scales = quantised(torch.cat([table.weight for table in model.affixes]))
    matrices, numbers = [], []

    def add(weight: Tensor, bias: Tensor) -> None:
        matrix, scales = quantised(weight)
        matrices.append(matrix.ravel())
        numbers.extend([scales, bias])

    def add_norm(norm: torch.nn.LayerNorm) -> None:
        numbers.extend([norm.weight, norm.bias])

    add(model.mix.linear.weight, model.mix.linear.bias)
    add_norm(model.norm)
    for layer in model.layers:
        linear = layer.maxout.linear if hasattr(layer, "maxout") else layer.gates
        add(linear.weight, linear.bias)
        add_norm(layer.norm)
    parts = (model.dependent, model.head, model.label_dependent, model.label_head, model.tags)
    add(
        torch.cat([part.weight for part in parts]),
        torch.cat([torch.zeros(len(p.weight)) if p.bias is None else p.bias for p in parts]),
    )
    add(model.labels.weight, model.labels.bias)
    numbers += [model.root, model.label_root, model.distances]
    tables = {
        "vocabulary": hashes[order],
        "word_scales": word_scales,
        "affix_scales": affix_scales,
        "values": np.concatenate(
            [np.asarray(x.detach(), np.float32) if isinstance(x, Tensor) else x for x in numbers]
        ),
        "words": words,
        "affixes": affixes,
        "weights": np.concatenate(matrices),
    }
    shape = model.shape
    about = {
        "format": "hyperbaton parser",
        "version": VERSION,
        "layers": shape.layers,
        "width": str(shape.width),
        "arc_width": str(shape.arc),
        "label_width": str(shape.label),
        "labels": " ".join(labels),
        "tags": " ".join(tags),
        **about,
    }
    write_safetensors(path, tables, about)


def quantised(rows: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Rows as bytes, and what 1 stands for in each."""
    values = rows.detach().float().cpu().numpy()
    scales = np.maximum(np.abs(values).max(1), 1e-8).astype(np.float32) / np.float32(127)
    return np.round(values / scales[:, None]).astype(np.int8), scales


def write_safetensors(path: Path, tables: dict[str, np.ndarray], about: dict[str, str]) -> None:
    """Writes arrays as safetensors, the header padded so that they are aligned."""
    kinds = {"uint64": "U64", "float32": "F32", "int8": "I8"}
    header: dict[str, object] = {"__metadata__": about}
    end = 0
    for name, table in tables.items():
        header[name] = {
            "dtype": kinds[table.dtype.name],
            "shape": list(table.shape),
            "data_offsets": [end, end + table.nbytes],
        }
        end += table.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(
        struct.pack("<Q", len(text)) + text + b"".join(table.tobytes() for table in tables.values())
    )
