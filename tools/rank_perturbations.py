"""How often a metric puts a damaged translation below the sound one, by kind of damage.

    python tools/rank_perturbations.py DEMETR -m hyperbaton chrf
    python tools/rank_perturbations.py --exchange references.txt -m hyperbaton chrf
    python tools/rank_perturbations.py --exchange output.txt --against references.txt

DEMETR is a folder of JSON files (Karpinska et al. 2022), one per kind of damage: lists of objects
with the reference `eng_sent`, the translation `mt_sent` and the damaged one, `pert_sent`.

With --exchange the lines of text files are damaged here: `exchanges.py` exchanges one word each.
Below what that costs stands what it costs in sentences in which a word has a synonym, and what the
synonym costs: one of the same word, or of another one. Costs are shares of what an empty output
loses against a perfect one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from exchanges import EXCHANGES, exchange_synonym, same_word_synonym
from numpy.typing import NDArray

from hyperbaton import score
from hyperbaton.errors import HyperbatonError, InputError
from hyperbaton.metrics import parse
from hyperbaton.tables.layout import Rows, aligned, markdown
from hyperbaton.text.reading import read_segments

DEFAULT_METRICS = ("hyperbaton", "chrf", "meteor", "bleu", "ter")
SYNONYMS = {"same_word": "synonym of the word", "another_word": "synonym of another word"}
FIELDS = ("eng_sent", "mt_sent", "pert_sent")
SAME = 1e-12  # scores that differ by less are tied
LAYOUTS: dict[str, Callable[[Rows], str]] = {"text": aligned, "markdown": markdown}
EXAMPLE = "The town council decided not to tear down the old bridge."


class Pairs(NamedTuple):
    """Sound and damaged translations of one kind, and their references."""

    kind: str
    references: list[str]
    sound: list[str]
    damaged: list[str]


class Losses:
    """What damage takes off the scores of a metric, in shares of what an empty output loses."""

    def __init__(self, metric: str) -> None:
        self.metric = parse(metric)
        perfect, worthless = (
            self.metric.sentence_score(text, [EXAMPLE]).score for text in (EXAMPLE, "")
        )
        self.whole = perfect - worthless  # negative where lower scores are better

    def of(self, pairs: Pairs) -> NDArray[np.float64]:
        """One value for each pair; positive where the damaged translation scores worse."""
        sound, damaged = (
            score(texts, [pairs.references], self.metric)[str(self.metric)].segments
            for texts in (pairs.sound, pairs.damaged)
        )
        return (sound - damaged) / self.whole


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
    """Pairs of one class of exchanges, and for each its sentence with a synonym, if it has one."""

    pairs: Pairs
    same_word: list[str | None]
    another_word: list[str | None]


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
            held_against, sound, exchanges = map(list, zip(*found, strict=True))
            others = [exchange_synonym(text, random) for text in sound]
            yield ExchangedPairs(
                Pairs(kind, held_against, sound, [each.text for each in exchanges]),
                [same_word_synonym(*each) for each in zip(sound, exchanges, strict=True)],
                [None if other is None else other.text for other in others],
            )


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
    """The same, with what synonyms cost, and exchanges in the same sentences."""
    record = ranks(found.pairs, losses)
    for name in SYNONYMS:
        synonyms = getattr(found, name)
        kept = [k for k, text in enumerate(synonyms) if text is not None]
        exchanged = Pairs(found.pairs.kind, *([side[k] for k in kept] for side in found.pairs[1:]))
        kept_synonyms = exchanged._replace(damaged=[synonyms[k] for k in kept])
        if kept:
            record[name] = {
                "pairs": len(kept),
                "cost": float(losses.of(kept_synonyms).mean()),
                "cost_of_exchanges": float(losses.of(exchanged).mean()),
            }
    return record


def tables(records: Sequence[dict[str, Any]], layout: Callable[[Rows], str]) -> str:
    """A table of shares and one of costs; a column per metric."""
    metrics = list(dict.fromkeys(record["metric"] for record in records))
    found = {(record["kind"], record["metric"]): record for record in records}
    kinds = list(dict.fromkeys(record["kind"] for record in records))
    shares, costs = ([[title, "pairs", *metrics]] for title in ("below (tied)", "cost"))
    for kind in kinds:
        rows = [found[kind, metric] for metric in metrics]
        shares.append([kind, str(rows[0]["pairs"]), *map(_share, rows)])
        costs.append([kind, str(rows[0]["pairs"]), *(f"{row['cost']:.4f}" for row in rows)])
        for name, title in SYNONYMS.items():
            if name in rows[0]:
                values = [row[name] for row in rows]
                written = (
                    f"{each['cost_of_exchanges']:.4f} : {each['cost']:.4f}" for each in values
                )
                costs.append([f"  : {title}", str(values[0]["pairs"]), *written])
    return f"{layout(shares)}\n\n{layout(costs)}"


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
    parser.add_argument("--format", choices=(*LAYOUTS, "json"), default="text")
    arguments = parser.parse_args()
    try:
        records = list(_records(arguments))
    except HyperbatonError as error:
        parser.exit(2, f"{error}\n")
    layout = LAYOUTS.get(arguments.format)
    print(json.dumps(records, indent=1) if layout is None else tables(records, layout))


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
