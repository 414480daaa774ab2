"""Segments from the files of WMT and NIST: SGML, and the XML that WMT uses since 2021.

Such a file holds sets of segments: a source, references, outputs of systems. NIST and older WMT
files (`<refset>`, `<tstset>`, `<srcset>`) are called SGML but follow no grammar, with bare `&` and
`<` in their text, so they have a tolerant reader here. The newer files (`<dataset>`) are XML.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from hyperbaton.errors import InputError

SOURCE, REFERENCE, HYPOTHESIS = "src", "ref", "hyp"
KIND_OF = {"srcset": SOURCE, "refset": REFERENCE, "tstset": HYPOTHESIS}
NAMED_BY = {SOURCE: "", REFERENCE: "translator", HYPOTHESIS: "system"}  # attributes in WMT XML
IN_SGML = "a <seg> in <srcset>, <refset> or <tstset> is read"
IN_XML = "a <seg> in <src>, <ref> or <hyp> of a <doc> without testsuite attribute is read"

STRUCTURE = re.compile(r"<(?:dataset|srcset|refset|tstset|doc|seg)\b", re.IGNORECASE)
TAG = re.compile(r"<(?:!--|(/?)(srcset|refset|tstset|doc|seg)\b([^>]*)>)", re.IGNORECASE)
SEGMENT_END = re.compile(r"<(?:/seg\s*>|/?(?:srcset|refset|tstset|doc|seg)\b)", re.IGNORECASE)
ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")


class SetName(NamedTuple):
    """A set of segments: its kind (src, ref or hyp) and the name of a translator or system."""

    kind: str
    name: str

    def __str__(self) -> str:
        return self.kind if self.name == self.kind else f"{self.kind}:{self.name}"


class Key(NamedTuple):
    """What identifies a segment in all sets: ids may repeat, so repetitions are counted."""

    document: str
    segment: str
    repetition: int

    def __str__(self) -> str:
        return f"segment {self.segment!r} of document {self.document!r}"


# The part of the file whose first set decides the segments; then set, document, id and text.
Segment = tuple[int, SetName, str, str, str]
Sets = dict[SetName, dict[Key, str]]


def translations(text: str, file: str, selector: str | None, *, several: bool) -> list[list[str]]:
    """Returns the translations of each segment: of one set or, for `several`, all references."""
    first = STRUCTURE.search(text)
    is_xml = first is not None and first[0].lower() == "<dataset"
    segments = _xml_segments(text, file) if is_xml else _sgml_segments(text, file)
    sets, keys = _sets(segments, file)
    if not keys:
        raise InputError(f"{file}: has no segments; {IN_XML if is_xml else IN_SGML}")
    chosen = [name for name in sets if name.kind == REFERENCE]
    if selector or not several or not chosen:
        chosen = [_selected(sets, selector, file)]
    found = [[sets[name][key] for name in chosen if key in sets[name]] for key in keys]
    for key, texts in zip(keys, found, strict=True):
        if not texts:
            raise InputError(f"{file}: {', '.join(map(str, chosen))}: {key} is missing")
    return found


def _sets(segments: Iterable[Segment], file: str) -> tuple[Sets, list[Key]]:
    """All sets of a file, and all segments in order: that of the first set."""
    sets: Sets = {}
    keys: dict[Key, None] = {}
    first: dict[int, SetName] = {}
    times: Counter[tuple[SetName, str, str]] = Counter()
    for scope, name, document, segment, text in segments:
        key = Key(document, segment, times[name, document, segment])
        times[name, document, segment] += 1
        sets.setdefault(name, {})[key] = text
        if first.setdefault(scope, name) == name:
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


def _xml_segments(text: str, file: str) -> Iterator[Segment]:
    if "<!ENTITY" in text:  # a few of them can expand to gigabytes
        raise InputError(f"{file}: declares entities, which are not expanded; write out their text")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, reason = error.position[0], str(error).partition(":")[0]
        raise InputError(f"{file}:{line}: is not well-formed XML ({reason}); correct it") from None
    for number, document in enumerate(root.iter("doc"), start=1):
        if "testsuite" in document.attrib:  # these have no references
            continue
        identifier, names = document.get("id") or f"#{number}", set()
        for element in document:
            if element.tag not in NAMED_BY:
                continue
            name = SetName(element.tag, element.get(NAMED_BY[element.tag]) or element.tag)
            if name in names:
                raise InputError(
                    f"{file}: duplicate {name} in document {identifier!r}; "
                    "give each <ref> its own translator and each <hyp> its own system"
                )
            names.add(name)
            for position, segment in enumerate(element.iter("seg"), start=1):
                content = _folded("".join(segment.itertext()))
                yield number, name, identifier, segment.get("id") or str(position), content


def _sgml_segments(text: str, file: str) -> Iterator[Segment]:
    kind, of_set, name = HYPOTHESIS, "", SetName(HYPOTHESIS, HYPOTHESIS)
    document, position = "#0", 0
    documents: Counter[SetName] = Counter()
    for tag, attributes, content in _sgml_elements(text, file):
        if tag == "seg":
            position += 1
            identifier = attributes.get("id") or str(position)
            yield 0, name, document, identifier, _folded(_unescaped(content))
            continue
        if tag in KIND_OF:
            kind, document = KIND_OF[tag], "#0"
            of_set = attributes.get("refid") or attributes.get("sysid") or ""
            own = of_set
        else:
            own = of_set or attributes.get("sysid", "")
        # The sysid="ref" of many sources names no translator.
        name, position = SetName(kind, kind if kind == SOURCE else own or kind), 0
        if tag == "doc":
            documents[name] += 1
            document = attributes.get("docid") or f"#{documents[name]}"


def _sgml_elements(text: str, file: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Sets, documents and segments as they begin: tag, attributes, and a segment's raw text."""

    def malformed(match: re.Match[str], problem: str) -> InputError:
        line = text.count("\n", 0, match.start()) + 1
        return InputError(f"{file}:{line}: {problem}")

    position = 0
    last = text.rfind(">") + 1  # beyond it no tag is closed, and none is looked for
    while match := TAG.search(text, position, last):
        closing, tag, position = match[1], (match[2] or "").lower(), match.end()
        content = ""
        if not tag:
            position = text.find("-->", position) + 3
            if position < 3:
                raise malformed(match, "the comment is not closed; add -->")
        elif tag == "seg":
            if closing:
                raise malformed(match, "</seg> without <seg>; add the opening tag")
            end = SEGMENT_END.search(text, position)
            if not end or not end[0].endswith(">"):  # only </seg> is matched up to its >
                raise malformed(match, "<seg> is not closed; add </seg>")
            content, position = text[position : end.start()], end.end()
        if tag and not closing:
            yield tag, _attributes(match[3]), content


def _attributes(text: str) -> dict[str, str]:
    """Attributes by their names in lower case; of two with one name the first counts."""
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), _folded(_unescaped(value)))
    return found


def _folded(text: str) -> str:
    return " ".join(text.split())


def _unescaped(text: str) -> str:
    """Text with its entities replaced; those of HTML alone remain as they are written."""
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
