"""What one system wrote, and what was read beside it."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from hyperbaton.alignment.given import LinkStream, links_of
from hyperbaton.bitext import LinkText
from hyperbaton.checks import as_index, as_list, as_name, check_count, is_list, shown
from hyperbaton.errors import ArgumentTypeError, InputError
from hyperbaton.files import digest_of
from hyperbaton.parsing import Trees
from hyperbaton.text.text_column import TextColumn, as_column
from hyperbaton.trees import DependencyTree
from hyperbaton.trees.dependency import joined

WrittenLinks = str | Iterable[tuple[int, int]]  # "0-1 1-0", or pairs of positions
WrittenTrees = DependencyTree | Sequence[DependencyTree]  # of one segment


class Output:
    """The hypotheses of one system.

    Args:
        texts: one text per segment; a list, an Arrow array or a `TextColumn`.
        links: links of hypothesis and reference, instead of an aligner's: for every stream of
            references one entry per segment, such as `"0-1 1-0"` or `[(0, 1), (1, 0)]`; None where
            a segment has no reference in a stream.
        source_links: links of source and hypothesis, in the same form: one entry per segment.
        trees: dependency trees, instead of a parser's: for every segment one tree or several.

    Raises:
        InputError: something is of another shape, or there is not one entry per segment.
    """

    def __init__(
        self,
        texts: Sequence[str] | TextColumn,
        *,
        links: Sequence[Sequence[WrittenLinks | None] | LinkStream] | None = None,
        source_links: Sequence[WrittenLinks] | LinkText | None = None,
        trees: Sequence[WrittenTrees] | None = None,
    ) -> None:
        self.texts = as_column(texts, "hypotheses")
        self.links = None if links is None else tuple(self._streams(links))
        self.source_links = as_link_text(source_links, "source_links", len(self.texts))
        self.trees = None if trees is None else checked_trees(trees, "trees", len(self.texts))

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        given = [n for n in ("links", "source_links", "trees") if getattr(self, n) is not None]
        beside = f" with {', '.join(given)}" if given else ""
        return f"<Output of {len(self)} segments{beside}>"

    def _streams(self, links: Sequence[Any]) -> Iterable[LinkStream]:
        streams = as_list(links, "links", "a list of streams, each with one entry per segment")
        for number, stream in enumerate(streams, start=1):
            if isinstance(stream, LinkStream):
                found = stream
            elif not is_list(stream):
                raise ArgumentTypeError(
                    "links",
                    "a list of streams, each with one entry per segment",
                    f"one entry, {shown(stream)}",
                    "for one reference per segment write [links]",
                )
            else:
                name = f"links of stream {number}"
                found = LinkStream(
                    name,
                    [
                        None if written is None else links_of(written, f"{name}: segment {k}")
                        for k, written in enumerate(as_list(stream, name), start=1)
                    ],
                )
            check_count(len(found.segments), len(self.texts), found.name)
            yield found

    def chosen(self, segments: Sequence[int]) -> Output:
        """Some segments, in the order given; without links with the source."""
        segments = [as_index(k, len(self), "segments") for k in segments]
        return Output(
            self.texts.chosen(np.array(segments, np.int64)),
            links=None if self.links is None else [links.chosen(segments) for links in self.links],
            trees=None if self.trees is None else [self.trees[k] for k in segments],
        )

    @cached_property
    def joined_trees(self) -> list[DependencyTree] | None:
        """The trees given, all sentences of a segment together."""
        return None if self.trees is None else list(map(joined, self.trees))

    @cached_property
    def digest(self) -> str:
        """A digest of everything here."""
        links = [repr(stream.segments) for stream in self.links or ()]
        return digest_of(
            self.texts.data.tobytes(),
            self.texts.offsets.tobytes(),
            [f"{self.links is None}", *links],
            [link_digest(self.source_links)],
            [tree_digest(self.trees)],
        )


def as_output(value: object) -> Output:
    """An output, from a list of texts or as it is."""
    if isinstance(value, Output):
        return value
    return Output(as_column(value, "hypotheses"))


def as_outputs(value: object) -> dict[str, Output]:
    """Outputs by name of system; a single one is called `system`.

    Raises:
        InputError: there is none, or one is of another shape.
    """
    if not isinstance(value, Mapping):
        return {"system": as_output(value)}
    if not value:
        raise InputError("hypotheses: expected at least one system")
    return {
        as_name(name, "hypotheses: name of a system"): as_output(output)
        for name, output in value.items()
    }


def as_link_text(links: Any, name: str, segments: int) -> LinkText | None:
    """Links with the source, as text."""
    if links is None or isinstance(links, LinkText):
        return links
    listed = as_list(links, name, "a list with one entry per segment")
    check_count(len(listed), segments, name)
    return LinkText.of([_line(entry, f"{name}:{k}") for k, entry in enumerate(listed, 1)], name)


def _line(written: Any, place: str) -> str:
    """The links of one segment in Pharaoh's format."""
    if isinstance(written, str):
        return " ".join(written.split())
    try:
        return " ".join(f"{operator.index(i)}-{operator.index(j)}" for i, j in written)
    except (TypeError, ValueError):
        raise InputError(
            f"{place}: expected links such as '0-1 1-0', or pairs, got {shown(written)}"
        ) from None


def checked_trees(trees: Any, name: str, segments: int) -> tuple[Trees, ...]:
    """Trees as a tuple of sentences for every segment."""
    listed = as_list(trees, name, "a list with one entry per segment")
    check_count(len(listed), segments, name)
    return tuple(
        _sentences(tree, f"{name}: segment {number}") for number, tree in enumerate(listed, start=1)
    )


def _sentences(trees: Any, place: str) -> Trees:
    accepted = "one DependencyTree or several"
    found = [trees] if isinstance(trees, DependencyTree) else as_list(trees, place, accepted)
    if not all(isinstance(tree, DependencyTree) for tree in found):
        raise ArgumentTypeError(place, accepted, shown(trees))
    return tuple(found)


def link_digest(links: LinkText | None) -> str:
    """A digest of links with the source; another one where there are none."""
    return "" if links is None else digest_of(links.text, str(links.base))


def tree_digest(trees: Sequence[Trees] | None) -> str:
    """A digest of trees; another one where there are none."""
    if trees is None:
        return ""
    return digest_of(
        repr((tree.words, tree.heads, tree.deprels, tree.upos)) for group in trees for tree in group
    ) + digest_of(str(len(group)) for group in trees)
