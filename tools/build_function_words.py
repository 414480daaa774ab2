r"""Builds the two lists of English function words, from a treebank and from news.

    python tools/build_function_words.py closed en_ewt-ud-train.conllu.gz \
        > src/hyperbaton/text/data/function-words-en.txt
    python tools/build_function_words.py frequent DATA/wmt{08,09,12,13,15}/references/*-en.* \
        > src/hyperbaton/text/data/function-words-news.txt

`closed` takes the words that are mostly tagged as a closed class and make up more than two in ten
thousand of Universal Dependencies English EWT 2.16 (CC BY-SA 4.0), lower-cased. `frequent` takes
all words above one in a thousand, which is METEOR's rule (Denkowski & Lavie 2011), of plain text as
METEOR splits it. Of METEOR's own list 81 words are in it, and 9 others; a line that stands in
several files counts once.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterator

from hyperbaton.text.meteor_words import meteor_tokenizer
from hyperbaton.text.reading import read_segments

SHARE = 2e-4
SHARE_OF_FREQUENT = 1e-3
FORM_AT, TAG_AT = 1, 3
CLOSED = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ", "SYM"}


def closed_classes(corpus: str) -> Iterator[str]:
    """Frequent words of closed classes."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = [row for row in (line.split("\t") for line in lines) if row[0].isdigit()]
    counts = Counter(row[FORM_AT].lower() for row in rows)
    closed = Counter(row[FORM_AT].lower() for row in rows if row[TAG_AT] in CLOSED)
    least = SHARE * counts.total()
    return (w for w, n in counts.items() if n > least and 2 * closed[w] > n)


def frequent(files: list[str]) -> Iterator[str]:
    """Frequent words of any class."""
    lines = dict.fromkeys(line for file in files for line in read_segments(file))
    counts = Counter(word.lower() for line in lines for word in meteor_tokenizer("en")(line))
    least = SHARE_OF_FREQUENT * counts.total()
    return (w for w, n in counts.items() if n > least)


def main() -> None:
    """Prints a list, sorted."""
    kind, *files = sys.argv[1:]
    words = closed_classes(files[0]) if kind == "closed" else frequent(files)
    print("\n".join(sorted(words)))


if __name__ == "__main__":
    main()
