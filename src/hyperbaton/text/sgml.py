"""Segments from the files of WMT and NIST: SGML, and the XML that WMT uses since 2021.

Such a file holds sets of segments: a source, references, outputs of systems. NIST and older WMT
files (`<refset>`, `<tstset>`, `<srcset>`) are called SGML but follow no grammar, with bare `&` and
`<` in their text, so they have a tolerant reader here. The newer files (`<dataset>`) are XML.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree import ElementTree

from hyperbaton.errors import InputError

SOURCE, REFERENCE, HYPOTHESIS = "src", "ref", "hyp"
KIND_OF = {"srcset": SOURCE, "refset": REFERENCE, "tstset": HYPOTHESIS}
NAMED_BY = {SOURCE: "", REFERENCE: "translator", HYPOTHESIS: "system"}  # attributes in WMT XML

STRUCTURE = re.compile(r"<(?:dataset|srcset|refset|tstset|doc|seg)\b", re.IGNORECASE)
TAG = re.compile(r"<(?:!--|(/?)(srcset|refset|tstset|doc|seg)\b([^>]*)>)", re.IGNORECASE)
SEGMENT_END = re.compile(r"<(?:/seg\s*>|/?(?:srcset|refset|tstset|doc|seg)\b)", re.IGNORECASE)
ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
CHARACTER_OF = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


class Key(NamedTuple):
    """What identifies a segment in all sets: ids may repeat, so repetitions are counted."""

    document: str
    segment: str
    repetition: int

    def __str__(self) -> str:
        return f"segment {self.segment!r} of document {self.document!r}"


class SetName(NamedTuple):
    """A set of segments: its kind (src, ref or hyp) and the name of a translator or system."""

    kind: str
    name: str

    def __str__(self) -> str:
        return self.kind if self.name == self.kind else f"{self.kind}:{self.name}"


@dataclass
class SegmentSets:
    """All sets of a file, in its order."""

    file: str
    texts: dict[SetName, dict[Key, str]] = field(default_factory=dict)
    keys: dict[Key, None] = field(default_factory=dict)  # all segments, in the order of the file
    _repetitions: Counter[tuple[SetName, str, str]] = field(default_factory=Counter)

    def add(self, name: SetName, document: str, segment: str, text: str) -> Key:
        """Adds a segment to a set; its key is not yet in the order of the file."""
        key = Key(document, segment, self._repetitions[name, document, segment])
        self._repetitions[name, document, segment] += 1
        self.texts.setdefault(name, {})[key] = text
        return key

    def require_known(self, name: SetName, keys: Iterable[Key], first: SetName) -> None:
        """Refuses segments whose place in the order of the file is unknown."""
        unknown = next((key for key in keys if key not in self.keys), None)
        if unknown:
            raise InputError(
                f"{self.file}: {name} has {unknown}, but {first}, which comes first, does not; "
                "the first set needs all segments"
            )

    def complete(self, name: SetName) -> list[str]:
        """The texts of a set, which must have every segment."""
        texts = self.texts[name]
        missing = next((key for key in self.keys if key not in texts), None)
        if missing:
            raise InputError(f"{self.file}: {name} has no {missing}; add it, or choose another set")
        return [texts[key] for key in self.keys]


def translations(text: str, file: str, selector: str | None, *, several: bool) -> list[list[str]]:
    """The translations of each segment: of the set selected or, for `several`, all references."""
    first = STRUCTURE.search(text)
    is_xml = first is not None and first[0].lower() == "<dataset"
    sets = _xml_sets(text, file) if is_xml else _sgml_sets(text, file)
    if not sets.keys:
        raise InputError(f"{file}: has no segments; {_accepted(is_xml)}")
    references = [name for name in sets.texts if name.kind == REFERENCE]
    if several and not selector and references:
        return _all_references(sets, references)
    return [[segment] for segment in sets.complete(_selected(sets, selector))]


def _accepted(is_xml: bool) -> str:
    if is_xml:
        return "a <seg> in <src>, <ref> or <hyp> of a <doc> without testsuite attribute is read"
    return "a <seg> in <srcset>, <refset> or <tstset> is read"


def _all_references(sets: SegmentSets, names: Iterable[SetName]) -> list[list[str]]:
    columns = [sets.texts[name] for name in names]
    references = []
    for key in sets.keys:
        texts = [column[key] for column in columns if key in column]
        if not texts:
            raise InputError(f"{sets.file}: {key} has no reference; every segment needs one")
        references.append(texts)
    return references


def _selected(sets: SegmentSets, selector: str | None) -> SetName:
    """The set with that name, or the only one; a source counts only where nothing else is."""
    if selector:
        wanted = [name for name in sets.texts if selector in (name.name, ":".join(name))]
        problem = f"has {'several sets' if wanted else 'no set'} {selector!r}"
    else:
        wanted = [name for name in sets.texts if name.kind != SOURCE] or list(sets.texts)
        problem = "has several sets"
    if len(wanted) != 1:
        listed = ", ".join(map(str, sets.texts))
        raise InputError(f"{sets.file}: {problem}; choose with {sets.file}:NAME from {listed}")
    return wanted[0]


def _folded(text: str) -> str:
    return " ".join(text.split())


def _xml_sets(text: str, file: str) -> SegmentSets:
    if "<!ENTITY" in text:  # a few of them can expand to gigabytes
        raise InputError(f"{file}: declares entities, which are not expanded; write out their text")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, reason = error.position[0], str(error).partition(":")[0]
        raise InputError(f"{file}:{line}: is not well-formed XML ({reason}); correct it") from None
    sets = SegmentSets(file)
    _refuse_nested(root, file)
    for number, document in enumerate(root.iter("doc"), start=1):
        if "testsuite" not in document.attrib:  # these have no references
            _add_xml_document(sets, document, document.get("id") or f"#{number}")
    return sets


def _refuse_nested(root: ElementTree.Element, file: str) -> None:
    """Refuses documents inside documents and segments inside segments."""
    for tag in ("doc", "seg"):
        for element in root.iter(tag):
            if element.find(f".//{tag}") is not None:
                raise InputError(f"{file}: has a <{tag}> inside a <{tag}>; close the first one")


def _add_xml_document(sets: SegmentSets, document: ElementTree.Element, identifier: str) -> None:
    """Adds a document; the first set in it tells which segments it has and their order."""
    names: dict[SetName, None] = {}
    for element in document:
        if element.tag not in NAMED_BY:
            continue
        name = SetName(element.tag, element.get(NAMED_BY[element.tag]) or element.tag)
        if name in names:
            raise InputError(
                f"{sets.file}: document {identifier!r} has {name} twice; "
                "give each <ref> its own translator and each <hyp> its own system"
            )
        names[name] = None
        keys = [
            sets.add(name, identifier, segment.get("id") or str(number), _folded(content))
            for number, segment in enumerate(element.iter("seg"), start=1)
            for content in ["".join(segment.itertext())]
        ]
        if len(names) == 1:
            sets.keys.update(dict.fromkeys(keys))
        sets.require_known(name, keys, next(iter(names)))


def _sgml_sets(text: str, file: str) -> SegmentSets:
    """All sets; the first one tells which segments there are and their order."""
    sets, place = SegmentSets(file), _SgmlPlace()
    for tag, attributes, content in _sgml_elements(text, file):
        if tag in KIND_OF:
            place.enter_set(KIND_OF[tag], attributes)
        elif tag == "doc":
            place.enter_document(attributes)
        else:
            segment = place.next_segment(attributes)
            sets.add(place.name, place.document, segment, _folded(_unescaped(content)))
    names = list(sets.texts)
    if names:
        sets.keys.update(dict.fromkeys(sets.texts[names[0]]))
    for name in names:
        sets.require_known(name, sets.texts[name], names[0])
    return sets


class _SgmlPlace:
    """The set and the document being read; ids that are missing become numbers."""

    def __init__(self) -> None:
        self.documents: Counter[SetName] = Counter()
        self.enter_set(HYPOTHESIS, {})  # for documents in no set

    def enter_set(self, kind: str, attributes: dict[str, str]) -> None:
        self.kind = kind
        self.set_name = attributes.get("refid") or attributes.get("sysid") or ""
        self.name = self._name({})
        self.document, self.segments = "#0", 0  # for segments in no document

    def enter_document(self, attributes: dict[str, str]) -> None:
        self.name = self._name(attributes)
        self.documents[self.name] += 1
        self.document = attributes.get("docid") or f"#{self.documents[self.name]}"
        self.segments = 0

    def _name(self, attributes: dict[str, str]) -> SetName:
        if self.kind == SOURCE:  # many carry sysid="ref" or the like, which names no translator
            return SetName(SOURCE, SOURCE)
        return SetName(self.kind, self.set_name or attributes.get("sysid") or self.kind)

    def next_segment(self, attributes: dict[str, str]) -> str:
        self.segments += 1
        return attributes.get("id") or str(self.segments)


def _sgml_elements(text: str, file: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Sets, documents and segments as they begin: tag, attributes, and a segment's raw text."""
    position = 0
    last = text.rfind(">") + 1  # beyond it no tag is closed, and none is looked for
    while match := TAG.search(text, position, last):
        closing, tag, position = match[1], (match[2] or "").lower(), match.end()
        content = ""
        if not tag:
            position = _comment_end(text, match, file)
        elif not closing and tag == "seg":
            end = _segment_end(text, match, file)
            content, position = text[position : end.start()], end.end()
        elif tag == "seg":
            raise _malformed(text, match, file, "</seg> without <seg>; add the opening tag")
        if tag and not closing:
            yield tag, _attributes(match[3]), content


