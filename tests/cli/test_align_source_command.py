"""`hyperbaton align-source` as a user runs it, with a stand-in for eflomal."""

import gzip
import shutil
from pathlib import Path

import pytest
from processes import fail, run, succeed

DEMO = Path(__file__).parents[2] / "demo" / "judged"
REFERENCES = ["one two three", "", "a b"]
OUTPUTS = {"x": ["one two", "z", "b"], "y": ["1 2 3 4", "", "a b"]}


def write_lines(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "wmt09"
    write_lines(made / "sources" / "de-en.txt.gz", ["eins zwei drei", "nichts", "A B"])
    write_lines(made / "references" / "de-en.refA.txt", REFERENCES)
    write_lines(made / "references" / "de-en.refB.txt", REFERENCES)
    for name, lines in OUTPUTS.items():
        write_lines(made / "system-outputs" / "de-en" / f"{name}.txt", lines)
    return made


def test_every_translation_gets_its_links(stand_in, folder, tmp_path):
    command = ("align-source", str(folder), "--lp", "de-en", "--symmetrize", "union")
    result = succeed(*command, "-o", str(tmp_path / "links"))
    assert result.stderr == "hyperbaton: de-en: aligned 4 translations\n"
    links = tmp_path / "links" / "source-alignments" / "de-en"
    assert {str(path.relative_to(links)): path.read_text() for path in links.rglob("*.align")} == {
        "systems/x.align": "0-0 1-1\n0-0\n0-0\n",
        "systems/y.align": "0-0 1-1 2-2\n\n0-0 1-1\n",
        "references/refA.align": "0-0 1-1 2-2\n\n0-0 1-1\n",
        "references/refB.align": "0-0 1-1 2-2\n\n0-0 1-1\n",
    }


def test_links_lie_where_the_other_commands_look(stand_in, tmp_path):
    folder = tmp_path / "wmt09"
    shutil.copytree(DEMO, folder)
    write_lines(
        folder / "sources" / "de-en.txt",
        (folder / "references" / "de-en.refA.txt").read_text().splitlines(),
    )
    succeed("align-source", str(folder), "--lp", "de-en", "--tokenize", "intl", "--lowercase", "-q")
    text = succeed(
        *("reproduce", "birch-osborne-2010", "--data", str(folder), "--source-alignments"),
        *("--no-cache", "-q"),
    ).stdout
    assert "Word order is that of the source words, by links that were given." in text
    assert "|tok:intl|case:lower|align:source|" in text


def test_words_are_those_of_the_tokenizer(stand_in, folder):
    write_lines(folder / "sources" / "de-en.txt.gz", ["eins, zwei", "nichts", "A B"])
    write_lines(folder / "system-outputs" / "de-en" / "x.txt", ["one, two", "z", "b"])
    file = folder / "source-alignments" / "de-en" / "systems" / "x.align"
    for tokenizer, links in (("none", "0-0 1-1"), ("unicode", "0-0 1-1 2-2")):
        succeed("align-source", str(folder), "--lp", "de-en", "--tokenize", tokenizer, "-q")
        assert file.read_text().splitlines()[0] == links


def test_errors(stand_in, folder, tmp_path):
    command = ("align-source", str(folder), "--lp", "de-en")
    assert "got 'diag'" in fail(*command, "--symmetrize", "diag")
    assert "'words'" in fail(*command, "--tokenize", "words")
    (tmp_path / "file").write_text("")
    assert "cannot be written" in fail(*command, "-o", str(tmp_path / "file"))
    assert "has no references/fr-en" in fail("align-source", str(folder), "--lp", "fr-en")
    write_lines(folder / "sources" / "de-en.txt.gz", ["zu kurz"])
    assert "de-en.txt.gz has 1 lines but there are 3 segments" in fail(*command)
    (folder / "sources" / "de-en.txt.gz").unlink()
    assert "sources/de-en.txt: not found; the source sentences are expected" in fail(*command)


def test_without_the_program(monkeypatch, folder, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("align-source", str(folder), "--lp", "de-en")
    if result.returncode:  # it may lie beside the Python that runs the tests
        assert result.stderr.endswith("run: pip install 'hyperbaton[eflomal]'\n")
