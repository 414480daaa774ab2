"""`hyperbaton align` as a user runs it."""

import json
from pathlib import Path

import pytest
from processes import succeed

REFERENCE = "the cat sat on the mat\nhe read a book\n\nsame\n"
HYPOTHESIS = "on the mat cats sat\nhe reads the book\nanything\nsame\n"
LINKS = "0-3 1-4 2-5 3-1 4-2\n0-0 1-1 3-3\n\n0-0\n"


@pytest.fixture
def folder(folder_of):
    return folder_of(ref=REFERENCE, hyp=HYPOTHESIS)


def test_one_line_a_segment(folder):
    result = succeed("align", "ref.txt", "-i", "hyp.txt")
    assert result.stdout == LINKS
    assert result.stderr == ""
    assert succeed("align", "ref.txt", "-i", "-", stdin=HYPOTHESIS).stdout == LINKS


def test_words_are_matched_in_the_language_of_the_text(folder):
    for name in ("ref.txt", "hyp.txt"):
        text = (
            "Gestern habe ich im Park einen alten Freund getroffen, und wir sind nach Hause.\n" * 3
        )
        (folder / name).write_text(text, encoding="utf-8")
    result = succeed("align", "ref.txt", "-i", "hyp.txt", "--summary")
    assert "the text is German, and scored as such (--language de)" in result.stderr
    assert "synonym" not in result.stdout


def test_summary(folder):
    """There are 11 words on both sides; 7 are linked to equal ones, 2 by their stems."""
    assert succeed("align", "ref.txt", "-i", "hyp.txt", "--summary").stdout.splitlines() == [
        "matcher  links  of hypothesis  of reference",
        "exact        7        63.64 %       63.64 %",
        "stem         2        18.18 %       18.18 %",
        "synonym      0         0.00 %        0.00 %",
        "all          9        81.82 %       81.82 %",
        "",
        "4 alignments in 5 chunks; proven to be the best: 4 (100.00 %)",
    ]


def test_json_lines(folder):
    (folder / "second.txt").write_text("\nhe reads\n\n\n", encoding="utf-8")
    output = succeed("align", "ref.txt", "second.txt", "-i", "hyp.txt", "--format", "json").stdout
    records = [json.loads(line) for line in output.splitlines()]
    assert len(records) == 4
    assert records[1] == {
        "hypothesis": ["he", "reads", "the", "book"],
        "references": [
            {
                "words": ["he", "read", "a", "book"],
                "links": [
                    {"hypothesis": 0, "reference": 0, "matcher": "exact", "weight": 1.0},
                    {"hypothesis": 1, "reference": 1, "matcher": "stem", "weight": 0.6},
                    {"hypothesis": 3, "reference": 3, "matcher": "exact", "weight": 1.0},
                ],
                "chunks": 2,
                "exact": True,
            },
            {
                "words": ["he", "reads"],
                "links": [
                    {"hypothesis": 0, "reference": 0, "matcher": "exact", "weight": 1.0},
                    {"hypothesis": 1, "reference": 1, "matcher": "exact", "weight": 1.0},
                ],
                "chunks": 1,
                "exact": True,
            },
        ],
    }
    assert records[2]["references"] == [{"words": [], "links": [], "chunks": 0, "exact": True}]


def test_soft_links_have_their_similarity(folder):
    """The cosine of book and novel is 24 / 25; half of that is the weight."""
    (folder / "vectors").write_text("book 3 4\nnovel 4 3\n", encoding="utf-8")
    (folder / "one.txt").write_text("the book\n", encoding="utf-8")
    (folder / "two.txt").write_text("the novel\n", encoding="utf-8")
    arguments = ["align", "one.txt", "-i", "two.txt", "--aligner", "best(embeddings=vectors)"]
    names = succeed(*arguments, "--matchers", "exact,soft", "--names").stdout
    assert names == "0-0:exact 1-1:soft:0.96\n"
    record = json.loads(succeed(*arguments, "--matchers", "exact,soft", "--format", "json").stdout)
    exact, soft = record["references"][0]["links"]
    assert soft == {
        "hypothesis": 1,
        "reference": 1,
        "matcher": "soft",
        "weight": 0.48,
        "similarity": 0.96,
    }
    assert "similarity" not in exact
    unweighted = succeed(*arguments, "--matchers", "exact,soft:0", "--names").stdout
    assert unweighted == "0-0:exact 1-1:soft\n"


SOURCE = "eins zwei drei\nnichts\nA B\n"
TRANSLATIONS = {
    "wmt/references/de-en.refA.txt": "one two three\n\na b\n",
    "wmt/references/de-en.refB.txt": "one two three\n\na b\n",
    "wmt/outputs/x.txt": "one two\nz\nb\n",
    "wmt/outputs/y.1.txt": "1 2 3 4\n\na b\n",
}


@pytest.fixture
def source(tmp_path, monkeypatch):
    """A source and four translations."""
    monkeypatch.chdir(tmp_path)
    for name, text in {**TRANSLATIONS, "src.txt": SOURCE}.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_translation_of_a_source_gets_its_links(source):
    references, outputs = list(TRANSLATIONS)[:2], list(TRANSLATIONS)[2:]
    command = ("align", "--source", "src.txt", *references, "-i", *outputs, "-o", "links")
    result = succeed(*command, "--save-model", "model.npz")
    assert result.stderr == "hyperbaton: aligned 4 translations\n"
    found = {str(p.relative_to("links")): p.read_text() for p in Path("links").rglob("*.align")}
    assert sorted(found) == [
        "references/refA.align",
        "references/refB.align",
        "systems/x.align",
        "systems/y.1.align",
    ]
    assert all(len(lines.splitlines()) == 3 for lines in found.values())
    assert found["references/refA.align"].splitlines()[1] == ""  # nothing to link
    assert found["references/refA.align"].splitlines()[2] == "0-0 1-1"  # A B and a b
    assert Path("model.npz").stat().st_size > 0


def test_links_of_one_translation_are_printed(source):
    command = ("align", "--source", "src.txt", "-i", "wmt/outputs/y.1.txt")
    links = succeed(*command).stdout
    assert links.splitlines()[1:] == ["", "0-0 1-1"]
    succeed(*command, "-o", "y.align")
    assert Path("y.align").read_text() == links
    confident = succeed(*command, "--confidences").stdout.splitlines()[2].split()
    assert [link.split(":")[0] for link in confident] == ["0-0", "1-1"]
    assert all(0.35 < float(link.split(":")[1]) <= 1 for link in confident)


def test_words_of_the_source_are_those_of_the_tokenizer(source):
    Path("src.txt").write_text("Rom, Paris\n")
    Path("x.txt").write_text("Rom, Paris\n")
    for tokenizer, links in (("none", "0-0 1-1\n"), ("unicode", "0-0 1-1 2-2\n")):
        command = ("align", "--source", "src.txt", "-i", "x.txt", "--tokenize", tokenizer)
        assert succeed(*command).stdout == links
