"""Every native function with arguments that fit together, found by introspection.

A function's parameters are read from its signature. What a parameter is called says what it takes;
a new name fails the tests until it is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hyperbaton import _core

SEGMENTS = 5
ORDER = 3


@dataclass(frozen=True)
class NativeCall:
    """A function or method of the core.

    Attributes:
        name: what it is called.
        function: what to call.
        parameters: their names; those that take arrays end in "[]".
    """

    name: str
    function: Callable[..., Any]
    parameters: tuple[str, ...]

    def arguments(self, seed: int, words: int = 12) -> list[Any]:
        """Arguments that it accepts, with sentences of about so many words."""
        values = fitting_values(np.random.default_rng(seed), words)
        own = {name: values.get(f"{self.name} {name}") for name in self.parameters}
        return [values[name] if own[name] is None else own[name] for name in self.parameters]

    def __str__(self) -> str:
        return self.name


def fitting_values(random: np.random.Generator, words: int) -> dict[str, Any]:
    """A value for every parameter; all of them fit together."""
    segments = _segments(random, words)
    permutations = [random.permutation(n) for n in random.integers(0, words, SEGMENTS)]
    raw = np.concatenate(permutations).astype(np.int64), _ends(map(len, permutations))
    heads = [_heads(random, raw[1]), _heads(random, raw[1])]
    sentence = random.integers(0, 5, words).astype(np.int32)
    values = {
        "segments[]": segments,
        "raw[]": raw[0],
        "offsets[]": raw[1],
        "permutations": _core.validate_permutations(*raw)[0],
        "self of Permutations": _core.validate_permutations(*raw)[0],
        "self of Vocabulary": _vocabulary(),
        "self of FrozenAligner": _core.FrozenAligner(_aligner_model(random), *_classes(random)),
        "self of ParserNetwork": _core.ParserNetwork(*_network(random).values()),
        "begin": 1,
        "end": 3,
        "begin[]": _ends(np.repeat(np.diff(segments[1]), np.diff(segments[4]))),
        "hypothesis[]": sentence,
        "reference[]": random.permutation(sentence),
        "reference_values[]": segments[2],
        "reference_offsets[]": segments[3],
        "information[]": random.random(len(segments[2]) * ORDER),
        "matchers[]": _matchers(random, segments),
        "vectors[]": random.random((10, 7), dtype=np.float32),
        "stems[]": random.integers(-1, 4, 10).astype(np.int32),
        "heads[]": heads[0],
        "links": b"0-1 1-0\n\n2-2",
        "data[]": _texts(random, int(raw[1][-1])),
        "values[]": random.integers(0, 10, raw[1][-1]).astype(np.int32),
        "rows[]": random.integers(0, SEGMENTS, 7),
        "text": "Don't pay €3.50.",
        "tokenizer": "unicode",
        "known": _vocabulary(),
        "words": _vocabulary(),
        "threads": 2,
        "order": ORDER,
        "skip": -1,
        "beta": 0.6,
        "gamma": 0.2,
        **dict.fromkeys(("monotone", "inverted", "four", "longer"), 0.5),
        "measure": "kendall",
        "square_root": False,
        "boundaries": True,
        "inlined": False,
        "search": "best",
        "max_states": 100,
        "beam": 4,
        "max_words": 0,
        **dict.fromkeys(("insertion", "deletion", "substitution", "inversion"), 1.0),
        **dict.fromkeys(("stem_similarity", "nearness", "minimum", "threshold"), 0.5),
        **dict.fromkeys(("jump", "coverage"), 0.5),
        "function_words[]": random.integers(0, 2, 10).astype(np.uint8),
        "sentences[]": raw[1],
        "ParserNetwork.parse values[]": random.integers(0, SEGMENTS, raw[1][-1]).astype(np.int32),
        "scores[]": random.random((words, words + 1), dtype=np.float32),
        "a[]": sentence,
        "b[]": sentence[::-1].copy(),
        "source[]": (sentence, np.array([0, words // 2, words])),
        "target[]": (sentence, np.array([0, words // 3, words])),
        "source_words[]": _spelled_words(random),
        "target_words[]": _spelled_words(random),
        "model[]": _aligner_model(random),
        **dict.fromkeys(("chains", "sweeps", "seed"), 2),
        "source_classes[]": _classes(random)[0],
        "target_classes[]": _classes(random)[1],
        **{
            f"FrozenAligner.align {side}_words[]": _words_of_model(random)
            for side in ("source", "target")
        },
        **{f"ParserNetwork {name}": value for name, value in _network(random).items()},
    }
    for side, of_trees in zip("ab", heads, strict=True):
        sizes, _, ends = _core.ordered_trees(of_trees, raw[1], False)
        values[f"sizes_{side}[]"] = sizes
        values[f"offsets_{side}[]"] = ends
        values[f"labels_{side}[]"] = random.integers(0, 4, len(sizes)).astype(np.int32)
    return values


def _spelled_words(random: np.random.Generator) -> tuple[Any, ...]:
    """Letters of ten words, where each begins, and two classes of each."""
    lengths = random.integers(0, 6, 10)
    letters = random.integers(45, 123, lengths.sum()).astype(np.int32)
    return letters, _ends(lengths), random.integers(0, 4, 20).astype(np.int32)


def _aligner_model(random: np.random.Generator) -> tuple[Any, ...]:
    """Links of some words that were learned, one word without any, and how links lie."""
    source, target = np.array([0, 1, -1], np.int32), np.array([2, -1, 3], np.int32)
    return source, target, random.random(3, np.float32), random.random(184, np.float32)


def _classes(random: np.random.Generator) -> list[Any]:
    """Two classes of each of the four words of a model, of which each is there."""
    return [np.r_[0, 1, 1, 0, random.integers(0, 2, 4)].astype(np.int32) for _ in range(2)]


def _words_of_model(random: np.random.Generator) -> tuple[Any, ...]:
    """Letters of ten words, where each begins, and its numbers in the model, or -1."""
    numbers = random.integers(-1, [4, 2, 2], (10, 3)).astype(np.int32)
    return *_spelled_words(random)[:2], numbers.reshape(-1)


def _network(random: np.random.Generator) -> dict[str, Any]:
    """A parser with a convolution and a recurrent layer, of any numbers."""
    width, arcs, label_width, labels, tags, word_width, affix_width = 16, 8, 4, 3, 2, 4, 2
    matrices = [
        (word_width + 4 * affix_width, 2 * width),
        (3 * width, 2 * width),
        (width, 3 * width),
        (width, 2 * arcs + 2 * label_width + tags),
        (label_width, labels),
    ]
    scales = sum(2 * outputs for _, outputs in matrices)
    floats = scales + 3 * 2 * width + arcs + label_width + 65

    def some(*shape: int) -> Any:
        return random.integers(-127, 128, shape).astype(np.int8)

    return {
        "layers": "cr",
        "width": width,
        "arc_width": arcs,
        "label_width": label_width,
        "labels": labels,
        "tags": tags,
        "vocabulary[]": np.sort(random.integers(0, 2**63, 3)).astype(np.uint64),
        "words[]": some(4, word_width),
        "word_scales[]": random.random(4, np.float32),
        "affixes[]": some(4 * 5, affix_width),
        "affix_scales[]": random.random(4 * 5, np.float32),
        "weights[]": some(sum(inputs * outputs for inputs, outputs in matrices)),
        "values[]": random.random(floats, np.float32),
    }


def _texts(random: np.random.Generator, size: int) -> Any:
    """So many bytes of text."""
    letters = list("aB1.,' -é駅\n".encode())
    return random.choice(np.array(letters, np.uint8), size)


def _vocabulary() -> _core.Vocabulary:
    words = _core.Vocabulary()
    words.number_words(np.frombuffer(b"three short words", np.uint8), np.array([0, 5, 11, 17]))
    return words


def _ends(lengths: Any) -> Any:
    return np.cumsum([0, *lengths], dtype=np.int64)


def _segments(random: np.random.Generator, words: int) -> tuple[Any, ...]:
    counts = random.integers(1, 3, SEGMENTS)
    ours, theirs = random.integers(0, words, SEGMENTS), random.integers(0, words, counts.sum())
    return (
        random.integers(0, 10, ours.sum()).astype(np.int32),
        _ends(ours),
        random.integers(0, 10, theirs.sum()).astype(np.int32),
        _ends(theirs),
        _ends(counts),
    )


def _matchers(random: np.random.Generator, segments: tuple[Any, ...]) -> list[Any]:
    """Equal words, one class for each word, several classes, and matches that are given."""
    nothing = np.zeros(0, np.int32), np.zeros(0, np.int64)
    one = random.integers(-1, 4, 10).astype(np.int32), np.arange(11)
    counts = random.integers(0, 3, 10)
    several = random.integers(-1, 4, counts.sum()).astype(np.int32), _ends(counts)
    lengths = np.repeat(np.diff(segments[1]), np.diff(segments[4])), np.diff(segments[3])
    matched = np.flatnonzero(np.minimum(*lengths))  # the first words of pairs that have some
    spans = np.tile(np.array([0, 1, 0, 1], np.int32), (len(matched), 1))
    given = _ends(np.isin(np.arange(len(lengths[0])), matched)), spans
    weights = random.random(len(matched), dtype=np.float32)
    return [
        ((1.0, *nothing), None),
        ((0.6, *one), None),
        ((0.4, *several), None),
        (None, (*given, weights)),
    ]


def _heads(random: np.random.Generator, offsets: Any) -> Any:
    """Sentences in which a word hangs on one before it, or on the root."""
    heads = [random.integers(0, k + 1) for n in np.diff(offsets) for k in range(n)]
    return np.array(heads, np.int32)


def _parameters(signature: str) -> tuple[str, ...]:
    """The names in a signature, with "[]" behind those that take arrays."""
    inside = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    depth, parts = 0, [""]
    for character in inside:
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    named = [re.match(r"\s*(\w+)(.*)", part, re.DOTALL) for part in parts if part.strip()]
    return tuple(f"{m[1]}[]" if "ndarray" in m[2] else m[1] for m in named if m)


def _call(name: str, function: Any) -> NativeCall:
    [(signature, *_)] = function.__nb_signature__
    return NativeCall(name, function, _parameters(signature))


def _method(owner: type, name: str) -> NativeCall:
    """A method, or the class itself in place of its constructor."""
    call = _call(f"{owner.__name__}.{name}", getattr(owner, name))
    itself, *others = call.parameters
    if name == "__init__":
        return NativeCall(owner.__name__, owner, tuple(others))
    return replace(call, parameters=(f"{itself} of {owner.__name__}", *others))


def native_calls() -> list[NativeCall]:
    """All functions of the core, and the methods of its classes."""
    found = []
    for name in dir(_core):
        value = getattr(_core, name)
        if hasattr(value, "__nb_signature__"):
            found.append(_call(name, value))
        elif isinstance(value, type):
            methods = [m for m in dir(value) if hasattr(getattr(value, m), "__nb_signature__")]
            found += [_method(value, method) for method in methods]
    return found
