"""The shipped page is what its sources were built into; needs no Node."""

import hashlib
import json
from pathlib import Path

import pytest

from browser.documents import ASSETS

FRONTEND = Path(__file__).parents[2] / "frontend"


@pytest.fixture(scope="module")
def record():
    return json.loads((ASSETS / "build.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["page.js", "page.css"])
def test_assets_are_those_of_the_last_build(record, name):
    assert hashlib.sha256((ASSETS / name).read_bytes()).hexdigest() == record[name]


def test_sources_have_not_changed_since_the_last_build(record):
    files = [path for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    files += [FRONTEND / "package.json", FRONTEND / "package-lock.json"]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.relative_to(FRONTEND).as_posix()):
        digest.update(
            path.relative_to(FRONTEND).as_posix().encode() + b"\0" + path.read_bytes() + b"\0"
        )
    assert digest.hexdigest() == record["sources"], "run npm run build in frontend/"


def test_page_parses_no_markup():
    for path in (FRONTEND / "src").rglob("*.ts"):
        text = path.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, f"{path.name}: {word}"
