"""Small files of word vectors in the package's own format."""

import json
from pathlib import Path

import numpy as np

DESCRIPTION = {"language": "en", "sources": "a test", "licence": "none", "recipe": 1, "unit": 25}

# Of length 25 or 0, so that cosines can be computed in the head: that of cat and kitten is 0.96.
ENTRIES = {
    "the": ((25, 0, 0), 3.0),
    "cat": ((0, 15, 20), 9.0),
    "kitten": ((0, 20, 15), 11.0),
    "dog": ((0, -15, 20), 9.5),
    "7": ((0, 0, 0), 8.0),
    "US": ((-25, 0, 0), 7.0),
    "us": ((0, 0, -25), 6.0),
}


def text_bytes(text):
    return np.frombuffer(text.encode(), np.uint8)


def write_vectors(path, entries=ENTRIES, **description):
    """Writes words with their rows and their information; returns the path as text."""
    rows, information = zip(*entries.values(), strict=True)
    with Path(path).open("wb") as file:
        np.savez(
            file,
            words=text_bytes("\n".join(entries)),
            vectors=np.array(rows, np.int8),
            information=np.array(information, np.float16),
            description=text_bytes(json.dumps({**DESCRIPTION, **description})),
        )
    return str(path)
