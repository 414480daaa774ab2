"""What a user reads after a mistake: the file, the line, what is wrong and what to do."""

import gzip
import re
from pathlib import Path

import pytest
from hostility.children import assert_promised
from hostility.command_lines import ENDING_COMMAND_LINES
from hostility.inside import run_inside

KIND = "messages"
REF, HYP = "demo/en/reference.txt", "demo/en/loom.txt"
SCORE = ["score", REF, "-i", HYP, "-q"]
SYNONYM = ["-m", "pef", "--language", "de", "--matchers", "exact,synonym", "--synonyms"]
EMBEDDING = ["-m", "pef", "--matchers", "exact,embedding", "--embeddings"]


@pytest.fixture
def mistakes(folder):
    """A folder with files that are not what they should be."""
    text = Path(REF).read_bytes()
    contents = {
        "empty.txt": b"",
        "utf16.txt": text.decode().encode("utf-16"),
        "latin.txt": b"caf\xe9\n",
        "mac.txt": text.replace(b"\n", b"\r"),
        "short.txt": b"a\nb\n",
        "packed.txt": gzip.compress(text),
        "plain.gz": text,
        "wide.csv": b"id,mt\n1," + b"a" * 200_000 + b"\n",
        "table.tsv": b"id\tmt\n1\ta\n2\n",
        "nul.txt": b"a\nb\0c\n",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "dir").mkdir()
    return folder


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["score", REF, "-i", "dir"], r"dir: cannot be read \(Is a directory\)"),
        (["score", REF, "-i", "none.txt"], r"none\.txt: cannot be read \(No such file"),
        (["score", REF, "-i", "~/none.txt"], r"~/none\.txt: .*the shell did not expand ~"),
        (
            ["score", REF, "-i", "https://x.org/a.txt"],
            r"https://x\.org/a\.txt: .*download",
        ),
        (["score", REF, "-i", "empty.txt"], r"empty\.txt has 0 segments but .*reference\.txt has"),
        (["score", REF, "-i", "short.txt"], r"short\.txt has 2 segments but .*reference\.txt has"),
        (["score", REF, "-i", "utf16.txt"], r"utf16\.txt:1: .*UTF-16.*iconv"),
        (["score", REF, "-i", "latin.txt"], r"latin\.txt:1: byte 0xE9 at position 4 .*iconv"),
        (["score", REF, "-i", "nul.txt"], r"nul\.txt:2: byte 0x00 at position 2 .*NUL"),
        (["score", REF, "-i", "mac.txt"], r"mac\.txt: its lines end in CR alone.*tr "),
        (["score", REF, "-i", "packed.txt"], r"packed\.txt:1: .*ends in \.gz"),
        (["score", REF, "-i", "plain.gz"], r"plain\.gz: is not an intact gzip file"),
        (["score", REF, "-i", "table.tsv"], r"table\.tsv: choose a column.*id, mt"),
        (
            ["score", REF, "-i", "table.tsv:nt"],
            r"table\.tsv: no column 'nt'; columns are id, mt",
        ),
        (["score", REF, "-i", "table.tsv:mt"], r"table\.tsv:3: 1 field, expected 2"),
        (["score", REF, "-i", "wide.csv:mt"], r"wide\.csv:mt has 1 segment but"),
        (["score", REF], r"-i"),
        (["score", "-i", HYP], r"REF"),
        ([*SCORE, "-m", "bluu"], r"no metric 'bluu'; did you mean bleu"),
        ([*SCORE, "--tokenize", "13"], r"no tokenizer '13'; did you mean 13a"),
        ([*SCORE, "--language", "english"], r"--language: .*'english'; did you mean en\?"),
        ([*SCORE, "--language", "DE"], r"--language: .*'DE'; did you mean de\?"),
        ([*SCORE, "--matchers", "stemm"], r"matchers: there is no 'stemm'; there are exact, stem"),
        ([*SCORE, "-m", "dted", "-j", "0"], r"processes: .*1 to 1024"),
        ([*SCORE, "--threads", "0"], r"threads: .*1 to 1024"),
        ([*SCORE, "-m", "pef", "--paraphrases", "none"], r"hyperbaton: none: cannot be read"),
        ([*SCORE, *EMBEDDING, "none"], r"hyperbaton: none: cannot be read"),
        ([*SCORE, *EMBEDDING, "none.npz"], r"hyperbaton: none\.npz: cannot be read"),
        ([*SCORE, *EMBEDDING, REF], rf"hyperbaton: {REF}:1: .*a word and its numbers"),
        ([*SCORE, *SYNONYM, "none"], r"hyperbaton: none: cannot be read"),
        ([*SCORE, "-m", "dted", "--parser", "udpipe(file=none)"], r"hyperbaton: parser udpipe"),
        ([*SCORE, "--links", REF], rf"{REF}:1: 'Yesterday,' is not a link; links such as 0-1"),
        (["tree", "demo/en/calque.perm"], r"is a file.*hyperbaton tree < demo/en/calque\.perm"),
        (["permutation", REF], rf"{REF}:1: 'Yesterday' is not an integer"),
        (["permutation", "dir"], r"dir: cannot be read \(Is a directory\)"),
        (["meta", "dir", "--lp", "de-en", "-m", "wer"], r"dir: has no references/de-en"),
        (["meta", "demo/judged", "--lp", "xx-yy", "-m", "wer"], r"xx-yy.*it has de-en"),
        (
            ["meta", "demo/judged", "--lp", "de-en", "-m", "pef", "--paraphrases", "none"],
            r"hyperbaton: none: cannot be read",
        ),
    ],
)
def test_messages_name_file_line_fault_and_remedy(argv, message, mistakes):
    ended = run_inside(argv)
    assert_promised(ended, KIND, codes=[2])
    assert re.search(message, ended.message), ended.message


@pytest.mark.parametrize("line", ENDING_COMMAND_LINES, ids=str)
@pytest.mark.parametrize("name", ["none.txt", "dir", "mac.txt", "utf16.txt", "latin.txt"])
def test_every_command_names_the_file_at_fault(line, name, mistakes):
    for number, argument in enumerate(line.arguments):
        if (mistakes / argument).is_file() and argument.startswith("demo/"):
            arguments = [*line.arguments]
            arguments[number] = name
            ended = run_inside([line.name, *arguments])
            assert_promised(ended, KIND, codes=[2])
            assert name in ended.message, ended.message


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("final", [True, False])
def test_files_that_differ_in_their_ends_alone_are_the_same(ends, mark, final, mistakes):
    content = mark + Path(HYP).read_bytes().replace(b"\n", ends)
    (mistakes / "loom.txt").write_bytes(content if final else content.removesuffix(ends))
    (mistakes / "other").mkdir()
    expected = run_inside([*SCORE, "-m", "wer", "pef"])
    ended = run_inside(["score", REF, "-i", "loom.txt", "-q", "-m", "wer", "pef"])
    assert_promised(ended, KIND, codes=[0])
    assert ended.out == expected.out


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r"])
def test_other_separators_end_no_line(separator, mistakes):
    lines = Path(HYP).read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace(" ", separator, 1)
    (mistakes / "loom.txt").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    ended = run_inside(["score", REF, "-i", "loom.txt", "-q", "-m", "wer"])
    assert_promised(ended, KIND, codes=[0])
