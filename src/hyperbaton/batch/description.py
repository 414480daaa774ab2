"""What a worker has to know to score record batches: plain JSON, without code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import each_once, shown
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import Metric
from hyperbaton.metrics.registry import as_metrics, text_metrics

VERSION_FIELD = "hyperbaton"


@dataclass(frozen=True)
class BatchDescription:
    """How record batches are scored; equal descriptions give equal numbers.

        >>> description = BatchDescription(["pef"], hyp="mt", ref="human")
        >>> BatchDescription.from_json(description.to_json()) == description
        True

    Attributes:
        metrics: the metrics, as strings.
        hyp: the column of hypotheses.
        ref: the columns of references; one name is enough. Where a column other than the first is
            null, the row has no such reference.
        src: the column of the source, if there is one.
        prefix: what names of columns of scores begin with.
        statistics: whether to add the statistics behind the scores, from which scores, intervals
            and tests of whole corpora can be computed.
        preparation: how text becomes evidence.
    """

    metrics: tuple[str, ...]
    hyp: str = "hyp"
    ref: tuple[str, ...] = ("ref",)
    src: str | None = None
    prefix: str = ""
    statistics: bool = False
    preparation: Preparation = field(default_factory=Preparation)

    def __post_init__(self) -> None:
        text_metrics(self.metrics)
        object.__setattr__(self, "metrics", tuple(map(str, as_metrics(self.metrics))))
        object.__setattr__(self, "ref", as_names(self.ref, "ref"))
        names = (self.hyp, *self.ref, *([] if self.src is None else [self.src]))
        if not all(isinstance(name, str) for name in names):
            raise TypeError(f"names of columns: expected str, got {shown(names)}")
        each_once(names, "columns")
        self.preparation.to_dict()  # refuses what cannot be written down

    @property
    def text_metrics(self) -> tuple[Metric, ...]:
        """The metrics, each followed by those that are reported beside it."""
        return text_metrics(list(self.metrics))

    def to_json(self) -> str:
        """Everything, as a JSON object on one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_dict(self) -> dict[str, Any]:
        """The same before it is written."""
        return {
            VERSION_FIELD: __version__,
            "metrics": list(self.metrics),
            "hyp": self.hyp,
            "ref": list(self.ref),
            "src": self.src,
            "prefix": self.prefix,
            "statistics": self.statistics,
            "preparation": self.preparation.to_dict(),
        }

    @classmethod
    def from_json(cls, text: str) -> BatchDescription:
        """The description that was written.

        Raises:
            InputError: the text is no description, or one by another version, whose numbers may
                differ.
        """
        try:
            found = json.loads(text)
            version = found.pop(VERSION_FIELD)
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            raise InputError("description: expected what BatchDescription.to_json writes") from None
        if version != __version__:
            raise InputError(
                f"description: was written by hyperbaton {version}, but this is {__version__}; "
                "install the same version everywhere"
            )
        try:
            return cls(**{**found, "preparation": Preparation.from_dict(found["preparation"])})
        except HyperbatonError as error:
            raise InputError(f"description: {error}") from None
        except (TypeError, KeyError):
            raise InputError("description: expected the fields that to_json writes") from None


def as_names(value: str | Sequence[str], name: str) -> tuple[str, ...]:
    """Names of columns, from one or several.

    Raises:
        OptionError: there is none.
    """
    names = (value,) if isinstance(value, str) else tuple(value)
    if not names:
        raise OptionError(f"{name}: at least one column is needed")
    return names
