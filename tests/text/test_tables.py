"""One column of TSV, CSV, JSON Lines and Parquet files."""

import csv
import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.errors import InputError, MissingDependencyError
from hyperbaton.files import split_lines
from hyperbaton.text.reading import csv_rows, open_table, read_references, read_segments

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


def test_quotes_are_text_in_tsv(write):
    assert read_segments(write("a.tsv", 'mt\tid\n"x\t1\n"y"\t2\n') + ":mt") == ['"x', '"y"']


def test_blank_lines_of_a_single_column_are_segments(write):
    assert read_segments(write("a.tsv", "mt\na\n\nb\n") + ":mt") == ["a", "", "b"]
    assert read_segments(write("a.csv", "mt\na\n\nb\n") + ":mt") == ["a", "", "b"]


def test_tables_without_rows(write):
    assert read_segments(write("a.tsv", "mt\tref\n") + ":mt") == []
    assert read_segments(write("a.csv", "") + ":1") == []


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


@pytest.mark.parametrize("name", ["a.arrow", "a.arrows", "a.feather"])
def test_arrow_files_and_streams(tmp_path, name):
    pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow")
    table = pyarrow.table({"mt": ["a", "", "é"], "ref": [["x", "y"], ["z"], ["w"]]})
    writer = pyarrow.ipc.new_stream if name == "a.arrows" else pyarrow.ipc.new_file
    with writer(str(tmp_path / name), table.schema) as file:
        file.write_table(table, 2)
    assert read_segments(f"{tmp_path / name}:mt") == ["a", "", "é"]
    assert read_references(f"{tmp_path / name}:ref") == [["x", "y"], ["z"], ["w"]]


def test_a_csv_header_with_tabs_alone_is_tsv(write):
    content = "system\tscore, raw\nx\t1\n".replace(", ", " ")
    table = open_table(write("a.csv", content))
    assert table.columns == ("system", "score raw")
    assert table.has("system") and not table.has("system", "judge")
    assert table.index("judge", "system") == 0
    assert list(table.rows()) == [(2, ["x", "1"])]
    assert read_segments(write("b.csv", "a\tb\nc\td\n") + ":1") == ["a\tb", "c\td"]


def test_parquet_without_pyarrow(write, monkeypatch):
    path = write("data.parquet", b"")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "hyperbaton.text.arrow_tables", raising=False)
    with pytest.raises(MissingDependencyError) as caught:
        read_segments(f"{path}:mt")
    assert str(caught.value) == (
        f"{path}: reading Parquet needs a package that is not installed; "
        "run: pip install 'hyperbaton[arrow]'"
    )
    assert caught.value.command == "pip install 'hyperbaton[arrow]'"


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
