"""Commands as a user runs them, and those about permutations one by one."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from processes import fail, succeed

from hyperbaton import __version__, metrics
from hyperbaton.cli import COMMANDS, command_parser
from hyperbaton.cli.options import Ranged
from hyperbaton.metrics import METRICS

REPOSITORY = Path(__file__).parents[2]


def test_version():
    assert succeed("--version").stdout == f"hyperbaton {__version__}\n"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_teaches(command):
    text = succeed(*command.split(), "--help").stdout
    assert text.startswith(f"usage: hyperbaton {command}".rstrip())
    assert "examples:" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_does_and_every_number_its_range(command):
    for option in command_parser(command)._actions:
        assert option.help
        assert option.type not in (int, float)
        if isinstance(option.type, Ranged):
            assert option.type.range.span in option.help


@pytest.mark.parametrize(
    ("argv", "modules"),
    [
        (["--help"], set()),
        (["tree", "2 1"], {"tree"}),
        (["score", "demo/en/reference.txt", "-i", "demo/en/loom.txt", "-m", "pef"], {"score"}),
    ],
    ids=lambda each: " ".join(each),
)
def test_only_the_command_that_runs_is_imported(argv, modules):
    code = (
        "import sys; from hyperbaton.cli import COMMANDS, main; main(sys.argv[1:]); "
        "print(*(name for name in COMMANDS if f'hyperbaton.cli.{name}' in sys.modules)); "
        "print('numpy' in sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *argv], cwd=REPOSITORY, capture_output=True, text=True
    )
    *_, imported, numpy = ended.stdout.splitlines()
    assert (set(imported.split()), numpy) == (modules, str(bool(modules)))


def test_usage_errors_name_the_command():
    for argv in (["tree", "--nope"], ["score", "a", "-i", "b", "--nope"]):
        message = fail(*argv)
        assert message.startswith("hyperbaton: unrecognized arguments: --nope\n")
        assert message.endswith(f"\nsee 'hyperbaton {argv[0]} --help'\n")
    assert "there is no command 'skore'; did you mean score?" in fail("skore")
    assert fail().endswith("see 'hyperbaton --help'\n")


@pytest.mark.parametrize(
    "line",
    [
        "score --metrics kendall --metrics wer -i out.txt --ref ref.txt",
        "score -q ref.tsv:text --hyp out.txt -m kendall wer",
        "score -m kendall wer ref.txt -i out.txt",
    ],
)
def test_order_of_arguments_does_not_matter(line, folder_of, tmp_path):
    folder_of(ref="a b c\n", out="c a b\n")
    (tmp_path / "ref.tsv").write_text("text\na b c\n")
    expected = succeed("score", "ref.txt", "-i", "out.txt", "-m", "kendall", "wer").stdout
    assert succeed(*line.split()).stdout == expected


def test_permutation_table():
    result = succeed("permutation", "-m", "kendall", "pef(beta=0.60)", stdin="2 4 1 3\n\n0,1\n")
    assert result.stdout == "kendall\tpef\n0.5\t0.0\n0.0\t0.0\n1.0\t1.0\n"
    assert result.stderr == "hyperbaton: 3 permutations, some counted from 0 and some from 1\n"


def test_permutation_average():
    result = succeed("permutation", "--average", "-m", "kendall", stdin="1 2\n2 1\n1 2\n")
    assert result.stdout == f"kendall\n{2 / 3!r}\n"


def test_permutation_default_metrics_are_announced():
    result = succeed("permutation", stdin="1 2\n")
    names = result.stdout.splitlines()[0].split("\t")
    assert f"no -m given, using {' '.join(names)}" in result.stderr
    assert set(names) <= set(METRICS)
    assert succeed("permutation", "-q", stdin="1 2\n").stderr == ""


def test_permutation_json():
    arguments = ["permutation", "--format", "json", "-m", "kendall", "pef"]
    document = json.loads(succeed(*arguments, stdin="2 1\n0\n\n").stdout)
    assert document["hyperbaton"] == __version__
    assert document["metrics"][1] == {"metric": "pef", "signature": metrics.parse("pef").signature}
    assert document["permutations"][0] == {
        "length": 2,
        "base": 1,
        "scores": {"kendall": 0.0, "pef": 0.0},
    }
    assert document["average"]["kendall"] == pytest.approx(1 / 3)
    empty = json.loads(succeed(*arguments, "--average").stdout)
    assert empty["average"] == {"kendall": None, "pef": None}
    assert "permutations" not in empty


def test_tree_text():
    once = succeed("tree", "5 7 4 6 3 1 2").stdout
    assert once.startswith("2×⟨2,1⟩\n")
    assert once.endswith("\n2 permutation trees\n")
    assert succeed("tree", *"5746312").stdout == once
    assert succeed("tree", stdin="5,7,4,6,3,1,2\n").stdout == once
    assert "1 permutation tree\n" in succeed("tree", "2 1").stdout
    from_zero = succeed("tree", "1 0")
    assert from_zero.stdout == succeed("tree", "2 1").stdout
    assert from_zero.stderr == "hyperbaton: counted from 0 in the input, drawn from 1\n"


def test_tree_json():
    document = json.loads(succeed("tree", "--format", "json", "4 3 2 1", "1 2").stdout)
    assert [tree["pets"] for tree in document["trees"]] == [5, 1]
    assert document["trees"][0]["nodes"][-1]["repeat"] == 3


def test_tree_json_of_a_count_too_long_to_write():
    numbers = " ".join(map(str, range(1, 8001)))
    (tree,) = json.loads(succeed("tree", "--format", "json", stdin=numbers).stdout)["trees"]
    assert tree["pets"] is None
    assert tree["log_pets"] > 10_000


def test_metrics_list_and_explanation():
    listed, _, presets = succeed("metrics").stdout.partition("\n\npresets")
    assert [line.split()[0] for line in listed.splitlines()] == list(METRICS)
    assert [line.split()[0] for line in presets.splitlines()[1:]] == list(METRICS.presets)
    for name in METRICS:
        text = succeed("metrics", name).stdout
        for part in ("formula", "range", "is better", "cite", "signature"):
            assert part in text


def test_aligners_and_parsers_are_listed_and_explained():
    assert "meteor  the alignment that METEOR 1.5 finds" in succeed("metrics", "--aligners").stdout
    assert "  matchers    exact, stem, synonym" in succeed("metrics", "--aligners", "meteor").stdout
    assert "model" in succeed("metrics", "--parsers", "spacy").stdout
    assert "there is no parser 'spazy'; did you mean spacy" in fail("metrics", "--parsers", "spazy")


def test_pages_and_the_corpus_of_their_examples(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    listed = [line.split()[0] for line in succeed("docs").stdout.splitlines()]
    assert listed == sorted(page.stem for page in (REPOSITORY / "docs").glob("*.md"))
    page = (REPOSITORY / "docs" / "batch.md").read_text("utf-8")
    assert succeed("docs", "batch").stdout == page
    assert "did you mean batch?" in fail("docs", "bach")
    succeed("docs", "--demo")
    command = ["score", "demo/en/reference.txt", "-i", "demo/en/reference.txt", "-m", "wer", "-q"]
    assert "0.0000" in succeed(*command).stdout
    assert "demo already exists here" in fail("docs", "--demo")


def test_help_names_pages_that_there_are():
    for command in COMMANDS:
        text = " ".join(succeed(command, "--help").stdout.split())
        for page in re.findall("'hyperbaton docs ([a-z_]+)'", text):
            assert (REPOSITORY / "docs" / f"{page}.md").exists()
        assert "docs/" not in text
