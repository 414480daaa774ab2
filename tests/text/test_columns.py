"""One column of TSV, CSV, JSON Lines and Parquet files."""

import csv
import gzip
import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_errors import error_of

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.text.comma_separated import csv_rows
from hyperbaton.text.opening import split_lines
from hyperbaton.text.reading import read_references, read_segments

SEGMENT = st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]))


TABLE = [["id", "mt", "ref"], ["1", 'a "b"', "c"], ["2", "", "é"]]


@pytest.mark.parametrize("separator", ["\t", ","])
def test_column_by_name_and_by_number(write, separator):
    content = "".join(separator.join(row) + "\r\n" for row in TABLE)
    if separator == ",":
        content = content.replace('a "b"', '"a ""b"""')
    path = write({"\t": "data.tsv", ",": "data.csv"}[separator], content)
    assert read_segments(f"{path}:mt") == ['a "b"', ""]
    assert read_segments(f"{path}:ref") == ["c", "é"]
    assert read_segments(f"{path}:2") == ["mt", 'a "b"', ""]
    assert read_references(f"{path}:3") == [["ref"], ["c"], ["é"]]


def test_mark_before_the_header(write):
    assert read_segments(write("a.tsv", "\ufeffmt\tref\nx\ty\n") + ":mt") == ["x"]


def test_quotes_are_text_in_tsv(write):
    assert read_segments(write("a.tsv", 'mt\tid\n"x\t1\n"y"\t2\n') + ":mt") == ['"x', '"y"']


def test_blank_lines_of_a_single_column_are_segments(write):
    assert read_segments(write("a.tsv", "mt\na\n\nb\n") + ":mt") == ["a", "", "b"]
    assert read_segments(write("a.csv", "mt\na\n\nb\n") + ":mt") == ["a", "", "b"]


def test_tables_without_rows(write):
    assert read_segments(write("a.tsv", "mt\tref\n") + ":mt") == []
    assert read_segments(write("a.csv", "") + ":1") == []
    path = write("b.csv", "")
    assert error_of(f"{path}:mt") == f"{path}: has no column 'mt'; it has none"


@pytest.mark.parametrize("name", ["data.tsv", "data.csv"])
@pytest.mark.parametrize(
    ("rows", "selector", "message"),
    [
        ("mt ref|a b|c", ":mt", ":3: 1 fields, but the first row has 2; every row needs the same"),
        ("mt ref|a b c|", ":1", ":2: 3 fields, but the first row has 2"),
        ("mt ref|a b||", ":ref", ":3: 1 fields, but the first row has 2"),
        ("mt ref|a b", ":hyp", ": has no column 'hyp'; it has 'mt', 'ref'"),
        ("mt ref|a b", ":3", ": has no column 3; it has columns 1 to 2"),
        ("mt ref|a b", ":0", ": has no column 0; it has columns 1 to 2"),
        ("mt ref|a b", ":" + "9" * 5000, ": has no column 999"),
        ("mt mt|a b", ":mt", ": has several columns 'mt'; give each column a name of its own"),
        ("mt ref|a b", "", ": choose a column, as "),
        ("mt ref|a b", ":", ": choose a column, as "),
    ],
)
def test_errors_of_tables(write, name, rows, selector, message):
    path = write(name, rows.replace(" ", "," if name == "data.csv" else "\t").replace("|", "\n"))
    assert error_of(path + selector).startswith(path + message)


def test_choosing_lists_the_first_row(write):
    path = write("a.tsv", "mt\t" + "x" * 100 + "\tc" * 30 + "\n")
    assert f"(first row: 'mt', '{'x' * 40}', 'c', " in error_of(path)
    assert "'c', …) or, if the first row is not a header" in error_of(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('id,mt\n1,"a\nb"\n2,c\n', ":2: holds a line break; a segment is one line"),
        ('id,mt\n"1\n\n1",c\n2,"a\r\nb"\n', ":5: holds a line break"),
        (
            'id,mt\n1,a\n2,"never closed\n3,b\n',
            ":3: the row beginning here is not CSV (a quote",
        ),
        ('id,mt\n1,"a"b\n', ":2: the row beginning here is not CSV ("),
        ("id,mt\n1,a\rb\n", ":2: the row beginning here is not CSV (a carriage return"),
    ],
)
def test_errors_of_csv(write, content, message):
    path = write("a.csv", content)
    assert error_of(f"{path}:mt").startswith(path + message)


def test_fields_of_csv_may_be_long(write):
    long = "a" * 200_000
    assert read_segments(write("a.csv", f"id,mt\n1,{long}\n") + ":mt") == [long]
    assert read_segments(write("b.csv", f'id,mt\n1,"{long}"\n') + ":mt") == [long]


@given(st.text(alphabet='a",\n ', max_size=12))
def test_csv_is_read_as_the_standard_library_does(text):
    lines = split_lines(text)
    try:
        expected = [row or [""] for row in csv.reader((f"{x}\n" for x in lines), strict=True)]
    except csv.Error:
        with pytest.raises(InputError, match="not CSV"):
            list(csv_rows(lines, "a.csv"))
    else:
        assert [fields for _, fields in csv_rows(lines, "a.csv")] == expected


