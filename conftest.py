"""Settings for all tests, and the option for data that is not part of the repository."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Time is never asserted; the exhaustive tests carry the weight, so properties need fewer examples.
# Continuous integration sees the same examples each time, and more of them.
settings.register_profile("quick", max_examples=20, deadline=None)
settings.register_profile("thorough", max_examples=50, deadline=None, derandomize=True)
settings.load_profile("thorough" if "CI" in os.environ else "quick")


def pytest_addoption(parser):
    parser.addoption(
        "--data",
        type=Path,
        help="a folder in the layout of WMT's metrics task, with outputs of 2013 in wmt13/ and a "
        "treebank of Universal Dependencies in ud/",
    )


@pytest.fixture(scope="session")
def wmt13(request):
    data = request.config.getoption("--data")
    if data is None:
        pytest.skip("needs real outputs: pytest --data DIR with DIR/wmt13 in WMT's layout")
    return data / "wmt13"


@pytest.fixture(scope="session")
def treebank(request):
    data = request.config.getoption("--data")
    if data is None:
        pytest.skip("needs a treebank: pytest --data DIR with CoNLL-U files in DIR/ud")
    return sorted((data / "ud").glob("*.conllu*"))


@pytest.fixture
def write(tmp_path):
    """Writes a file of text or bytes and returns its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write
