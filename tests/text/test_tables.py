"""One column of TSV, CSV, JSON Lines, Parquet and Arrow files."""

import csv
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import split_lines
from hyperbaton.text.reading import csv_rows, read_references, read_segments

SEGMENT = st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]))
TABLE = [["id", "mt", "ref"], ["1", 'a "b"', "c"], ["2", "", "é"]]


@pytest.mark.parametrize("separator", ["\t", ","])
def test_column_by_name_and_by_number(write, separator):
    content = "".join(separator.join(row) + "\r\n" for row in TABLE)
    if separator == ",":
        content = content.replace('a "b"', '"a ""b"""')
    path = write({"\t": "data.tsv", ",": "data.csv"}[separator], content)
    assert read_segments(f"{path}:mt") == ['a "b"', ""]
    assert read_segments(f"{path}:2") == ["mt", 'a "b"', ""]
    assert read_references(f"{path}:3") == [["ref"], ["c"], ["é"]]


@pytest.mark.parametrize(
    ("name", "content", "column", "expected"),
    [
        ("a.tsv", "mt\na\n\nb\n", "mt", ["a", "", "b"]),
        ("a.csv", "mt\na\n\nb\n", "mt", ["a", "", "b"]),
        ("a.tsv", "mt\tref\n", "mt", []),
        ("a.csv", "", "1", []),
        ("a.tsv", 'mt\tid\n"x\t1\n', "mt", ['"x']),
        ("a.csv", 'note,mt\n"two\nlines",a\nb,c\n', "mt", ["a", "c"]),
        ("a.csv", "a\tb\nc\td\n", "1", ["a\tb", "c\td"]),
        ("a.csv", "system\tscore raw\nx\t1\n", "score raw", ["1"]),  # as some of WMT's are
    ],
)
def test_rows_and_fields(write, name, content, column, expected):
    assert read_segments(f"{write(name, content)}:{column}") == expected


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


def test_parquet_without_pyarrow(write, monkeypatch):
    path = write("data.parquet", b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "hyperbaton.text.arrow_tables", raising=False)
    with pytest.raises(MissingDependencyError, match=r"reading Parquet.*'hyperbaton\[arrow\]'"):
        read_segments(f"{path}:mt")


@given(st.lists(st.one_of(SEGMENT, st.lists(SEGMENT, min_size=1))), st.booleans())
def test_json_lines_round_trip(tmp_path_factory, values, is_ascii):
    path = tmp_path_factory.mktemp("jsonl") / "a.jsonl"
    lines = [json.dumps({"ref": value}, ensure_ascii=is_ascii) + "\n" for value in values]
    path.write_bytes("".join(lines).encode())
    expected = [value if isinstance(value, list) else [value] for value in values]
    assert read_references(f"{path}:ref") == expected


@given(st.lists(st.lists(SEGMENT, min_size=1)), st.sampled_from(["parquet", "arrow", "arrows"]))
def test_parquet_and_arrow_round_trip(tmp_path_factory, references, ending):
    path = tmp_path_factory.mktemp("arrow") / f"a.{ending}"
    first = pa.array([texts[0] for texts in references], pa.string())
    table = pa.table({"mt": first, "ref": pa.array(references, pa.list_(pa.string()))})
    if ending == "parquet":
        pq.write_table(table, path)
    else:
        new = pa.ipc.new_stream if ending == "arrows" else pa.ipc.new_file
        with new(str(path), table.schema) as file:
            file.write_table(table, 2)
    assert read_references(f"{path}:ref") == references
    assert read_segments(f"{path}:mt") == [texts[0] for texts in references]
