"""The worked example of CONTRIBUTING.md is complete: one file and one line make a metric."""

import ast
import re
import sys
import textwrap
from pathlib import Path

import pytest
from metrics import test_contract

import hyperbaton
from hyperbaton import metrics

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILE, LINE = map(textwrap.dedent, re.findall(r"^ +```py\n(.*?)^ +```", PAGE, re.M | re.S)[:2])
HELD_TO = [
    test
    for name, test in vars(test_contract).items()
    if name.startswith("test_")
    and any(
        mark.args[:2] == ("metric", test_contract.ALL) for mark in getattr(test, "pytestmark", ())
    )
]


@pytest.fixture
def added(tmp_path, monkeypatch):
    """The example's metric, in a folder of its own but registered as one of ours."""
    ((name, place),) = ast.literal_eval(f"{{{LINE}}}").items()
    module = place.partition(":")[0]
    (tmp_path / f"{module}.py").write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(metrics, "__path__", [*metrics.__path__, str(tmp_path)])
    monkeypatch.setitem(metrics.METRICS._members, name, f"hyperbaton.metrics.{place}")
    yield metrics.parse(name)
    sys.modules.pop(f"hyperbaton.metrics.{module}", None)


def test_it_scores(added):
    report = hyperbaton.score(["a b c", "d"], [["a b d", "d"]], added)
    assert report["system"][added].score == pytest.approx(0.75)


@pytest.mark.parametrize("test", HELD_TO, ids=lambda test: test.__name__)
def test_it_keeps_the_contract(test, added):
    test(added)
