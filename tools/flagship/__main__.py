"""How well the metric hyperbaton agrees with people, and where its weights come from.

    python tools/flagship {years,pairs,ablation,languages,weights} DATA

DATA holds wmt08/, wmt09/, wmt12/, wmt13/, wmt15/, wmt15-en-ru/ and wmt21-ted/ in the layout of
mt-metrics-eval.
docs/flagship.md holds what is printed, as Markdown.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ablation import print_ablation
from languages import print_languages
from pairs import print_pairs
from weights import print_weights
from years import print_years

TABLES = {
    "years": print_years,
    "pairs": print_pairs,
    "ablation": print_ablation,
    "languages": print_languages,
    "weights": print_weights,
}


def main() -> None:
    """Prints the tables that were asked for."""
    options = argparse.ArgumentParser(
        prog="tools/flagship",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("tables", choices=TABLES, help="what to print")
    options.add_argument("data", type=Path, help="folder of the test sets")
    chosen = options.parse_args()
    TABLES[chosen.tables](chosen.data)


if __name__ == "__main__":
    main()
