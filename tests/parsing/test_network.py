"""The network of the core against plain NumPy, and files that are no model of it."""

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import parser_network

from hyperbaton import _core
from hyperbaton.errors import InputError
from hyperbaton.parsing import Trained, parse_segments
from hyperbaton.parsing.english import MODEL
from hyperbaton.parsing.network import Network, _read_tables
from hyperbaton.parsing.parser import LONGEST
from hyperbaton.text.segments import Sentences


@pytest.fixture(scope="module")
def network():
    return Network.read(MODEL)


@pytest.fixture(scope="module")
def oracle():
    return parser_network.Network(*_read_tables(MODEL))


SENTENCES = """
    The committee that met on Tuesday did n't say whether it had approved the 2012 budget .
    Nobody knows .
    ÉCOLE naïve İstanbul ΟΔΟΣ 駅 x86_64 McDonald's 1,000.50 “ ” — …
    !
    In the lobby at noon , old friends whom she had not seen for years waited for her .
"""


def test_the_network_is_that_of_the_file(network, oracle):
    sentences = [line.split() for line in SENTENCES.strip().splitlines()]
    together = Sentences.of(sentences)
    heads, labels, tags = network.parse(together)
    for words, (begin, end) in zip(sentences, pairwise(together.offsets), strict=True):
        arcs, relations, parts = oracle.scores(words)
        found = heads[begin:end]
        assert (found == _core.spanning_tree(arcs.astype(np.float32))).all()
        assert (labels[begin:end] == relations(found).argmax(1)).all()
        assert (tags[begin:end] == parts.argmax(1)).all()


@given(st.lists(st.lists(st.text(max_size=8), max_size=30), max_size=12), st.integers(1, 3))
def test_each_sentence_is_parsed_alone(network, sentences, threads):
    together = Sentences.of(sentences)
    found = network.parse(together, threads)
    for words, (begin, end) in zip(sentences, pairwise(together.offsets), strict=True):
        assert (found[:, begin:end] == network.parse(Sentences.of([words]))).all()
        heads = found[0, begin:end]
        assert (heads == 0).sum() == min(1, len(words))


def test_ten_thousand_words():
    (trees,) = parse_segments([["word"] * 10_000])
    assert sum(map(len, trees)) == 10_000
    with pytest.raises(ValueError, match="too long"):
        Network.read(MODEL).parse(Sentences.of([["word"] * (LONGEST + 1)]))


# Files

CONTENTS = MODEL.read_bytes()
LENGTH = int.from_bytes(CONTENTS[:8], "little")


def changed(**values):
    """The bundled file with other things said in its header, and no words."""
    header = json.loads(CONTENTS[8 : 8 + LENGTH])
    for name, value in values.items():
        (header["__metadata__"] if isinstance(value, str) else header)[name] = value
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + CONTENTS[8 + LENGTH :]


def table(**values):
    header = json.loads(CONTENTS[8 : 8 + LENGTH])
    return header["weights"] | values


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"", "damaged"),
        (CONTENTS[:-1], "lies outside the file"),
        (changed(version="2"), "a model of version 2, expected 1; train it again"),
        (changed(format="other"), "not a model of a parser"),
        (changed(width="96"), "weights"),
        (changed(width="-16"), "size of the model"),
        (changed(width="99999999999999"), "size of the model"),
        (changed(arc_width="7"), "width of the model"),
        (changed(layers="cx"), "unknown kind"),
        (changed(layers=""), "no layers"),
        (changed(labels="one"), "weights"),
        (changed(tags="", labels=""), "size of the model"),
        (changed(weights=table(dtype="F64")), "F64"),
        (changed(weights=table(shape=[-1])), "lies outside"),
        (changed(weights=table(data_offsets=[0, 10**18])), "lies outside"),
        (changed(more=table()), "cannot be used as a model"),
        (b"\x02" + bytes(7) + b"[]", "cannot be used as a model"),
    ],
)
def test_a_file_that_is_no_model_is_explained(tmp_path, contents, message):
    path = tmp_path / "model.safetensors"
    path.write_bytes(contents)
    with pytest.raises(InputError, match=message) as error:
        Trained(str(path)).load()
    assert str(path) in str(error.value)


def test_a_missing_file_is_named():
    with pytest.raises(InputError, match=r"none\.safetensors: No such file"):
        Trained("none.safetensors").load()
