"""Segments from the files of WMT and NIST: SGML, and the XML that WMT uses since 2021.

Such a file holds sets of segments: a source, references, outputs of systems. NIST and older WMT
files (`<refset>`, `<tstset>`, `<srcset>` around `<doc>`) are called SGML, with no grammar and with
bare `&` and `<` in their text; in the newer ones `<src>`, `<ref>` and `<hyp>` are inside `<doc>`.
One tolerant reader looks for these tags in both.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hyperbaton.errors import InputError

SOURCE, REFERENCE, HYPOTHESIS = "src", "ref", "hyp"
KIND_OF = {"srcset": SOURCE, "refset": REFERENCE, "tstset": HYPOTHESIS}
KIND_OF |= {kind: kind for kind in (SOURCE, REFERENCE, HYPOTHESIS)}  # in XML
NAMED_BY = ("refid", "sysid", "translator", "system")  # attributes of sets

TAGS = "srcset|refset|tstset|src|ref|hyp|doc|seg"
TAG = re.compile(rf"<(/?)({TAGS})\b([^>]*)>", re.IGNORECASE)
SEGMENT_END = re.compile(rf"<(?:/seg\s*>|/?(?:{TAGS})\b)", re.IGNORECASE)
COMMENT = re.compile("<!--.*?-->", re.DOTALL)
ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")


class SetName(NamedTuple):
    """A set of segments: its kind (src, ref or hyp) and the name of a translator or system."""

    kind: str
    name: str

    def __str__(self) -> str:
        return self.kind if self.name == self.kind else f"{self.kind}:{self.name}"


class Key(NamedTuple):
    """Identifies a segment in all sets: ids may repeat, so repetitions are counted."""

    document: str
    segment: str
    repetition: int

    def __str__(self) -> str:
        return f"segment {self.segment!r} of document {self.document!r}"


Segment = tuple[SetName, str, str, str]  # set, document, id and text
Sets = dict[SetName, dict[Key, str]]


def translations(text: str, file: str, selector: str | None, *, several: bool) -> list[list[str]]:
    """Returns the translations of each segment: of one set or, for `several`, all references."""
    text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    sets, keys = _sets(_segments(text, file), file)
    if not keys:
        raise InputError(
            f"{file}: has no segments; a <seg> in <srcset>, <refset> or <tstset> is read, or in "
            "<src>, <ref> or <hyp>"
        )
    chosen = [name for name in sets if name.kind == REFERENCE]
    if selector or not several or not chosen:
        chosen = [_selected(sets, selector, file)]
    found = [[sets[name][key] for name in chosen if key in sets[name]] for key in keys]
    for key, texts in zip(keys, found, strict=True):
        if not texts:
            raise InputError(f"{file}: {', '.join(map(str, chosen))}: {key} is missing")
    return found


def _sets(segments: Iterable[Segment], file: str) -> tuple[Sets, list[Key]]:
    """All sets of a file, and all segments in order: those of the first set of each document."""
    sets: Sets = {}
    keys: dict[Key, None] = {}
    first: dict[str, SetName] = {}
    times: Counter[tuple[SetName, str, str]] = Counter()
    for name, document, segment, text in segments:
        key = Key(document, segment, times[name, document, segment])
        times[name, document, segment] += 1
        sets.setdefault(name, {})[key] = text
        if first.setdefault(document, name) == name:
            keys[key] = None
    for name, texts in sets.items():
        for key in texts:
            if key not in keys:
                raise InputError(
                    f"{file}: {name} has {key}, but the set before it does not; the first set "
                    "needs all segments"
                )
    return sets, list(keys)


def _selected(sets: Sets, selector: str | None, file: str) -> SetName:
    """The set with that name, or the only one; a source counts only if there is nothing else."""
    if selector:
        wanted = [name for name in sets if selector in (name.name, ":".join(name))]
        problem = f"has {'several sets' if wanted else 'no set'} {selector!r}"
    else:
        wanted = [name for name in sets if name.kind != SOURCE] or list(sets)
        problem = "has several sets"
    if len(wanted) != 1:
        listed = ", ".join(map(str, sets))
        raise InputError(f"{file}: {problem}; choose with {file}:NAME from {listed}")
    return wanted[0]


def _segments(text: str, file: str) -> Iterator[Segment]:
    """The segments as they come; documents without an id are numbered in each set."""
    name, of_set, document, position = SetName(HYPOTHESIS, HYPOTHESIS), "", "#0", 0
    surrounds, is_skipped = True, False  # whether sets are around documents; of a document
    documents: Counter[SetName] = Counter()
    in_document: set[SetName] = set()
    for tag, attributes, content in _elements(text, file):
        if tag == "seg":
            position += 1
            if not is_skipped:
                yield name, document, attributes.get("id") or str(position), content
            continue
        position = 0
        own = next((attributes[each] for each in NAMED_BY if attributes.get(each)), "")
        if tag in KIND_OF:
            surrounds, of_set = tag.endswith("set"), own
            name = _set_name(KIND_OF[tag], own)
            if surrounds:
                document = "#0"
            elif name in in_document:
                raise InputError(
                    f"{file}: duplicate {name} in document {document!r}; "
                    "give each <ref> its own translator and each <hyp> its own system"
                )
            in_document.add(name)
        else:
            name = _set_name(name.kind, of_set or own) if surrounds else SetName("", "")
            documents[name] += 1
            document = attributes.get("docid") or attributes.get("id") or f"#{documents[name]}"
            is_skipped = "testsuite" in attributes  # these have no references
            in_document.clear()


def _set_name(kind: str, own: str) -> SetName:
    return SetName(kind, kind if kind == SOURCE else own or kind)  # sysid="ref" of many sources


def _elements(text: str, file: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Sets, documents and segments as they begin: tag, attributes, and a segment's text."""

    def malformed(match: re.Match[str], problem: str) -> InputError:
        line = text.count("\n", 0, match.start()) + 1
        return InputError(f"{file}:{line}: {problem}")

    position = 0
    last = text.rfind(">") + 1  # beyond it no tag is closed, and none is looked for
    while match := TAG.search(text, position, last):
        tag, position, content = match[2].lower(), match.end(), ""
        if tag == "seg" and match[1]:
            raise malformed(match, "</seg> without <seg>; add the opening tag")
        if tag == "seg" and not match[3].endswith("/"):
            end = SEGMENT_END.search(text, position)
            if not end or not end[0].endswith(">"):  # only </seg> is matched up to its >
                raise malformed(match, "<seg> is not closed; add </seg>")
            content, position = text[position : end.start()], end.end()
        if not match[1]:
            yield tag, _attributes(match[3]), _plain(content)


def _attributes(text: str) -> dict[str, str]:
    """Attributes by their names in lower case; of two with one name the first counts."""
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text):
        found.setdefault(match[1].lower(), _plain(match[2] or match[3] or match[4] or ""))
    return found


def _plain(text: str) -> str:
    """Text with spaces folded and entities replaced; those of HTML alone remain as they are."""
    return " ".join(ENTITY.sub(lambda entity: html.unescape(entity[0]), text).split())
