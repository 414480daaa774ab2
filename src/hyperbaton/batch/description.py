"""What a worker has to know to score record batches: plain JSON, without code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import each_once
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import Metric, as_metrics, text_metrics

VERSION_FIELD = "hyperbaton"


@dataclass(frozen=True)
class BatchDescription:
    """How record batches are scored; equal descriptions give equal numbers.

        >>> description = BatchDescription(["pef"], hyp="mt", ref="human")
        >>> BatchDescription.from_json(description.to_json()) == description
        True

    Attributes:
        metrics: the metrics, as strings.
        hyp: the column of outputs.
        ref: the columns of references; one name is enough. Where a column other than the first is
            null, the row has no such reference.
        prefix: what names of columns of scores begin with.
        statistics: whether to add the statistics behind the scores, whose sums give corpus scores.
        preparation: how text becomes evidence.
    """

    metrics: tuple[str, ...]
    hyp: str = "hyp"
    ref: tuple[str, ...] = ("ref",)
    prefix: str = ""
    statistics: bool = False
    preparation: Preparation = field(default_factory=Preparation)

    def __post_init__(self) -> None:
        text_metrics(self.metrics)
        object.__setattr__(self, "metrics", tuple(map(str, as_metrics(self.metrics))))
        names: str | Sequence[str] = self.ref
        object.__setattr__(self, "ref", (names,) if isinstance(names, str) else tuple(names))
        if not self.ref:
            raise OptionError("ref: at least one column is needed")
        each_once(self.text_columns, "columns")
        self.preparation.to_dict()  # refuses what cannot be written down

    @property
    def text_columns(self) -> tuple[str, ...]:
        """The columns whose texts are read: outputs and references."""
        return (self.hyp, *self.ref)

    @property
    def text_metrics(self) -> tuple[Metric, ...]:
        """The metrics, each followed by those that are reported with it."""
        return text_metrics(list(self.metrics))

    def to_dict(self) -> dict[str, Any]:
        """Everything, as a JSON-ready dict."""
        return {
            VERSION_FIELD: __version__,
            "metrics": list(self.metrics),
            "hyp": self.hyp,
            "ref": list(self.ref),
            "prefix": self.prefix,
            "statistics": self.statistics,
            "preparation": self.preparation.to_dict(),
        }

    def to_json(self) -> str:
        """Everything, as a JSON object on one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> BatchDescription:
        """The description that was written.

        Raises:
            InputError: the text is not a description, or was written by another version, whose
                numbers may differ.
        """
        try:
            found = json.loads(text)
            version = found.pop(VERSION_FIELD)
            if version == __version__:
                return cls(**{**found, "preparation": Preparation.from_dict(found["preparation"])})
        except HyperbatonError as error:
            raise InputError(f"description: {error}") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise InputError("description: expected what BatchDescription.to_json writes") from None
        raise InputError(
            f"description: was written by hyperbaton {version}, but this is {__version__}; "
            "install the same version everywhere"
        )
