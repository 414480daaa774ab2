"""The test sets that papers are tried on."""

import pytest
from judged_folders import PAIRS, copy_demo


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("data")
    for year in ("wmt13", "wmt15"):
        copy_demo(root / year, PAIRS)
    return root
