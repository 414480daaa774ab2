"""Real documents follow the published schemas, and the schemas and types are those of the code."""

import json
import sys
from pathlib import Path

import jsonschema
import pytest
from reports import demo_scores, page_of, small_report, unpacked

from hyperbaton import Output, TestSet, explain
from hyperbaton.report.report import report_of
from hyperbaton.trees import DependencyTree

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import contract  # noqa: E402


def validator(name):
    text = (contract.SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", contract.generated(), ids=lambda path: path.name)
def test_what_is_published_is_what_the_code_says(path):
    assert path.read_text(encoding="utf-8") == contract.generated()[path]


def test_explanations():
    tree = DependencyTree(("a", "b"), (2, 0))
    output = Output(["b a"], trees=[DependencyTree(("b", "a"), (0, 1))])
    check = validator("explanation-1").validate
    check(
        explain(
            output, TestSet([["a b"]], trees=[[tree]]), ["kendall", "dted"], trees=True
        ).to_dict()
    )
    for pair in (("", ""), ("x", "y"), ("noon at we", "we met at noon")):
        check(json.loads(explain(*pair).to_json()))
    record = explain("b a", "a b").to_dict()
    del record["moves"][0]["where"]
    with pytest.raises(jsonschema.ValidationError, match="'where' is a required property"):
        check(record)


@pytest.mark.parametrize(
    "report",
    [
        lambda: report_of(demo_scores(), samples=40),
        lambda: small_report({"a": [], "b": []}, []),
        lambda: small_report({"a": [""], "b": [""]}, [""], ["hyperbaton", "ter", "bleu"]),
    ],
)
def test_reports(report):
    made = report()
    validator("report-1").validate(made.to_dict())
    validator("report-segments-1").validate(unpacked(made.index))
    explanations = validator("explanation-1")
    for *_, segments in page_of(made).chunks:
        for systems in segments:
            for record in systems:
                explanations.validate(record)
