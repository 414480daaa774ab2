"""What a reproduction gives: looked up, written down, handed on, pickled."""

import json
import pickle
from dataclasses import replace

import pytest
from judged import ChainParser

from hyperbaton_papers import PAPERS, Setup

NAME = "stanojevic-simaan-2014"


@pytest.fixture(scope="module")
def result(data):
    paper = PAPERS[NAME]
    return paper.reproduce(Setup(str(data), paper.context, ("de-en", "en-de"), samples=40))


def test_lookup(result):
    table = result["table-2"]
    assert result[f"{NAME}-table-2"] is table
    assert table["PEFs", "de-en"].published == 0.237
    assert result.paper is PAPERS[NAME]
    assert list(result) == list(result.tables)
    assert len(result) == len(result.tables)
    with pytest.raises(KeyError, match="there is no table 'table-9'"):
        result["table-9"]
    with pytest.raises(KeyError, match=r"there are Kendall, .* by de-en"):
        table["PEFs", "fr-en"]


def test_records_and_json(result):
    records = result.records()
    assert all(record.keys() == records[0].keys() for record in records)
    number = sum(len(t.rows) * len(t.columns) for t in result) + sum(
        len(each.x) for figure in result.figures for each in figure.series.values()
    )
    assert len(records) == number
    document = json.loads(result.to_json())
    assert document == result.to_dict()
    assert document["paper"] == NAME
    assert [table["id"] for table in document["tables"]] == [table.id for table in result]
    assert document["figures"][0]["id"] == f"{NAME}-figure-7"


def test_tsv_has_the_records(result):
    header, *rows = (line.split("\t") for line in result.to_tsv().splitlines())
    for row, record in zip(rows, result.records(), strict=True):
        found = dict(zip(header, row, strict=True))
        assert found["table"] == record["table"]
        assert float(found["ours"]) == pytest.approx(record["ours"], nan_ok=True)


def test_tables_are_readable(result):
    assert str(result) == repr(result) == result.to_text()
    assert result.to_text().startswith(f"{NAME}: Stanojević & Sima'an 2014, ")
    assert str(result["table-2"]) in result.to_text()
    assert result["table-2"].to_markdown() in result.to_markdown()
    assert result._repr_html_().count("<table") == len(result.tables) + len(result.figures)
    assert len({len(row) for row in result.table()}) == 1


def test_a_table_with_many_columns_is_printed_upright(result):
    table = result["table-2"]
    (_, *metrics), *rows = replace(table, upright=True).table()
    assert metrics == list(table.rows)
    assert [row[0] for row in rows] == list(table.columns)
    for row, cells in zip(rows, zip(*table.rows.values(), strict=True), strict=True):
        assert row[1:] == [cell.written(table.decimals) for cell in cells]
    assert replace(table, upright=True).records() == table.records()


def test_signatures_name_every_language(result):
    kendall = "full(order=kendall)"
    assert "|lang:en|" in result.signatures[kendall]
    assert "|lang:de|" in result.signatures[f"{kendall} (en-de)"]


def test_data_frames(result):
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == len(result.records())


@pytest.mark.parametrize("name", PAPERS)
def test_everything_can_be_pickled(data, name):
    paper = PAPERS[name]
    context = replace(paper.context, parser=ChainParser())
    result = paper.reproduce(Setup(str(data), context, ("de-en",), samples=0))
    again = pickle.loads(pickle.dumps(result))
    assert again.to_json() == result.to_json()
    assert again.paper == paper
