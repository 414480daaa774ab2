"""How often a metric puts a damaged translation below the sound one, by kind of damage.

    python tools/rank_perturbations.py DEMETR -m hyperbaton 'hyperbaton(version=1)' chrf
    python tools/rank_perturbations.py --exchange references.txt -m hyperbaton chrf
    python tools/rank_perturbations.py --exchange output.txt --against references.txt

DEMETR is a folder of JSON files (Karpinska et al. 2022), one per kind of damage: lists of objects
with the reference `eng_sent`, the translation `mt_sent` and the damaged one, `pert_sent`.

With --exchange the lines of text files are damaged here: `exchanges.py` exchanges one word each.
Beside what that costs stands what a synonym costs, one of the same word where it has one and one of
another word of the same line. Scores are divided by the best score that the metric can give.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from exchanges import EXCHANGES, Exchanged, exchange_synonym, same_word_synonym
from numpy.typing import NDArray

from hyperbaton import score
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.metrics import parse
from hyperbaton.tables.layout import aligned
from hyperbaton.text.reading import read_segments

DEFAULT_METRICS = ("hyperbaton", "hyperbaton(version=1)", "chrf", "meteor", "bleu", "ter")
FIELDS = ("eng_sent", "mt_sent", "pert_sent")
SAME = 1e-12  # scores that differ by less are tied
PERCENT = 100.0


class Pairs(NamedTuple):
    """Sound and damaged translations of one kind, and their references."""

    kind: str
    references: list[str]
    sound: list[str]
    damaged: list[str]


class Losses:
    """What damage takes off the scores of a metric, in shares of its best score."""

    def __init__(self, metric: str) -> None:
        self.metric = parse(metric)
        best = self.metric.range[1] if self.metric.higher_is_better else PERCENT
        self.sign = (1.0 if self.metric.higher_is_better else -1.0) / best

    def of(self, pairs: Pairs) -> NDArray[np.float64]:
        """One value for each pair; positive where the damaged translation scores worse."""
        sound, damaged = (
            score(texts, [pairs.references], self.metric)[str(self.metric)].segments
            for texts in (pairs.sound, pairs.damaged)
        )
        return self.sign * (sound - damaged)


def read_demetr(folder: Path) -> Iterator[Pairs]:
    """The pairs of each file of a folder."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise InputError(f"{folder}: there are no JSON files; give a folder of DEMETR's")
    for file in files:
        try:
            items = json.loads(file.read_text(encoding="utf-8"))
            columns = [[str(item[field]) for item in items] for field in FIELDS]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{file}: is no list of objects with {', '.join(FIELDS)} ({error!r})"
            ) from None
        yield Pairs(file.stem, *columns)


class ExchangedPairs(NamedTuple):
    """Pairs of one class of exchanges, with those of synonyms in the same lines."""

    exchanged: Pairs
    same_word: Pairs
    another_word: Pairs


def exchanged_pairs(texts: Sequence[str], references: Sequence[str]) -> Iterator[ExchangedPairs]:
    """The pairs of each class that occurs; the same every time."""
    for kind, exchange in EXCHANGES.items():
        random = Random(kind)
        found = [
            (reference, text, exchanged)
            for reference, text in zip(references, texts, strict=True)
            if (exchanged := exchange(text, random))
        ]
        if found:
            yield ExchangedPairs(
                _pairs(kind, [(*texts, exchanged.text) for *texts, exchanged in found]),
                _pairs(kind, [(r, t, same_word_synonym(t, e)) for r, t, e in found]),
                _pairs(kind, [(r, t, _text(exchange_synonym(t, random))) for r, t, _ in found]),
            )


def _text(exchanged: Exchanged | None) -> str | None:
    return None if exchanged is None else exchanged.text


def _pairs(kind: str, rows: Sequence[Sequence[str | None]]) -> Pairs:
    """Those whose last column is not None."""
    kept = [row for row in rows if row[-1] is not None]
    return Pairs(kind, *([str(row[k]) for row in kept] for k in range(len(FIELDS))))


def ranks(pairs: Pairs, losses: Losses) -> dict[str, Any]:
    """How many damaged translations score below the sound ones, and what damage costs."""
    lost = losses.of(pairs)
    return {
        "kind": pairs.kind,
        "metric": str(losses.metric),
        "pairs": len(lost),
        "below": float((lost > SAME).mean()),
        "tied": float((abs(lost) <= SAME).mean()),
        "cost": float(lost.mean()),
    }


def exchange_ranks(found: ExchangedPairs, losses: Losses) -> dict[str, Any]:
    """The same, with the costs of synonyms; None where there are none."""
    record = ranks(found.exchanged, losses)
    for name, synonyms in found._asdict().items():
        if name != "exchanged":
            record[f"synonyms_{name}"] = len(synonyms.damaged)
            mean = float(losses.of(synonyms).mean()) if synonyms.damaged else None
            record[f"cost_{name}"] = mean
    return record


def tables(records: Sequence[dict[str, Any]]) -> str:
    """A table of shares and one of costs; a column per metric."""
    metrics = list(dict.fromkeys(record["metric"] for record in records))
    found = {(record["kind"], record["metric"]): record for record in records}
    kinds = list(dict.fromkeys(record["kind"] for record in records))
    shares, costs = ([[title, "pairs", *metrics]] for title in ("below (tied)", "cost"))
    for kind in kinds:
        rows = [found[kind, metric] for metric in metrics]
        shares.append([kind, str(rows[0]["pairs"]), *map(_share, rows)])
        costs.append([kind, str(rows[0]["pairs"]), *(f"{row['cost']:.4f}" for row in rows)])
        for name in ("same_word", "another_word"):
            if rows[0].get(f"synonyms_{name}"):
                number = str(rows[0][f"synonyms_{name}"])
                values = (f"{row[f'cost_{name}']:.4f}" for row in rows)
                costs.append([f"  synonym of {name.replace('_', ' ')}", number, *values])
    return f"{aligned(shares)}\n\n{aligned(costs)}"


def _share(record: dict[str, Any]) -> str:
    return f"{record['below']:.1%} ({record['tied']:.1%})"


def main() -> None:
    """Reads, scores and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="+", help="DEMETR's folder, or text files")
    parser.add_argument("-m", "--metrics", nargs="+", default=DEFAULT_METRICS)
    parser.add_argument("--exchange", action="store_true", help="damage the lines of text files")
    parser.add_argument(
        "--against", type=Path, help="references of the one text file (default: the text itself)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    try:
        records = list(_records(arguments))
    except HyperbatonError as error:
        parser.exit(2, f"{error}\n")
    print(json.dumps(records, indent=1) if arguments.format == "json" else tables(records))


def _records(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    losses = [Losses(metric) for metric in arguments.metrics]
    if not arguments.exchange:
        for folder in arguments.data:
            for pairs in read_demetr(folder):
                yield from (ranks(pairs, each) for each in losses)
        return
    texts = [text for file in arguments.data for text in read_segments(str(file))]
    references = read_segments(str(arguments.against)) if arguments.against else texts
    if len(texts) != len(references):
        raise InputError(
            f"{arguments.against}: has {len(references)} segments, but the outputs have "
            f"{len(texts)}; give one reference per segment"
        )
    for found in exchanged_pairs(texts, references):
        yield from (exchange_ranks(found, each) for each in losses)


if __name__ == "__main__":
    main()