def test_line_breaks_in_other_columns_do_no_harm(write):
    path = write("a.csv", 'note,mt\n"two\nlines",a\nb,c\n')
    assert read_segments(f"{path}:mt") == ["a", "c"]


@pytest.mark.parametrize("name", ["data.jsonl", "data.ndjson", "data.jsonl.gz"])
def test_json_lines(write, name):
    content = b'{"mt": "a\\u00e9", "n": 1}\r\n{"mt": "", "refs": []}\n'
    path = write(name, gzip.compress(content) if name.endswith("gz") else content)
    assert read_segments(f"{path}:mt") == ["aé", ""]
    assert read_references(f"{path}:mt") == [["aé"], [""]]


def test_json_references_vary_in_number(write):
    path = write("a.jsonl", '{"ref": ["a", "b"]}\n{"ref": "c"}\n{"ref": ["d"]}\n')
    assert read_references(f"{path}:ref") == [["a", "b"], ["c"], ["d"]]
    assert error_of(f"{path}:ref") == f"{path}:1: key 'ref': holds a list; a string is accepted"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "",
            ": is not a JSON object (Expecting value at character 1); one object per line is "
            "accepted",
        ),
        ('{"mt": "a"', ": is not a JSON object (Expecting ',' delimiter at character 11)"),
        ('{"mt": "a"} x', ": is not a JSON object (Extra data at character 13)"),
        ('["a"]', ": is not a JSON object (found a list)"),
        ('"a"', ": is not a JSON object (found a string)"),
        ("[" * 100_000, ": is not a JSON object (it is nested too deeply"),
        ('{"mt": ' + "9" * 5000 + "}", ": is not a JSON object (a number has too many digits"),
        ('{"ref": "a", "id": 1}', ": has no key 'mt'; it has 'ref', 'id'"),
        ("{}", ": has no key 'mt'; it has none"),
        ('{"mt": null}', ": key 'mt': holds null; a string"),
        ('{"mt": 3}', ": key 'mt': holds a number; a string"),
        ('{"mt": 3.5}', ": key 'mt': holds a number; a string"),
        ('{"mt": true}', ": key 'mt': holds a boolean; a string"),
        ('{"mt": {}}', ": key 'mt': holds an object; a string"),
        (
            '{"mt": "a\\nb"}',
            ": key 'mt': holds a line break; a segment is one line, so use a space",
        ),
        ('{"mt": "a\\u0000"}', ": key 'mt': holds a NUL character; remove it"),
        (
            '{"mt": "a\\ud83d"}',
            ": key 'mt': holds half a surrogate pair; write the whole character",
        ),
    ],
)
@pytest.mark.parametrize("read", [read_segments, read_references])
def test_errors_of_json_lines(write, line, message, read):
    path = write("a.jsonl", '{"mt": "fine"}\n' + line + "\n")
    assert error_of(f"{path}:mt", read).startswith(f"{path}:2{message}")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[]", "holds an empty list; at least one reference is needed"),
        (
            '["a", null]',
            "holds null as item 2 of its list; a string or a list of strings is accepted",
        ),
        ('["a", "b\\nc"]', "holds a line break"),
    ],
)
def test_errors_of_json_lists(write, value, message):
    path = write("a.jsonl", f'{{"ref": {value}}}')
    assert error_of(f"{path}:ref", read_references).startswith(f"{path}:1: key 'ref': {message}")


def test_choosing_lists_the_keys(write):
    path = write("a.jsonl", '{"mt": "a", "ref": "b"}\n')
    expected = f"{path}:1: choose a key, as {path}:KEY; keys are 'mt', 'ref'"
    assert error_of(path) == error_of(f"{path}:") == expected


@pytest.fixture
def write_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")

    def write(columns, kinds=None):
        path = tmp_path / "data.parquet"
        kinds = kinds or [None] * len(columns)
        arrays = [pyarrow.array(c, k) for c, k in zip(columns.values(), kinds, strict=True)]
        table = pyarrow.Table.from_arrays(arrays, list(columns))
        parquet.write_table(table, path, row_group_size=2)
        return str(path)

    return write


def test_parquet(write_parquet):
    path = write_parquet({"mt": ["a", "", "é"], "a.b": ["1", "2", "3"]})
    assert read_segments(f"{path}:mt") == ["a", "", "é"]
    assert read_segments(f"{path}:a.b") == ["1", "2", "3"]
    assert read_references(f"{path}:mt") == [["a"], [""], ["é"]]


@pytest.mark.parametrize("kind", ["large_string", "string_view", "dictionary"])
def test_parquet_strings_of_every_kind(write_parquet, kind):
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    types = {"dictionary": lambda: pyarrow.dictionary(pyarrow.int32(), pyarrow.string())}
    path = write_parquet({"mt": ["a", "b", "a"]}, [types.get(kind, getattr(pyarrow, kind))()])
    assert read_segments(f"{path}:mt") == ["a", "b", "a"]


