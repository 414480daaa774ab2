"""Makes the input files of the comparison cases, the same bytes or rows every time.

    PYTHON tools/comparison_inputs.py FOLDER DEMO [DATA]

DEMO is the bundled corpus; DATA has real test sets in wmt13/, wmt15/ and so on. PYTHON needs
PyArrow for Parquet. Nothing here calls hyperbaton, so that two checkouts read the same inputs.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

SYSTEMS = ("loom", "calque", "tangle")
ROWS = 50_000  # of the large table
SEGMENTS = 200  # of the small test sets

# Language pairs of which the first segments of some outputs become a small test set.
SMALL_SETS = {
    "wmt13": {"de-en": ("online-B", "rbmt-1", "desrt.2704", "uedin-syntax.2605")},
    "wmt15": {"fi-en": ("online-A.0", "online-B.0", "uedin-syntax.4006", "UoS.4059")},
    "wmt12": {
        "en-de": ("onlineA", "onlineB"),
        "en-fr": ("onlineA", "onlineB"),
        "en-es": ("onlineA", "onlineB"),
        "en-cs": ("onlineA", "onlineB"),
    },
    "wmt15-en-ru": {"en-ru": ("online-A.0", "online-B.0")},
}
MANDARIN = (
    "我们 昨天 在 图书馆 看 了 一 本 书 。",
    "他 因为 感冒 没有 参加 会议 。",
    "火车 十 点 从 北京 出发 。",
    "请 不要 打开 窗户 。",
    "",
    "the 价格 是 25 元 。",
)
PARAPHRASES = (("0.9", "tear down", "demolish"), ("0.5", "a long debate", "much discussion"))
VECTORS = ("decided 3 4 0", "resolved 4 3 0", "council 0 1 0", "town 0 4 3", "bridge 1 0 0")


def lines(path: Path) -> list[str]:
    """The lines of a file, compressed or not."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\r\n") for line in file]


def find(path: Path) -> Path:
    """A file of real data, which may be compressed."""
    return path if path.exists() else path.with_name(path.name + ".gz")


def write(path: Path, texts: Iterable[str]) -> None:
    """Writes one text per line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")


def write_formats(folder: Path, demo: Path) -> None:
    """The English corpus in every format that is read, plain and compressed."""
    columns = {
        name: lines(demo / "en" / f"{name}.txt")
        for name in ("source", "reference", "reference2", *SYSTEMS)
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    table = [list(columns), *(list(row.values()) for row in rows)]
    write(folder / "en.tsv", ("\t".join(row) for row in table))
    with (folder / "en.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(table)
    for row in rows:
        row["refs"] = [text for text in (row["reference"], row["reference2"]) if text]
    write(folder / "en.jsonl", (json.dumps(row, ensure_ascii=False) for row in rows))
    (folder / "en.jsonl.gz").write_bytes(gzip.compress((folder / "en.jsonl").read_bytes(), mtime=0))
    write_arrow(folder, "en", rows)
    write(folder / "en.ref.sgm", sgml("refset", "ref", columns["reference"]))
    write(folder / "en.loom.sgm", sgml("tstset", "loom", columns["loom"]))
    write(folder / "en.xml", wmt_xml(rows))
    for mark, joined in (("bpe", lambda parts: "@@ ".join(parts)), ("sentencepiece", spm)):
        write(folder / f"loom.{mark}", (subwords(text, joined) for text in columns["loom"]))
    write(folder / "upper.txt", map(str.upper, columns["loom"]))
    write(folder / "crlf.txt", (f"{text}\r" for text in columns["loom"]))
    for row in rows:
        row["reference2"] = row["reference2"] or None
    write(folder / "en.nulls.jsonl", map(json.dumps, rows))


def write_arrow(folder: Path, name: str, rows: Sequence[dict[str, object]]) -> None:
    """The same rows as Parquet and Arrow."""
    import pyarrow
    from pyarrow import feather, parquet

    table = pyarrow.Table.from_pylist(list(rows))
    parquet.write_table(table, folder / f"{name}.parquet", row_group_size=10_000)
    feather.write_feather(table, str(folder / f"{name}.arrow"), compression="uncompressed")


def sgml(kind: str, name: str, texts: Sequence[str]) -> Iterator[str]:
    """A set of WMT's SGML, in documents of ten segments."""
    yield f'<{kind} setid="demo" srclang="de" trglang="en">'
    for begin in range(0, len(texts), 10):
        yield f'<doc sysid="{name}" docid="d{begin}" genre="news">'
        for number, text in enumerate(texts[begin : begin + 10], 1):
            yield f'<seg id="{number}">{escape(text)}</seg>'
        yield "</doc>"
    yield f"</{kind}>"


def wmt_xml(rows: Sequence[dict[str, object]]) -> Iterator[str]:
    """A data set of WMT's XML with the source, two references and three systems."""
    sets = [("src", 'lang="de"', "source"), ("ref", 'lang="en" translator="A"', "reference")]
    sets += [("ref", 'lang="en" translator="B"', "reference2")]
    sets += [("hyp", f'lang="en" system="{name}"', name) for name in SYSTEMS]
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield '<dataset id="demo"><doc id="d1" origlang="de">'
    for tag, attributes, column in sets:
        texts = enumerate((str(row[column]) for row in rows), 1)
        segments = (f'<seg id="{k}">{escape(text)}</seg>' for k, text in texts)
        yield f"<{tag} {attributes}><p>{''.join(segments)}</p></{tag}>"
    yield "</doc></dataset>"


