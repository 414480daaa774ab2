"""`hyperbaton meta` as a user runs it."""

import json
from pathlib import Path

import pytest
from meta.conftest import make
from meta.test_given_files import add_given
from processes import fail, succeed

from hyperbaton import __version__
from hyperbaton.cli import main

REFERENCE = ["the cat sat on the mat", "he read a book", "it rained all night"] * 4
OUTPUTS = {
    "good": ["the cat sat on the mat", "he has read a book", "it rained all night"] * 4,
    "fair": ["the cat on the mat sat", "he a book read", "all night it rained"] * 4,
    "poor": ["mat cat the on", "read book", "night the rain was"] * 4,
}
RANKS = {"good": 1, "fair": 2, "poor": 3}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for pair in ("de-en", "fr-en"):
        (tmp_path / "references").mkdir(exist_ok=True)
        (tmp_path / "references" / f"{pair}.refA.txt").write_text("\n".join(REFERENCE) + "\n")
        outputs = tmp_path / "system-outputs" / pair
        outputs.mkdir(parents=True)
        for name, lines in OUTPUTS.items():
            (outputs / f"{name}.txt").write_text("\n".join(lines) + "\n")
        rows = ["segment\tsystem1\trank1\tsystem2\trank2\tranking"]
        for segment in range(1, 13):
            for first, second in (("good", "fair"), ("good", "poor"), ("fair", "poor")):
                row = [segment, first, RANKS[first], second, RANKS[second], segment]
                rows.append("\t".join(map(str, row)))
        (tmp_path / "rankings").mkdir(exist_ok=True)
        (tmp_path / "rankings" / f"{pair}.pairs.tsv").write_text("\n".join(rows) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def meta(*arguments):
    return succeed("meta", ".", "--lp", "de-en", *arguments)


def test_levels_and_statistics(folder):
    arguments = ["-m", "wer", "--level", "both", "--statistic", "tau-b", "accuracy", "kendall"]
    document = json.loads(meta(*arguments, "--format", "json", "--samples", "100").stdout)
    assert document["hyperbaton"] == __version__
    found = [(table["level"], table["statistic"]) for table in document["tables"]]
    assert found == [
        ("segment", "tau-b"),
        ("segment", "accuracy"),
        ("system", "accuracy"),
        ("system", "kendall"),
    ]
    kendall = document["tables"][-1]["agreements"][0]
    assert (kendall["systems"], kendall["pairs"], kendall["value"]) == (3, 3, 1.0)
    assert document["signatures"]["de-en"]["wer"].startswith("wer(")


def test_tsv(folder):
    rows = meta("-m", "wer", "per", "--samples", "0", "--format", "tsv").stdout.splitlines()
    assert rows[0].split("\t")[:5] == ["level", "statistic", "lp", "metric", "value"]
    assert rows[1].split("\t")[:5] == ["segment", "tau-wmt14", "de-en", "wer", "0.7777777777777778"]


def test_scores_by_others(folder):
    path = folder / "metric-scores" / "de-en" / "wer-refA.seg.score"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{name} {-rank}\n" for name, rank in RANKS.items() for _ in range(12)))
    template = str(path).replace("de-en", "{lp}")
    by_template = meta("--scores", template, "--samples", "0", "--format", "tsv").stdout
    assert by_template.splitlines()[1].split("\t")[3:5] == ["wer-refA", "1.0"]
    turned = meta("--errors", template, "--samples", "0", "--format", "tsv").stdout
    assert turned.splitlines()[1].split("\t")[4] == "-1.0"
    fewer = meta("--scores", template, "--exclude", "poor", "--samples", "0", "--format", "tsv")
    assert fewer.stdout.splitlines()[1].split("\t")[8] == "2"


def test_skipping_is_announced(folder):
    path = folder / "system-outputs" / "de-en" / "fair.txt"
    path.write_text("\n" + "\n".join(OUTPUTS["fair"][1:]) + "\n")
    assert "fair has no output for segment 1" in fail(
        "meta", ".", "--lp", "de-en", "-m", "wer", "--samples", "0"
    )
    result = meta("-m", "wer", "--samples", "0", "--skip-missing")
    assert result.stderr == "hyperbaton: left out 2 × judgement of a missing output\n"
    assert "34 pairs of outputs" in result.stdout
    assert meta("-m", "wer", "--samples", "0", "--skip-missing", "-q").stderr == ""
    assert "36 pairs" in meta("-m", "wer", "--samples", "0", "--blank", "empty").stdout


@pytest.fixture
def rated(folder):
    """Ratings beside the rankings, the same for every system but for one segment."""
    (folder / "human-scores").mkdir()
    rows = ["segment\tjudge\tsystem\tadequacy\tfluency"]
    for segment in range(1, 13):
        for system, rank in RANKS.items():
            rows.append(f"{segment}\tj{segment % 2}\t{system}\t{5 - rank}\t{1 + rank}")
    rows[1] = "1\tj1\tgood\t5\t5"
    (folder / "human-scores" / "de-en.nist.tsv").write_text("\n".join(rows) + "\n")
    return folder


def test_rankings_are_not_taken_in_silence_where_people_scored(rated):
    result = meta("-m", "wer", "--samples", "0")
    assert result.stderr == "hyperbaton: de-en: using rankings; choose scores with --human nist\n"
    assert meta("-m", "wer", "--samples", "0", "-q").stderr == ""
    chosen = meta("-m", "wer", "--samples", "0", "--human", "nist", "--score-columns", "adequacy")
    assert chosen.stderr == ""


def test_every_pair_has_its_own_language(folder, capsys):
    for name in ("references", "rankings"):
        for path in (folder / name).glob("fr-en*"):
            path.rename(path.with_name(path.name.replace("fr-en", "en-de")))
    (folder / "system-outputs" / "fr-en").rename(folder / "system-outputs" / "en-de")
    arguments = ["meta", ".", "--lp", "de-en", "en-de", "-m", "kendall", "wer", "--samples", "0"]
    assert main(arguments) == 0
    *_, english, german, shared = capsys.readouterr().out.splitlines()
    assert english.startswith("de-en: kendall(") and "|lang:en|" in english
    assert german.startswith("en-de: kendall(") and "|lang:de|" in german
    assert shared.startswith("wer(")


@pytest.mark.parametrize(
    ("option", "metric", "part"),
    [
        ("--links", "kendall", "align:given"),
        ("--source-alignments", "kendall", "align:source"),
        ("--trees", "dted", "trees:given"),
    ],
)
def test_given_files(tmp_path, monkeypatch, capsys, option, metric, part):
    """They lie in the folder of the test set unless another one is named."""
    add_given(make(tmp_path / "wmt"))
    monkeypatch.chdir(tmp_path)
    arguments = ["meta", "wmt", "--lp", "de-en", "-m", metric, "--samples", "0", option]
    assert main([*arguments, "--format", "json"]) == 0
    found = capsys.readouterr().out
    assert f"|{part}|" in json.loads(found)["signatures"]["de-en"][metric]
    for kind in ("links", "source-alignments", "trees"):
        (tmp_path / "wmt" / kind).rename(tmp_path / kind)
    assert main([*arguments, ".", "--format", "json"]) == 0
    assert capsys.readouterr().out == found


def test_references_among_the_outputs_are_announced(folder: Path) -> None:
    outputs = folder / "system-outputs" / "de-en"
    (outputs / "refA.txt").write_text((folder / "references" / "de-en.refA.txt").read_text())
    expected = "hyperbaton: de-en: left out of the systems, as a human reference: refA\n"
    assert meta("-m", "wer", "--samples", "0").stderr == expected
    assert meta("-m", "wer", "--samples", "0", "-q").stderr == ""


def test_agreement_of_people(folder: Path) -> None:
    text = meta("--agreement").stdout
    assert text.split()[:2] == ["judgements", "judged"]
    document = json.loads(meta("--agreement", "--format", "json").stdout)
    assert document["pairs"][0]["lp"] == "de-en"
    assert document["pairs"][0]["kappa"] is None
