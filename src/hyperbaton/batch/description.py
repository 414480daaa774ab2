"""What a worker has to know to score record batches: plain JSON, without code."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import as_list, as_text, each_once, object_of
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.evidence import Preparation
from hyperbaton.metrics import TextMetric
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
        context: how text becomes evidence.
    """

    metrics: tuple[str, ...]
    hyp: str = "hyp"
    ref: tuple[str, ...] = ("ref",)
    src: str | None = None
    prefix: str = ""
    statistics: bool = False
    context: Preparation = field(default_factory=Preparation)

    def __post_init__(self) -> None:
        written = as_written(self.metrics)
        object.__setattr__(self, "metrics", written)
        object.__setattr__(self, "ref", as_names(self.ref, "ref"))
        each_once((self.hyp, *self.ref, *([] if self.src is None else [self.src])), "columns")
        self.context.to_dict()  # refuses what cannot be written down

    @property
    def text_metrics(self) -> tuple[TextMetric, ...]:
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
            "context": self.context.to_dict(),
        }

    @classmethod
    def from_json(cls, text: str) -> BatchDescription:
        """The description that was written.

        Raises:
            InputError: the text is no description, or one by another version, whose numbers may
                differ.
        """
        try:
            found = json.loads(text, object_pairs_hook=object_of)
        except (ValueError, RecursionError) as error:
            raise InputError(f"description: is not JSON ({error})") from None
        if not isinstance(found, dict) or VERSION_FIELD not in found:
            raise InputError("description: expected an object written by BatchDescription.to_json")
        version = found.pop(VERSION_FIELD)
        if version != __version__:
            raise InputError(
                f"description: was written by hyperbaton {version}, but this is {__version__}; "
                "install the same version everywhere"
            )
        return cls._of_fields(found)

    @classmethod
    def _of_fields(cls, found: dict[str, Any]) -> BatchDescription:
        context = found.pop("context", {})
        try:
            return cls(**found, context=Preparation.from_dict(context))
        except HyperbatonError as error:
            raise InputError(f"description: {error}") from None
        except TypeError:
            raise InputError("description: has other fields than to_json writes") from None


def as_written(metrics: object) -> tuple[str, ...]:
    """Metric strings in canonical form, from one or several metrics or strings.

    Raises:
        OptionError: there is none, one is named twice, or one does not score text.
        NotationError: a string is wrong.
    """
    text_metrics(metrics)
    return tuple(map(str, as_metrics(metrics)))


def as_names(value: object, name: str) -> tuple[str, ...]:
    """Names of columns, from one or several.

    Raises:
        InputError: one is no text.
        OptionError: there is none.
    """
    accepted = "one or more names of columns"
    listed = [value] if isinstance(value, str) else as_list(value, name, accepted)
    if not listed:
        raise OptionError(f"{name}: at least one column is needed")
    return tuple(as_text(each, f"{name}: names of columns") for each in listed)
