"""What a user reads after a mistake: the file, the line, what is wrong and what to do."""

import gzip
import re
import shlex
from pathlib import Path

import pytest
from processes import fail

DEMO = Path(__file__).parents[2] / "demo"
REF, HYP = "demo/en/reference.txt", "demo/en/loom.txt"
SCORE = f"score {REF} -i {HYP} -q"
META = "meta demo/judged --lp de-en"
TUNE = "tune --data demo/judged --lp de-en -q"
SOURCE = "source demo/de/source.txt -i demo/de/calque.txt --tokenize unicode"
LINKS = "demo/de/calque.align"
LINKED = f"{SOURCE} --alignment {LINKS}"
LEARN = "align --source demo/de/source.txt -i demo/de/calque.txt"
EXPLAIN = f"explain {REF} -i {HYP} -q"
BATCH = "batch demo/en/pairs.tsv --hyp loom --ref reference"

FILES = {
    "empty.txt": b"",
    "short.txt": b"a\nb\n",
    "latin.txt": b"caf\xe9\n",
    "nul.txt": b"a\nb\0c\n",
    "utf16.txt": "a\nb\n".encode("utf-16"),
    "packed.txt": gzip.compress(b"a\n"),
    "plain.gz": b"a\n",
    "ragged.tsv": b"id\tmt\n1\ta\n2\n",
    "twice.tsv": b"text\ttext\na\tb\n",
    "twice.csv": b"text,text\na,b\n",
    "twice.jsonl": b'{"text": "a", "text": "b"}\n',
    "half.jsonl": b'{"text": "a \\ud800"}\n',
    "bad.jsonl": b'{"text": "a"\n',
    "far.links": b"0-0\n0-99\n",
    "bad.perm": b"1 2\n1 5\n",
    "cycle.conllu": b"1\tx\t_\tX\t_\t_\t0\troot\t_\t_\n2\ty\t_\tX\t_\t_\t3\tdep\t_\t_\n"
    b"3\tz\t_\tX\t_\t_\t2\tdep\t_\t_\n\n",
    "twice.seg.tsv": b"system\tsegment\tm\tm\nloom\t1\t1\t2\n",
}
MISTAKES = [
    # commands and options
    ("", "missing COMMAND"),
    ("skore", "there is no command 'skore'; did you mean score?"),
    (f"score {REF}", "-i/--input"),
    (f"score -i {HYP}", "REF"),
    (f"{SCORE} --nope", "unrecognized arguments: --nope$"),
    (
        f"{SCORE} --tokenise 13a",
        r"unrecognized arguments: --tokenise 13a; did you mean --tokenize\?",
    ),
    (f"{SCORE} --format xml", "argument --format: invalid choice: 'xml'"),
    (f"{SCORE} --threads 0", "--threads: expected a whole number from 1 to 1024, got '0'"),
    (f"{SCORE} --samples 1e3", "--samples: expected a whole number from 40 to 100000, got '1e3'"),
    (f"{SCORE} --seed -1", "--seed: expected a whole number from 0 to 4294967295, got '-1'"),
    (f"{SCORE} -m bluu", "there is no metric 'bluu'; did you mean bleu"),
    (f"{SCORE} -m 'pef(beta=7)'", "pef: beta must be a number from 0 to 1, got 7"),
    (f"{SCORE} -m 'pef(beta'", "metric string: expected '=' after 'beta', found the end"),
    (f"{SCORE} -m wer wer", "duplicate wer"),
    (f"{SCORE} --tokenize 13", "there is no tokenizer '13'; did you mean 13a"),
    (f"{SCORE} --lowercase --keep-case", "not allowed with argument --lowercase"),
    (f"{SCORE} --language englisch", r"--language: 'englisch' is not .* did you mean en \(Eng"),
    (f"{SCORE} --matchers stemm", "matchers: there is no 'stemm'; did you mean stem"),
    (f"{SCORE} --aligner meteors", "there is no aligner 'meteors'; did you mean meteor"),
    (f"{SCORE} -m dted --parser spacie", "there is no parser 'spacie'; did you mean spacy"),
    ("score -i out.txt ref.txt -m wer", "missing REF; write it before the options"),
    (f"{SCORE} --paired bootstrap", "--paired tests systems against the first one: give at least"),
    (f"{SCORE} --samples 50", "nothing is resampled; add --confidence or --paired"),
    (f"{SCORE} -m wer --sort ter", "--sort: ter is not among the metrics; add it with -m"),
    # files of text
    (f"score {REF} -i folder", r"folder: cannot be read \(Is a directory\)"),
    (f"score {REF} -i none.txt", r"none\.txt: cannot be read \(No such file"),
    (f"score {REF} -i empty.txt", r"empty\.txt has 0 segments but .*reference\.txt has"),
    (f"score {REF} -i short.txt", r"short\.txt has 2 segments but .*reference\.txt has"),
    (f"score {REF} short.txt -i {HYP}", r"short\.txt has 2 segments but .*reference\.txt has"),
    (f"score {REF} -i utf16.txt", r"utf16\.txt:1: .*UTF-16.*iconv"),
    (f"score {REF} -i latin.txt", r"latin\.txt:1: byte 0xE9 at position 4 .*iconv"),
    (f"score {REF} -i nul.txt", r"nul\.txt:2: byte 0x00 at position 2 is not text"),
    (f"score {REF} -i packed.txt", r"packed\.txt:1: .*ends in \.gz"),
    (f"score {REF} -i plain.gz", r"plain\.gz: is not an intact gzip file"),
    (f"score {REF} -i {HYP} {HYP}", "duplicate system"),
    # tables
    (f"score {REF} -i ragged.tsv", r"ragged\.tsv: choose a column.*'?id'?, '?mt'?"),
    (f"score {REF} -i ragged.tsv:nt", r"ragged\.tsv:.* no column '?nt'?"),
    (f"score {REF} -i ragged.tsv:mt", r"ragged\.tsv:3: "),
    ("score twice.tsv:text -i twice.tsv:text -m wer", "twice"),
    ("score twice.csv:text -i twice.csv:text -m wer", "twice"),
    ("score twice.jsonl:text -i twice.jsonl:text -m wer", "twice"),
    ("score half.jsonl:text -i half.jsonl:text -m wer", r"half\.jsonl:1: .*half a surrogate"),
    ("score bad.jsonl:text -i bad.jsonl:text -m wer", r"bad\.jsonl:1: "),
    # files of links, trees, permutations and matchers
    (f"{SCORE} -m pef --links {REF}", rf"{REF}:1: 'Yesterday,' is not a link; links such as 0-1"),
    (f"{SCORE} -m pef --links far.links", "far.links"),
    (f"{SCORE} --source {REF} --ref-alignment x", "--alignment and --ref-alignment require each"),
    (f"{SCORE} --alignment x --ref-alignment x", "--alignment requires --source"),
    (f"{SCORE} -m pef --links x --matchers exact", "--matchers and --links are mutually exclusive"),
    (f"{SCORE} -m pef --aligner 'best(paraphrases=none)'", r"none: cannot be read"),
    (f"{SCORE} -m pef --aligner 'best(matchers=soft,embeddings={REF})'", rf"{REF}:1: "),
    (f"{SCORE} -m dted --parser 'udpipe(file=none)'", r"parser udpipe"),
    (
        f"{SCORE} -m dted --ref-trees cycle.conllu --hyp-trees cycle.conllu",
        r"cycle\.conllu:2: .*its heads lead back to it",
    ),
    (f"{SCORE} --ref-trees cycle.conllu", "--ref-trees and --hyp-trees require each other"),
    ("tree demo/en/calque.perm", r"permutation 1: .demo/en/calque\.perm. is not an integer"),
    ("tree '1 3'", "permutation 1: 3 is outside 1..2"),
    ("tree \udcff", r"permutation 1: .*xff' is not an integer"),
    ("permutation bad.perm", r"bad\.perm:2: 5 is outside 1\.\.2"),
    (f"permutation {REF}", rf"{REF}:1: 'Yesterday' is not an integer"),
    ("permutation \udcff", r"\\udcff: cannot be read"),
    ("permutation demo/en/calque.perm -q -m bleu", "bleu: cannot score a permutation"),
    (f"{SOURCE} --alignment {REF}", rf"{REF}:1: 'Yesterday,' is not a link"),
    (f"{LINKED} --base 1", r"calque\.align:1: link 0-0: "),
    (f"{LINKED} -k 3 3", "duplicate 3"),
    (f"{LINKED} -k 0", "--anticipation: expected a whole number from 1 to 1000000000, got '0'"),
    (f"{LINKED} {LINKS}", "--alignment: 2 files for 1 outputs; give one for each"),
    (f"{LINKED} --reference {REF}", "--reference with --alignment requires --ref-alignment"),
    (f"{LINKED} --paired", "give at least two with -i"),
    (f"{SOURCE} --ref-alignment {LINKS}", "--ref-alignment requires --alignment"),
    # other commands
    (f"align {REF} {HYP} -i {HYP}", "segment 1 has 2 references; give one reference, or"),
    ("align -i short.txt", "or the source with --source"),
    (f"align {REF} -i {HYP} {HYP}", "requires --source"),
    (f"align {REF} -i {HYP} --fast", "--fast requires --source"),
    (f"align {REF} -i {HYP} --confidences", "--confidences requires --source"),
    (f"align {REF} -i {HYP} --model x", "--model requires --source"),
    (f"align {REF} -i {HYP} --save-model x", "--save-model requires --source"),
    (f"{LEARN} --model short.txt", r"short\.txt: not an alignment model"),
    (f"{LEARN} --names", "--source and --names are mutually exclusive"),
    (f"{LEARN} --format json", "Pharaoh's format only"),
    (f"{LEARN} demo/de/reference.txt", "name a folder for the links with -o"),
    (f"{LEARN} demo/de/reference.txt -o short.txt", r"short\.txt: .*short\.txt is not a folder"),
    (f"{LEARN} short.txt -o links", r"short\.txt has 2 segments but .*source\.txt has 18"),
    (f"{EXPLAIN} --segment 99", "there is no segment 99; there are 24, counted from 1"),
    (f"{EXPLAIN} --segment 0", "--segment: expected numbers from 1 or ranges like 3-5,9"),
    (f"{EXPLAIN} --segment 5-3", "ranges like 3-5,9; got '5-3'"),
    (f"{EXPLAIN} -m nist", "nist: weighs words by the whole test set"),
    (f"explain {REF} {HYP}", r"reference\.txt is a file; name the output files with -i"),
    ("explain 'we met'", "give output files with -i, or a reference and an output as text"),
    ("explain 'we met' 'met we' --links x", "--links requires -i"),
    ("explain 'we met' 'met \udcff we'", "which UTF-8 cannot hold"),
    ("parse none.txt", r"none\.txt: cannot be read"),
    (f"report {REF} -i {HYP} --source short.txt -q", "source: has 2 entries for 24"),
    (f"report {REF} -i {HYP} --pdf", "--plots"),
    (f"{BATCH} -m wer --threads x", "--threads: expected a whole number from 1 to 1024, got 'x'"),
    ("batch demo/en/pairs.tsv --hyp mt --ref reference -m wer", r"pairs\.tsv.*'mt'"),
    (f"{BATCH} -m nist", "nist"),
    ("mbr", "either as LISTS or with -i"),
    ("mbr demo/en/loom.txt", "Give --per-segment N"),
    ("mbr bad.jsonl", r"bad\.jsonl:1: "),
    ("mbr bad.jsonl -i short.txt", "either as LISTS or with -i"),
    (f"mbr {HYP} --per-segment 5", "has 24 lines, which is not a multiple of 5"),
    (f"mbr {HYP} --per-segment 0", "--per-segment: expected a whole number from 1"),
    ("mbr -i short.txt --per-segment 2", "-i takes one candidate from each file"),
    (f"mbr -i short.txt {HYP}", r"loom\.txt has 24 segments but short\.txt has 2"),
    ("meta folder --lp de-en -m wer", r"no test set has references/de-en"),
    ("meta demo/judged --lp xx-yy -m wer", r"xx-yy.*demo/judged has de-en"),
    ("meta demo/judged --lp de-en de-en -m wer", "duplicate de-en"),
    (META, "nothing to evaluate: give metrics with -m"),
    (f"{META} -m wer --normalize-judges", "no ratings by judges"),
    (f"{META} -m pef --links --matchers exact", "--links and --matchers"),
    (f"{META} -m wer --agreement", "--agreement is of people alone; leave"),
    (f"{META} -m wer --statistic rho", "there is no statistic 'rho'"),
    (f"{META} --scores twice.seg.tsv", r"twice\.seg\.tsv: duplicate column 'm'"),
    (f"{TUNE} ribes --parameter gamma", "gamma"),
    (f"{TUNE} ribes --parameter alpha --hold-out year", "--hold-out does not go with --parameter"),
    (f"{TUNE} ribes", "one of the arguments --parameter --mix is required"),
    (f"{TUNE} --mix chrf", "a mixture needs at least 2 metrics, got 1"),
    (f"{TUNE} --mix chrf wer --range 0 1", "--range does not go with --mix"),
    ("tune --mix chrf wer --data short.d short.d --lp de-en", "--data: duplicate short.d"),
    ("tune --mix chrf wer --data folder --lp de-en", "folder has none"),
    (f"{TUNE} ribes --parameter alpha --range 0 1 --statistic r", "statistic: expected tau"),
    ("reproduce knuth-1973 --data demo/judged", "knuth-1973"),
    ("metrics blue", "there is no metric 'blue'; did you mean bleu"),
    ("serve --port 99999", "--port: expected a whole number from 0 to 65535, got '99999'"),
    # output
    (f"{SCORE} -o folder", r"folder: cannot be written \(it is a folder; name a file\)"),
    (f"{SCORE} -o no/out.txt", r"no/out\.txt: cannot be written \(there is no folder no\)"),
    (f"report {REF} -i {HYP} --plots short.txt", r"short\.txt: cannot be written .*not a folder"),
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the bundled data, and with files that are not what they should be."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo").symlink_to(DEMO)
    (tmp_path / "folder").mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_one_message_that_names_file_fault_and_remedy(line, message, folder):
    stderr = fail(*shlex.split(line))
    assert re.search(message, stderr.splitlines()[0]), stderr
    assert stderr.startswith("hyperbaton")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\ud800-\udfff]", stderr)


def test_standard_input_is_named(folder):
    assert "<stdin>:2: 5 is outside 1..2" in fail("permutation", stdin="1 2\n1 5\n")
    assert "<stdin>:1: 2 occurs more than once" in fail("tree", stdin="2 2\n")
    assert "<stdin>:1: byte 0xFF" in fail("score", REF, "-i", "-", "-m", "wer", stdin=b"\xff\n")
