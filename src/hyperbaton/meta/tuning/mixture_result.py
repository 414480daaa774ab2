"""What fitting a mixture gives: weights, and agreement with people on what was held out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hyperbaton import __version__
from hyperbaton.errors import NotFoundError
from hyperbaton.meta.tuning.logistic import LogisticFit
from hyperbaton.tables.layout import Rows, aligned, decimal
from hyperbaton.tables.tabular import Record, Tabular, full_precision, or_none

TEST = "test"
MIXTURE, EQUAL, CEILING = "mixture", "equal weights", "ceiling"
TITLES = {
    "year": "each year with weights fitted to the others",
    "pair": "each language pair with weights fitted to the others",
    "segments": "each fold of segments with weights fitted to the others",
    TEST: "test sets, to which nothing was fitted",
}
NOTE = f"{EQUAL}: all features equally important; {CEILING}: free weights fitted to the set itself"
COLUMNS = ("part", "name", "folder", "lp", "value")  # of tab-separated values


@dataclass(frozen=True)
class Feature:
    """What a mixture weighs.

    Attributes:
        name: the metric, as it is written.
        negated: whether its scores were negated, since lower ones are better.
        signature: the metric with all its parameters.
    """

    name: str
    negated: bool = False
    signature: str = ""


@dataclass(frozen=True)
class SetAgreement:
    """Agreement with people on one set.

    Attributes:
        folder: of the test set.
        pair: the language pair.
        values: the statistic, by what is compared: `mixture`, with weights fitted elsewhere;
            `equal weights`, with all features equally important; each feature alone; and `ceiling`,
            with free weights fitted to this very set.
    """

    folder: str
    pair: str
    values: Mapping[str, float]


@dataclass(frozen=True, repr=False)
class HeldOut:
    """Agreement on sets that weights were not fitted to; `held_out["mixture"]` is a mean.

    Attributes:
        how: what was held out: "year", "pair" or "segments", or "test".
        statistic: of agreement.
        sets: one entry per set.
        weights: by what was held out, the weights fitted to the rest, by feature.
    """

    how: str
    statistic: str
    sets: tuple[SetAgreement, ...]
    weights: Mapping[str, Mapping[str, float]]

    def __getitem__(self, name: str) -> float:
        """Returns the mean over sets of one of the things compared."""
        if name not in self.sets[0].values:
            raise NotFoundError(name, f"{name!r} was not measured", self.sets[0].values)
        return self._mean(name, self.sets)

    def to_dict(self) -> Record:
        """Returns everything, with the weights of each fit; what is not defined is None."""
        return {
            "held_out": self.how,
            "statistic": self.statistic,
            "sets": [
                {
                    "folder": each.folder,
                    "lp": each.pair,
                    "values": {name: or_none(value) for name, value in each.values.items()},
                }
                for each in self.sets
            ],
            "weights": self.weights,
        }

    def to_text(self) -> str:
        """Returns one table per test set, and if there are several, one of their means."""
        by_folder: dict[str, list[SetAgreement]] = {}
        for each in self.sets:
            by_folder.setdefault(each.folder, []).append(each)
        short = short_names(by_folder)
        several = len(by_folder) > 1
        blocks = [
            self._columns(short[folder] if several else "", {s.pair: [s] for s in sets}, "mean")
            for folder, sets in by_folder.items()
        ]
        if several:
            groups = {short[folder]: sets for folder, sets in by_folder.items()}
            blocks.append(self._columns("mean", groups, "all"))
        return "\n".join([f"{self.statistic}: {TITLES[self.how]}", *map(aligned, blocks)])

    __repr__ = to_text

    def _columns(
        self, corner: str, groups: Mapping[str, Sequence[SetAgreement]], everything: str
    ) -> Rows:
        """A column of means for each group of sets, and if there are several, for all of them."""
        columns = dict(groups)
        if len(groups) > 1:
            columns[everything] = [each for sets in groups.values() for each in sets]
        rows = [[corner, *columns]]
        for name in self.sets[0].values:
            rows.append([name, *(decimal(self._mean(name, s), 4) for s in columns.values())])
        return rows

    def _mean(self, name: str, sets: Sequence[SetAgreement]) -> float:
        return float(np.mean([each.values[name] for each in sets]))


@dataclass(frozen=True, eq=False, repr=False)
class Mixture(Tabular):
    """Fitted weights; `mixture["chrf"]` is one, `mixture.held_out("pair")` how well they do.

    Attributes:
        features: what is mixed.
        fit: the weights in full, with the spreads of the features.
        nonnegative: whether negative weights were ruled out.
        l2: λ of the penalty.
        sets: folder, language pair and number of pairs of each set that weights were fitted to.
        tables: agreement on what was held out, and on test sets.
    """

    features: tuple[Feature, ...]
    fit: LogisticFit
    nonnegative: bool
    l2: float
    sets: tuple[tuple[str, str, int], ...]
    tables: tuple[HeldOut, ...]

    @property
    def weights(self) -> dict[str, float]:
        """Weights by feature, in its own unit; absolute values sum to 1."""
        return dict(zip((f.name for f in self.features), self.fit.shares.tolist(), strict=True))

    @property
    def importance(self) -> dict[str, float]:
        """Weights of standardised features, whose absolute values sum to 1."""
        return dict(zip((f.name for f in self.features), self.fit.importance.tolist(), strict=True))

    def __getitem__(self, feature: str) -> float:
        """Returns the weight of a feature."""
        if feature not in self.weights:
            raise NotFoundError(feature, f"{feature!r} is not mixed", self.weights)
        return self.weights[feature]

    def held_out(self, how: str) -> HeldOut:
        """Returns agreement with "year", "pair" or "segments" held out, or on the "test" sets."""
        tables = {table.how: table for table in self.tables}
        if how not in tables:
            raise NotFoundError(how, f"{how!r} was not measured", tables)
        return tables[how]

    def records(self) -> list[Record]:
        """Returns one record per number: weights and importance, then agreement."""
        rows = [
            (part, name, "", "", value)
            for part, found in (("weight", self.weights), ("importance", self.importance))
            for name, value in found.items()
        ]
        rows += [
            (table.how, name, each.folder, each.pair, value)
            for table in self.tables
            for each in table.sets
            for name, value in each.values.items()
        ]
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    def to_dict(self) -> Record:
        """Returns everything as a JSON-ready dict."""
        return {
            "hyperbaton": __version__,
            "method": "logistic ranking loss",
            "nonnegative": self.nonnegative,
            "l2": self.l2,
            "loss": self.fit.loss,
            "features": [
                {
                    "name": feature.name,
                    "signature": feature.signature,
                    "negated": feature.negated,
                    "weight": self.weights[feature.name],
                    "importance": self.importance[feature.name],
                    "log_odds": log_odds,
                }
                for feature, log_odds in zip(self.features, self.fit.weights.tolist(), strict=True)
            ],
            "fitted": [{"folder": f, "lp": pair, "pairs": n} for f, pair, n in self.sets],
            "held_out": [table.to_dict() for table in self.tables],
        }

    def table(self) -> Rows:
        """Returns the weights."""
        rows = [["feature", "weight", "importance"]]
        for each in self.features:
            heading = f"{each.name} (negated)" if each.negated else each.name
            weight, share = self.weights[each.name], self.importance[each.name]
            rows.append([heading, f"{weight:.4g}", f"{share:.3f}"])
        return rows

    def to_text(self) -> str:
        """Returns weights, what they were fitted to, and agreement."""
        pairs = sum(number for _, _, number in self.sets)
        lines = [
            aligned(self.table()),
            f"{'non-negative' if self.nonnegative else 'free'} weights fitted to {pairs} pairs of "
            f"{len(self.sets)} {'set' if len(self.sets) == 1 else 'sets'}, l2 {self.l2:g}, "
            f"loss {self.fit.loss:.4f} (a guess: {np.log(2):.4f})",
        ]
        if not self.fit.weights.any():
            lines.append("all weights are 0: no feature agrees with people more often than not")
        lines += [f"\n{table.to_text()}" for table in self.tables]
        return "\n".join([*lines, NOTE] if self.tables else lines)

    def to_tsv(self) -> str:
        """Returns one row per number, in full precision."""
        return full_precision(COLUMNS, self.records())


def short_names(folders: Iterable[str]) -> dict[str, str]:
    """Names folders by the last part of their paths, if that tells them apart."""
    last = {folder: Path(folder).name or folder for folder in folders}
    names = list(last.values())
    return {f: name if names.count(name) == 1 else f for f, name in last.items()}