def subwords(text: str, joined: Callable[[list[str]], str]) -> str:
    """A text whose longer words are in pieces of four letters."""
    words = ([word[k : k + 4] for k in range(0, len(word), 4)] for word in text.split())
    return " ".join(map(joined, words))


def spm(pieces: list[str]) -> str:
    """The pieces of a word as SentencePiece writes them."""
    return "▁" + " ".join(pieces)


def write_resources(folder: Path, demo: Path) -> None:
    """Links, trees, vectors, paraphrases, lists of candidates and permutations."""
    english = {name: lines(demo / "en" / f"{name}.txt") for name in ("reference", *SYSTEMS)}
    split = {name: [text.split() for text in texts] for name, texts in english.items()}
    reference = split["reference"]
    for name in SYSTEMS:
        found = [links(*pair) for pair in zip(split[name], reference, strict=True)]
        write(folder / f"{name}.links", (" ".join(f"{i}-{j}" for i, j in each) for each in found))
    for name, sentences in split.items():
        write(folder / f"{name}.conllu", conllu(sentences))
    write(folder / "paraphrases", (line for entry in PARAPHRASES for line in entry))
    write(folder / "vectors.txt", VECTORS)
    outputs = list(zip(*(english[name] for name in SYSTEMS), strict=True))
    write(folder / "lists.jsonl", (json.dumps({"candidates": each}) for each in outputs))
    weighted = zip(outputs, english["reference"], strict=True)
    given = ({"candidates": c, "references": [r, c[0]], "weights": [3, 1]} for c, r in weighted)
    write(folder / "weighted.jsonl", map(json.dumps, given))
    write(folder / "samples.txt", (text for each in outputs for text in each))
    random = Random(7)
    drawn = [random.sample(range(n), n) for n in (*range(1, 40), 60, 90)]
    write(folder / "random.perm", (" ".join(map(str, each)) for each in drawn))
    write(folder / "mixed.perm", ["2 4 1 3", "", "0,2,1", "1", "3 1 4 2 5 7 6"])
    write(folder / "zh.reference.txt", (text.replace(" ", "") for text in MANDARIN))
    moved = (text.split() for text in MANDARIN)
    write(folder / "zh.moved.txt", ("".join(words[2:] + words[:2]) for words in moved))


def links(hypothesis: Sequence[str], reference: Sequence[str]) -> list[tuple[int, int]]:
    """Links of equal words, the first free one of each."""
    free = list(range(len(reference)))
    found = []
    for i, word in enumerate(hypothesis):
        place = next((j for j in free if reference[j] == word), None)
        if place is not None:
            free.remove(place)
            found.append((i, place))
    return found


def conllu(sentences: Sequence[Sequence[str]]) -> Iterator[str]:
    """Trees in which a word hangs on a word before it, by their lengths."""
    for words in sentences:
        for number, word in enumerate(words, 1):
            head = 0 if number == 1 else 1 + len(word) * 7 % (number - 1)
            tag, relation = ("NOUN", "dep") if head else ("VERB", "root")
            yield f"{number}\t{word}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_"
        yield ""


