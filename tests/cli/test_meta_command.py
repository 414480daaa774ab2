"""`hyperbaton meta` and `hyperbaton tune` as a user runs them."""

import json

import pytest
from processes import fail, succeed

from hyperbaton import __version__

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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path


def meta(*arguments):
    return succeed("meta", ".", "--lp", "de-en", *arguments)


def test_table(folder):
    result = meta("-m", "wer", "per", "--samples", "100")
    lines = result.stdout.splitlines()
    assert lines[0] == "tau of segments"
    assert lines[1].split() == ["metric", "de-en"]
    assert lines[2].split()[:2] == ["wer", "1.0000"]
    assert "de-en: 36 pairs of outputs, 3 systems" in lines
    assert lines[-1].startswith("per(accuracy=false,weighted=true)|tok:unicode|")
    assert result.stderr == ""


def test_the_cache_is_used(folder):
    first = meta("-m", "wer", "--samples", "0").stdout
    files = sorted((folder / "caches" / "hyperbaton").rglob("*.npy"))
    assert len(files) == 3
    stamps = [path.stat().st_mtime_ns for path in files]
    assert meta("-m", "wer", "--samples", "0").stdout == first
    assert [path.stat().st_mtime_ns for path in files] == stamps
    assert meta("-m", "wer", "--samples", "0", "--cache", "elsewhere").stdout == first
    assert len(list((folder / "elsewhere").rglob("*.npy"))) == 3
    assert meta("-m", "wer", "--samples", "0", "--no-cache").stdout == first


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
    kendall = document["tables"][-1]["pairs"][0]
    assert (kendall["systems"], kendall["pairs"], kendall["values"]) == (3, 3, [1.0])
    assert document["signatures"]["wer"].startswith("wer(")


def test_several_language_pairs(folder):
    arguments = ["meta", ".", "--lp", "de-en", "fr-en", "-m", "wer", "per", "--samples", "100"]
    text = succeed(*arguments, "--baseline", "per").stdout
    assert "mean rank" in text
    assert "better/worse/equal" in text
    triple = text[text.index("better/worse/equal") :].splitlines()[1].split()
    assert triple[0] == "wer"
    assert sum(map(int, triple[1].split("/"))) == 2
    document = json.loads(succeed(*arguments, "--format", "json", "--baseline", "per").stdout)
    assert document["tables"][0]["records"] == {"per": {"wer": triple[1]}}


def test_tsv_and_latex(folder):
    rows = meta("-m", "wer", "per", "--samples", "0", "--format", "tsv").stdout.splitlines()
    assert rows[0].split("\t")[:5] == ["level", "statistic", "lp", "metric", "value"]
    assert rows[1].split("\t")[:5] == ["segment", "tau", "de-en", "wer", "1.0"]
    text = meta("-m", "wer(accuracy=true)", "--samples", "0", "--format", "latex").stdout
    assert r"wer(accuracy=true) & \textbf{1.0000} & \textbf{1.0000} \\" in text


def test_scores_by_others(folder):
    meta("-m", "wer", "--write-scores", "out", "--samples", "0")
    path = folder / "out" / "metric-scores" / "de-en" / "wer-refA.seg.score"
    assert len(path.read_text().splitlines()) == 36
    text = meta("--scores", str(path), "-m", "wer", "--samples", "0").stdout.splitlines()
    assert text[2].split()[1] == text[3].split()[1]
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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lp", "de-en"], "nothing to evaluate"),
        (["--lp", "xx-en", "-m", "wer"], "which has de-en, fr-en"),
        (["--lp", "de-en", "-m", "wer", "--statistic", "rho"], "there is no statistic 'rho'"),
        (["--lp", "de-en", "-m", "wer", "--samples", "3"], "0 or at least 40"),
        (["--lp", "de-en", "-m", "wer", "--normalize-judges"], "no ratings by judges"),
        (["--lp", "de-en", "-m", "wer", "wer"], "several scores named wer"),
        (["--lp", "de-en", "--scores", "missing.score"], "missing.score: cannot be read"),
        (["--lp", "de-en", "-m", "wer", "--human", "no.tsv"], "no.tsv: cannot be read"),
        (["--lp", "de-en", "-m", "wer", "--baseline", "bleu"], "there is no metric bleu among wer"),
        (["--lp", "de-en", "-m", "wer", "-o", "no/such/file"], "cannot be written"),
    ],
)
def test_bad_input(folder, arguments, message):
    assert message in fail("meta", ".", *arguments)


TUNE = ["tune", "ribes", "--parameter", "alpha", "--range", "0", "1", "--data", "."]
SHORT = ["--folds", "2", "--restarts", "2"]


def test_tune(folder):
    document = json.loads(succeed(*TUNE, "--lp", "de-en", *SHORT, "--format", "json").stdout)
    (tuned,) = document["tuned"]
    assert tuned["method"] == "hill climbing"
    assert set(tuned["values"]) == {"alpha"}
    assert len(tuned["folds"]) == 2
    assert tuned["training"] >= tuned["start"]
    text = succeed(*TUNE, "--lp", "de-en", "fr-en", *SHORT).stdout
    assert text.splitlines()[0].split()[:3] == ["metric", "lp", "best"]
    assert "held out" in text
    joint = succeed(*TUNE, "--lp", "de-en", "fr-en", "--joint", *SHORT, "--format", "tsv").stdout
    assert [row.split("\t")[1] for row in joint.splitlines()] == ["lp", "all"]


def test_curves(folder):
    arguments = [*TUNE, "--lp", "de-en", *SHORT, "--points", "3", "--objective", "consistency"]
    for name in ("curve.svg", "curve.tsv", "curve.json"):
        succeed(*arguments, "--curve", name)
    rows = (folder / "curve.tsv").read_text().splitlines()
    assert rows[0] == "alpha\tribes de-en"
    assert [row.split("\t")[0] for row in rows[1:]] == ["0.0", "0.5", "1.0"]
    document = json.loads((folder / "curve.json").read_text())
    assert document["lines"]["ribes de-en"] == [float(row.split("\t")[1]) for row in rows[1:]]
    assert "consistency over alpha" in (folder / "curve.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ribes", "--parameter", "gamma"], "ribes has no parameter 'gamma'; it has alpha, beta"),
        (["ribes", "--parameter", "alpha"], "alpha has no bounds; give --range LOW HIGH"),
        (["chrf", "--parameter", "beta", "--range", "2", "1"], "2 is not below 1"),
        (
            ["ribes", "--parameter", "alpha", "--range", "0", "1", "--curve", "x.png"],
            "a file named .svg, .tsv, .json is needed",
        ),
        (
            ["ribes", "--parameter", "alpha", "--range", "0", "1", "--objective", "pearson"],
            "objective: tau",
        ),
        (
            ["ribes", "--parameter", "alpha", "--range", "0", "1", "--folds", "99"],
            "99 are too many for 12 judged segments",
        ),
        (
            ["ribes", "--parameter", "alpha", "--range", "0", "1", "--restarts", "0"],
            "restarts: at least 1",
        ),
    ],
)
def test_bad_tuning(folder, arguments, message):
    assert message in fail("tune", *arguments, "--data", ".", "--lp", "de-en")
