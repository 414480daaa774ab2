"""The bundled table of synonyms is what the script makes of WordNet's files."""

import lzma
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
TABLE = REPOSITORY / "src" / "hyperbaton" / "alignment" / "data" / "wordnet-en.xz"
WORDNET = Path("/usr/share/wordnet")  # where Debian's package wordnet-base puts it


@pytest.mark.skipif(not WORDNET.is_dir(), reason="needs WordNet: apt-get install wordnet-base")
def test_the_script_makes_the_bundled_table(tmp_path):
    made = tmp_path / "table.xz"
    script = REPOSITORY / "tools" / "build_synonyms.py"
    subprocess.run([sys.executable, script, WORDNET, made], check=True, capture_output=True)
    assert lzma.decompress(made.read_bytes()) == lzma.decompress(TABLE.read_bytes())


def test_the_table_has_lemmas_synsets_and_irregular_forms():
    lines = lzma.decompress(TABLE.read_bytes()).decode().splitlines()
    table = dict(line.split("\t") for line in lines)
    assert len(table) == len(lines)
    assert set(table["car"].split()) & set(table["automobile"].split())
    assert table["@geese"] == "goose"
    assert (TABLE.parent / "WORDNET-LICENSE").read_text().startswith("This software and database")
