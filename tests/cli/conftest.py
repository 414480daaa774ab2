"""Files that commands are run on."""

import pytest


@pytest.fixture
def folder_of(tmp_path, monkeypatch):
    """Writes texts to files of their names and goes to the folder that holds them."""

    def make(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make
