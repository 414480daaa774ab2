"""What a worker has to know to score record batches: plain JSON, without code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hyperbaton import __version__
from hyperbaton.checks import as_list, as_text, each_once, object_of
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.evidence import Context
from hyperbaton.metrics import TextMetric
from hyperbaton.metrics.registry import as_metrics, text_metrics
from hyperbaton.text.preprocessing import TextOptions
from hyperbaton.text.tokenizing.own_tokenizers import OwnTokenizer

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
    context: Context = field(default_factory=Context)

    def __post_init__(self) -> None:
        written = as_written(self.metrics)
        object.__setattr__(self, "metrics", written)
        object.__setattr__(self, "ref", as_names(self.ref, "ref"))
        each_once((self.hyp, *self.ref, *([] if self.src is None else [self.src])), "columns")
        if isinstance(self.context.text.tokenize, OwnTokenizer):
            raise OptionError(
                f"tokenize: {self.context.text.tokenize} is a function, which cannot be written "
                "down for other processes; name a tokenizer, or split the texts beforehand and "
                "use tokenize='none'"
            )

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
            "context": described_context(self.context),
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
            return cls(**found, context=context_of_description(context))
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


def described_context(context: Context) -> dict[str, Any]:
    """A context as plain JSON."""
    return {
        "tokenize": context.text.tokenize,
        "lowercase": context.text.lowercase,
        "join_subwords": context.text.join_subwords,
        "aligner": str(context.aligner),
        "over_source": context.over_source,
        "parser": str(context.parser),
    }


def context_of_description(found: object) -> Context:
    """The context that was described.

    Raises:
        InputError: it has other fields.
    """
    if not isinstance(found, Mapping) or set(found) - set(described_context(Context())):
        raise InputError("context: has other fields than to_json writes")
    options = {name: found[name] for name in TEXT_FIELDS if name in found}
    others = {name: found[name] for name in found if name not in TEXT_FIELDS}
    return Context(TextOptions(**options), **others)


TEXT_FIELDS = ("tokenize", "lowercase", "join_subwords")