def _comment_end(text: str, start: re.Match[str], file: str) -> int:
    end = text.find("-->", start.end())
    if end < 0:
        raise _malformed(text, start, file, "the comment is not closed; add -->")
    return end


def _segment_end(text: str, start: re.Match[str], file: str) -> re.Match[str]:
    end = SEGMENT_END.search(text, start.end())
    if not end or not end[0].endswith(">"):  # only </seg> is matched up to its >
        raise _malformed(text, start, file, "<seg> is not closed; add </seg>")
    return end


def _malformed(text: str, match: re.Match[str], file: str, problem: str) -> InputError:
    line = text.count("\n", 0, match.start()) + 1
    return InputError(f"{file}:{line}: {problem}")


def _attributes(text: str) -> dict[str, str]:
    """Attributes by their names in lower case; of two with one name the first counts."""
    found: dict[str, str] = {}
    for match in ATTRIBUTE.finditer(text):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), _folded(_unescaped(value)))
    return found


def _unescaped(text: str) -> str:
    return ENTITY.sub(_character, text)


def _character(entity: re.Match[str]) -> str:
    """The character an entity stands for; one that stands for none remains as it is written."""
    if entity[1]:
        return CHARACTER_OF[entity[1]]
    code = int(entity[2]) if entity[2] else int(entity[3], 16)
    is_character = 0 < code < 0xD800 or 0xDFFF < code <= 0x10FFFF
    return chr(code) if is_character else entity[0]
