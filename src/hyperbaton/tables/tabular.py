"""What all results have in common: records, documents, data frames, and a readable form."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hyperbaton.errors import MissingDependencyError
from hyperbaton.tables.layout import Rows, aligned, html, tab_separated

if TYPE_CHECKING:
    import pandas

Record = dict[str, Any]


class Tabular(ABC):
    """A result that can be read as a table: printed, drawn in a notebook, handed on."""

    @abstractmethod
    def records(self) -> list[Record]:
        """One flat record per number or row, the same keys in each."""

    @abstractmethod
    def to_dict(self) -> Record:
        """Everything, ready for JSON; what is not defined is None."""

    @abstractmethod
    def table(self) -> Rows:
        """The readable table, its header first."""

    def to_json(self, **options: Any) -> str:
        """`to_dict` as text; options go to `to_dict`."""
        return json.dumps(self.to_dict(**options), indent=1, ensure_ascii=False)

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """The records as a pandas data frame; options go to `records`."""
        try:
            import pandas
        except ImportError:
            raise MissingDependencyError("to_pandas", "pip install pandas") from None
        return pandas.DataFrame.from_records(self.records(**options))

    def to_text(self) -> str:
        """The readable form."""
        return aligned(self.table())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return html(self.table())


def or_none(value: float) -> float | None:
    """A number for JSON, which has none that is not finite."""
    return value if math.isfinite(value) else None


def full_precision(columns: Sequence[str], records: Iterable[Record]) -> str:
    """Records as tab-separated values under some of their keys; what is None stays blank."""
    rows = [
        ["" if (value := record[name]) is None else str(value) for name in columns]
        for record in records
    ]
    return tab_separated([columns, *rows])
