"""Files that cannot be read as text: what is said of each, and where."""

import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from reading_errors import error_of

from hyperbaton.text.reading import read_references, read_segments

PACKED = gzip.compress(b"some segment\n" * 50, mtime=0)
JSON = b'{"mt": "fine"}\n'
DOCUMENT = '<dataset><doc id="d">{}</doc></dataset>'
TWO_SETS = (
    "<refset refid=x><doc docid=d><seg id=1>a</seg></doc></refset>"
    "<refset refid=y><doc docid=d><seg id=1>a</seg><seg id=2>b</seg></doc></refset>"
)
TWO_REFERENCES = DOCUMENT.format("<ref><seg>a</seg></ref><ref><seg>b</seg></ref>")
OTHER_SEGMENT = DOCUMENT.format('<src><seg id="1">a</seg></src><ref><seg id="2">b</seg></ref>')
SUITE = '<dataset><doc testsuite="x"><ref><seg>a</seg></ref></doc></dataset>'

# File, contents, column, what is said after the name of the file.
REFUSED = [
    # bytes
    ("a.gz", PACKED[:-4], "", ": is not an intact gzip file ("),
    # columns
    ("a.txt", b"a\n", "2", ": plain text has no columns; leave out ':2'"),
    ("a.tsv", b"", "mt", ": is empty; the first row must name the columns"),
    ("a.tsv", b"mt\tref\na\tb\n", "3", ": no column '3'; columns are 1, 2"),
    ("a.csv", b'id,mt\n"1\n\n1",c\n2,"a\r\nb"\n', "mt", ":5: column 'mt': holds a line break"),
    ("a.csv", b'id,mt\n1,a\n2,"b\n3,c\n', "mt", ":3: the row beginning here is not CSV ("),
    # JSON
    ("a.jsonl", JSON + b"\n", "mt", ":2: is not a JSON object (Expecting value at character 1)"),
    ("a.jsonl", b'{"mt": ' + b"9" * 5000 + b"}", "mt", ":1: is not a JSON object (Exceeds the li"),
    ("a.jsonl", b'{"ref": "a"}', "mt", ":1: no column 'mt'; columns are ref"),
    ("a.jsonl", b'{"mt": null}', "mt", ":1: column 'mt': expected a string"),
    ("a.jsonl", b'{"mt": "a\\nb"}', "mt", ":1: column 'mt': holds a line break; a segment is"),
    ("a.jsonl", b'{"mt": "a\\u0000"}', "mt", ":1: column 'mt': holds a NUL character; remove it"),
    # SGML and XML
    ("a.sgm", "", "", ": has no segments; a <seg> in <srcset>, <refset> or <tstset> is read"),
    ("a.sgm", "<tstset>\n<doc>\n<seg id=1>a\n<seg id=2>b</seg>", "", ":3: <seg> is not closed"),
    ("a.sgm", "<tstset>\n<seg>a</seg>\n</seg>", "", ":3: </seg> without <seg>; add the opening"),
    ("a.sgm", TWO_SETS, "", ": ref:y has segment '2' of document 'd', but the set before it does"),
    ("a.xml", SUITE, "", ": has no segments; "),
    ("a.xml", TWO_REFERENCES, "", ": duplicate ref in document 'd'; give each <ref> its own tran"),
    ("a.xml", OTHER_SEGMENT, "", ": ref has segment '2' of document 'd', but the set before it"),
    # Parquet and Arrow
    ("a.parquet", b"PAR1 and then nothing", "mt", ": is not an intact Parquet file ("),
    ("a.parquet.gz", b"", "mt", ": Parquet is not read from gzip; use gunzip first"),
    ("a.arrow", b"ARROW1\0\0 and then nothing", "mt", ": is not an intact Arrow file ("),
]


@pytest.mark.parametrize(("name", "content", "column", "message"), REFUSED)
def test_what_is_said(write, name, content, column, message):
    path = write(name, content)
    for read in (read_segments, read_references):
        assert error_of(f"{path}:{column}" if column else path, read).startswith(path + message)


def test_a_column_must_be_chosen(write):
    table, lines = write("a.csv", b"id,mt\n"), write("a.jsonl", b'{"id": 1, "mt": "a"}\n')
    for path, further in (
        (table, f", or as {table}:1 if the first row is not a header"),
        (lines, ""),
    ):
        expected = f"{path}: choose a column, as {path}:NAME{further}; columns are id, mt"
        assert error_of(path) == error_of(f"{path}:") == expected


LISTS = "expected a string or a list of strings, got "


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["a", "b", None], f": row 3: column 'c': {LISTS}None"),
        (["a", "b\nc"], ": row 2: column 'c': holds a line break"),
        ([["a"], ["b", None]], f": row 2: column 'c': {LISTS}"),
        ([["a"], []], ": row 2: column 'c': holds an empty list"),
        ([1, 2], ": column 'c' holds int64; expected strings"),
        ([[1], [2]], ": column 'c' holds list<"),
        (pa.array([b"a", b"b", b"\xff"]).view(pa.string()), ": row 3: is not UTF-8"),
    ],
)
def test_cells_of_parquet(tmp_path, cells, message):
    path = str(tmp_path / "a.parquet")
    pq.write_table(pa.table({"c": cells, "d": ["x"] * len(cells)}), path)
    assert error_of(f"{path}:c", read_references).startswith(path + message)
    assert error_of(f"{path}:2") == f"{path}: no column '2'; columns are c, d"
    assert error_of(path) == f"{path}: choose a column, as {path}:NAME; columns are c, d"
