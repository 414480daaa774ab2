r"""Builds the list of English function words from a treebank.

    python tools/build_function_words.py en_ewt-ud-train.conllu.gz \
        src/hyperbaton/alignment/data/function-words-en.txt

Function words are those that are mostly tagged as a closed class and make up more than two in ten
thousand of Universal Dependencies English EWT 2.16 (CC BY-SA 4.0), lower-cased. METEOR (Denkowski &
Lavie 2011) takes all words above one in a thousand of larger corpora; in a small corpus that lets
in nouns it happens to be about.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from pathlib import Path

SHARE = 2e-4
FORM_AT, TAG_AT = 1, 3
CLOSED = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "PUNCT", "SCONJ", "SYM"}


def main() -> None:
    """Writes the list, sorted."""
    corpus, target = map(Path, sys.argv[1:])
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = [row for row in (line.split("\t") for line in lines) if row[0].isdigit()]
    counts = Counter(row[FORM_AT].lower() for row in rows)
    closed = Counter(row[FORM_AT].lower() for row in rows if row[TAG_AT] in CLOSED)
    least = SHARE * counts.total()
    words = sorted(w for w, n in counts.items() if n > least and 2 * closed[w] > n)
    target.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    print(f"{len(words)} of {len(counts)} words")


if __name__ == "__main__":
    main()