def test_parquet_lists_are_references(write_parquet):
    path = write_parquet({"ref": [["a", "b"], ["c"], ["d"]]})
    assert read_references(f"{path}:ref") == [["a", "b"], ["c"], ["d"]]
    assert error_of(f"{path}:ref").startswith(f"{path}: column 'ref': holds list<")
    assert error_of(f"{path}:ref").endswith("; strings are accepted")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["a", "b", None], ": row 3: column 'c': holds null; a string or a list of strings is"),
        (["a", "b\nc"], ": row 2: column 'c': holds a line break"),
        ([["a"], None], ": row 2: column 'c': holds null"),
        ([["a"], ["b", None]], ": row 2: column 'c': holds null as item 2 of its list"),
        ([["a"], []], ": row 2: column 'c': holds an empty list"),
        ([1, 2], ": column 'c': holds int64; strings or lists of strings are accepted"),
        ([[1], [2]], ": column 'c': holds list<"),
        ([b"a"], ": column 'c': holds binary; strings or lists of strings are accepted"),
    ],
)
def test_errors_of_parquet_cells(write_parquet, cells, message):
    path = write_parquet({"c": cells})
    assert error_of(f"{path}:c", read_references).startswith(path + message)


def test_parquet_bytes_that_are_not_utf8(write_parquet):
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    cells = pyarrow.array([b"a", b"b", b"\xff"]).view(pyarrow.string())
    path = write_parquet({"c": cells})
    expected = f"{path}: row 3: is not UTF-8; write the column as UTF-8"
    assert error_of(f"{path}:c") == expected


def test_errors_of_parquet_files(write, write_parquet):
    path = write_parquet({"mt": ["a"], "ref": ["b"]})
    assert error_of(f"{path}:2") == f"{path}: has no column '2'; it has 'mt', 'ref'"
    assert error_of(path) == f"{path}: choose a column, as {path}:NAME; columns are 'mt', 'ref'"
    broken = write("broken.parquet", b"PAR1 and then nothing")
    assert error_of(f"{broken}:mt").startswith(f"{broken}: is not an intact Parquet file (")
    empty = write("empty.parquet", b"")
    assert error_of(f"{empty}:mt").startswith(f"{empty}: is not an intact Parquet file (")
    packed = write("data.parquet.gz", b"")
    assert error_of(f"{packed}:mt") == (
        f"{packed}: Parquet inside gzip cannot be read; unpack it with gunzip"
    )


def test_parquet_without_pyarrow(write, monkeypatch):
    path = write("data.parquet", b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingDependencyError) as caught:
        read_segments(f"{path}:mt")
    assert str(caught.value) == (
        f"{path}: reading Parquet needs a package that is not installed; "
        "run: pip install 'hyperbaton[arrow]'"
    )
    assert caught.value.command == "pip install 'hyperbaton[arrow]'"


@given(st.lists(SEGMENT.map(lambda text: text.replace("\t", " ").rstrip("\r"))))
def test_tsv_round_trip(tmp_path_factory, segments):
    path = tmp_path_factory.mktemp("tsv") / "a.tsv"
    path.write_bytes("".join(f"{text}\tx\n" for text in ["mt", *segments]).encode())
    assert read_segments(f"{path}:mt") == segments


@given(st.lists(SEGMENT), st.booleans())
def test_csv_round_trip(tmp_path_factory, segments, is_only_column):
    path = tmp_path_factory.mktemp("csv") / "a.csv"
    file = io.StringIO(newline="")
    csv.writer(file).writerows([text] + ["x"] * (not is_only_column) for text in ["mt", *segments])
    path.write_bytes(file.getvalue().encode())
    assert read_segments(f"{path}:mt") == segments


@given(st.lists(st.one_of(SEGMENT, st.lists(SEGMENT, min_size=1))), st.booleans())
def test_json_lines_round_trip(tmp_path_factory, values, is_ascii):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    lines = [json.dumps({"ref": value}, ensure_ascii=is_ascii) + "\n" for value in values]
    path.write_bytes("".join(lines).encode())
    expected = [value if isinstance(value, list) else [value] for value in values]
    assert read_references(f"{path}:ref") == expected
    if all(isinstance(value, str) for value in values):
        assert read_segments(f"{path}:ref") == values


@given(st.lists(SEGMENT), st.lists(st.lists(SEGMENT, min_size=1)))
def test_parquet_round_trip(tmp_path_factory, segments, references):
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    path = tmp_path_factory.mktemp("parquet") / "a.parquet"
    parquet.write_table(pyarrow.table({"mt": pyarrow.array(segments, pyarrow.string())}), path)
    assert read_segments(f"{path}:mt") == segments
    kind = pyarrow.list_(pyarrow.string())
    parquet.write_table(pyarrow.table({"ref": pyarrow.array(references, kind)}), path)
    assert read_references(f"{path}:ref") == references
