"""Test sets under the names that papers need, made of the demonstration's."""

import shutil
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo" / "judged"
PAIRS = (
    "cs-en",
    "de-en",
    "es-en",
    "fr-en",
    "ru-en",
    "fi-en",
    "en-cs",
    "en-es",
    "en-de",
    "en-ru",
    "en-fr",
)


def copy_demo(folder, pairs):
    for pair in pairs:
        for source in DEMO.rglob("*"):
            if source.is_file():
                name = str(source.relative_to(DEMO)).replace("de-en", pair)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, folder / name)


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("data")
    for year in ("wmt13", "wmt15"):
        copy_demo(root / year, PAIRS)
    return root
