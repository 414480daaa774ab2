"""Large binary files change only with a version of their package, so that history stays small."""

import json
from pathlib import Path

import pytest

from hyperbaton.files import fingerprint

REPOSITORY = Path(__file__).parents[1]
VERSIONS = json.loads((REPOSITORY / "models" / "versions.json").read_text("utf-8"))


@pytest.mark.parametrize("files", VERSIONS)
def test_files_are_those_of_the_version(files: str) -> None:
    assert fingerprint(REPOSITORY / files) == VERSIONS[files]["digest"], (
        f"{files} has changed since {VERSIONS[files]['since']}; see 'Change a model or word "
        "vectors' in CONTRIBUTING.md"
    )