def write_mistakes(folder: Path, demo: Path) -> None:
    """Files that are not what they should be."""
    text = (demo / "en" / "reference.txt").read_bytes()
    packed, table = gzip.compress(text, mtime=0), (folder / "en.parquet").read_bytes()
    contents = {
        "empty.txt": b"",
        "utf16.txt": text.decode().encode("utf-16"),
        "latin.txt": b"fine\ncaf\xe9\n",
        "nul.txt": b"a\nb\0c\n",
        "mac.txt": text.replace(b"\n", b"\r"),
        "short.txt": b"a\nb\n",
        "packed.txt": packed,
        "plain.gz": text,
        "cut.gz": packed[: len(packed) // 2],
        "ragged.tsv": b"id\tmt\n1\ta\n2\n",
        "twice.tsv": b"mt\tmt\na\tb\n",
        "good.tsv": b"mt\tref\na b\tb a\nc\tc\n",
        "holes.jsonl": b'{"mt": "a b", "ref": "b a"}\n{"mt": null, "ref": "c"}\n[1]\n'
        b'{"mt": "d", "ref": "d"}\n',
        "bad.jsonl": b'{"mt": "a"}\n{"mt": "b"\n',
        "numbers.jsonl": b'{"mt": 1}\n{"mt": 2}\n',
        "cut.parquet": table[: len(table) // 2],
        "damaged.parquet": table[:100] + bytes(400) + table[500:],
        "entity.xml": b'<!DOCTYPE d [<!ENTITY e "x">]><dataset id="d"></dataset>',
        "bad.sgm": b'<refset setid="d"><doc docid="1"><seg id="1">a</seg>',
        "words.align": b"0-0 x-1\n",
        "far.align": b"0-0 0-99\n" * 18,
        "twice.links": b"0-0 0-1\n" * 24,
        "far.links": b"0-99\n" * 24,
        "magic.links": b"0-0:magic\n" * 24,
        "cycle.conllu": b"1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n\n",
        "head.conllu": b"1\ta\t_\tX\t_\t_\t7\tdep\t_\t_\n\n",
        "gap.perm": b"1 2\n1 5\n",
        "double.perm": b"2 2\n",
        "word.perm": b"1 x\n",
        "nan.seg.score": b"loom nan\n" * 24 + b"calque nan\n" * 24 + b"tangle nan\n" * 24,
        "half.seg.score": b"loom 1\nloom 2\n",
        "word.seg.score": b"loom high\n" * 24,
        "bad.pairs.tsv": b"segment\tsystem1\trank1\tsystem2\trank2\n99\tloom\t1\tx\t2\n",
        "bad.vectors": b"a 1 2\nb 1\n",
        "bad.npz": b"PK\3\4 nothing more",
        "no-candidates.jsonl": b'{"texts": ["a"]}\n',
    }
    (folder / "mistakes" / "folder").mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / "mistakes" / name).write_bytes(content)


def write_small_set(folder: Path, data: Path, pair: str, systems: Sequence[str]) -> None:
    """The first segments of a test set, in the layout that meta-evaluation reads."""
    outputs = (f"system-outputs/{pair}/{name}.txt" for name in systems)
    for part in (f"references/{pair}.refA.txt", *outputs):
        write(folder / part, lines(find(data / part))[:SEGMENTS])
    header, *rows = lines(find(data / "rankings" / f"{pair}.pairs.tsv"))
    fields = (row.split("\t") for row in rows)
    kept = [
        "\t".join(row)
        for row in fields
        if int(row[0]) <= SEGMENTS and row[1] in systems and row[3] in systems
    ]
    write(folder / "rankings" / f"{pair}.pairs.tsv", [header, *kept])


def write_rows(folder: Path, data: Path) -> None:
    """One large table in three formats: outputs of WMT13 beside their references."""
    rows = list(islice(judged_rows(data / "wmt13", "de-en"), ROWS))
    write(folder / "rows.jsonl", (json.dumps(row, ensure_ascii=False) for row in rows))
    table = ("\t".join(str(value) for value in row.values()) for row in rows)
    write(folder / "rows.tsv", ["\t".join(rows[0]), *table])
    write_arrow(folder, "rows", rows)


def judged_rows(data: Path, pair: str) -> Iterator[dict[str, object]]:
    """All outputs of a language pair, one system after the other."""
    references = lines(data / "references" / f"{pair}.refA.txt")
    for path in sorted((data / "system-outputs" / pair).glob("*.txt")):
        for number, texts in enumerate(zip(lines(path), references, strict=True), 1):
            mt, ref = (text.replace("\t", " ") for text in texts)
            yield {"id": number, "system": path.stem, "mt": mt, "ref": ref}


def write_treebank(folder: Path, data: Path) -> None:
    """Real trees, and the same trees with the words of every sentence from last to first."""
    blocks: list[list[list[str]]] = [[]]
    for line in lines(data / "ud" / "en_ewt-ud-test.conllu.gz"):
        fields = line.split("\t")
        if not line:
            blocks.append([])
        elif fields[0].isdigit() and " " not in fields[1]:
            blocks[-1].append(fields)
    chosen = [block for block in blocks if is_whole(block)][:SEGMENTS]
    for name, made in (("ewt", chosen), ("mirrored", list(map(mirrored, chosen)))):
        write(folder / f"{name}.txt", (" ".join(word[1] for word in block) for block in made))
        write(folder / f"{name}.conllu", (row for block in made for row in rows_of(block)))


def is_whole(block: list[list[str]]) -> bool:
    """Whether a sentence has three words or more, and none was left out."""
    return len(block) > 2 and [int(word[0]) for word in block] == list(range(1, len(block) + 1))


def mirrored(block: list[list[str]]) -> list[list[str]]:
    """A tree with its words from last to first."""
    size = len(block) + 1
    places = {"0": "0", **{word[0]: str(size - int(word[0])) for word in block}}
    return [[places[w[0]], *w[1:6], places[w[6]], *w[7:]] for w in reversed(block)]


def rows_of(block: list[list[str]]) -> Iterator[str]:
    """The lines of a sentence in CoNLL-U, without enhanced graphs."""
    yield from ("\t".join([*word[:8], "_", "_"]) for word in block)
    yield ""


def main(folder: Path, demo: Path, data: Path | None = None) -> None:
    """Writes all inputs; those from real data only where it is given."""
    folder.mkdir(parents=True, exist_ok=True)
    write_formats(folder, demo)
    write_resources(folder, demo)
    write_mistakes(folder, demo)
    if data is not None:
        for name, pairs in SMALL_SETS.items():
            for pair, systems in pairs.items():  # type: ignore[attr-defined]
                write_small_set(folder / name, data / name, pair, systems)
        write_rows(folder, data)
        write_treebank(folder, data)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
