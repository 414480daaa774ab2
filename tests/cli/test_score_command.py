"""`hyperbaton score` as a user runs it."""

import gzip
import json
from pathlib import Path

import pytest
from processes import fail, succeed

from hyperbaton import __version__

REFERENCE = "the cat sat on the mat\nhe read a book\n"
GOOD = "the cat sat on the mat\nhe has read a book\n"
BAD = "on the mat sat the cat\nbook a read he\n"


@pytest.fixture
def folder(folder_of):
    return folder_of(ref=REFERENCE, good=GOOD, bad=BAD)


def test_default_metrics_are_announced(folder):
    result = succeed("score", "ref.txt", "-i", "good.txt")
    columns = result.stdout.splitlines()[0].split()[1:]
    names = [name for name in columns if name not in ("lexical", "order")]
    assert f"no -m given, using {' '.join(names)}" in result.stderr


def test_json_contract(folder):
    arguments = ["score", "ref.txt", "-i", "good.txt", "-m", "wer", "--format", "json"]
    document = json.loads(succeed(*arguments).stdout)
    assert document == {
        "hyperbaton": __version__,
        "systems": [
            {
                "name": "good",
                "scores": [
                    {
                        "metric": "wer",
                        "signature": document["systems"][0]["scores"][0]["signature"],
                        "score": 0.1,
                    }
                ],
            }
        ],
    }
    with_segments = json.loads(succeed(*arguments, "--segments").stdout)
    assert with_segments["systems"][0]["scores"][0]["segments"] == [0.0, 0.25]


def test_latex(folder):
    arguments = ["score", "ref.txt", "-i", "good.txt", "bad.txt", "-m", "wer(accuracy=true)"]
    text = succeed(*arguments, "--format", "latex").stdout
    assert r"good & \textbf{0.9000} \\" in text
    assert text.count(r"\textbf") == 1
    assert "% wer(accuracy=true,weighted=true)|" in text


def test_confidence_and_paired_tests(folder):
    arguments = ["score", "ref.txt", "-i", "good.txt", "bad.txt", "-m", "wer", "--confidence"]
    arguments += ["--paired", "randomization", "--samples", "200", "--seed", "7"]
    text = succeed(*arguments).stdout
    assert "±" in text
    assert "bs:200 paired:randomization:200 seed:7" in text
    document = json.loads(succeed(*arguments, "--format", "json").stdout)
    good, bad = (system["scores"][0] for system in document["systems"])
    assert set(good["confidence"]) == {"low", "high", "mean"}
    assert "p_value" not in good
    assert 0 < bad["p_value"] <= 1


def test_systems_are_sorted_on_request(folder):
    arguments = ["score", "ref.txt", "-i", "bad.txt", "good.txt", "-m", "wer", "--sort", "wer"]
    rows = succeed(*arguments, "--format", "tsv").stdout.splitlines()
    assert [row.split("\t")[0] for row in rows] == ["system", "good", "bad"]


def test_other_formats(folder):
    rows = zip(GOOD.splitlines(), REFERENCE.splitlines(), strict=True)
    table = "".join(f"{mt}\t{ref}\n" for mt, ref in rows)
    (folder / "data.tsv").write_text("mt\tref\n" + table, encoding="utf-8")
    with gzip.open(folder / "good.txt.gz", "wt", encoding="utf-8") as file:
        file.write(GOOD)
    expected = "system\twer\n{}\t0.1\n"
    for hypothesis, name in (("good.txt.gz", "good"), ("data.tsv:mt", "data")):
        arguments = ["-i", hypothesis, "-m", "wer", "--format", "tsv"]
        assert succeed("score", "data.tsv:ref", *arguments).stdout == expected.format(name)


def test_unspaced_scripts_are_noticed(folder):
    (folder / "ja.txt").write_text("東京に行く\n", encoding="utf-8")
    score = ["score", "ja.txt", "-i", "ja.txt", "-q", "-m"]
    assert "wer: text without spaces is split into characters" in succeed(*score, "wer").stderr
    assert succeed(*score, "wer", "--tokenize", "char").stderr == ""
    ignored = succeed(*score, "bleu", "--language", "en").stderr
    assert "name its language with --language" in ignored


def test_orders_over_the_source(write):
    paths = [write("ref.txt", "x y z\n"), "-i", write("hyp.txt", "x z y\n")]
    paths += ["--source", write("src.txt", "a b c\n")]
    paths += ["--alignment", write("hyp.align", "0-0 1-1 2-2\n")]
    paths += ["--ref-alignment", write("ref.align", "0-0 1-2 2-1\n")]
    result = succeed("score", *paths, "-m", "kendall", "-q", "--signatures").stdout
    assert "0.6667" in result
    assert "|align:source|" in result


def test_given_links(write):
    """The last links contradict the words, so that they must have been used."""
    files = (write("ref.txt", "a b\n"), "-i", write("hyp.txt", "b a\n"))
    for links, score in (("0-1:exact 1-0:stem\n", "0.0000"), ("0-0 1-1\n", "1.0000")):
        arguments = ("-m", "kendall", "-q", "--signatures", "--links", write("links", links))
        result = succeed("score", *files, *arguments).stdout
        assert score in result and "|align:given|" in result


def test_aligners_are_values(folder):
    arguments = ["score", "ref.txt", "-i", "good.txt", "-m", "kendall", "--signatures", "-q"]
    exact = succeed(*arguments, "--aligner", "meteor(matchers=exact)").stdout
    assert "|align:exact|search:meteor|" in exact
    assert exact == succeed(*arguments, "--aligner", "meteor", "--matchers", "exact").stdout
    assert "write best(matchers=exact)" in fail(*arguments, "--aligner", "exact")
    assert "not an option" in fail(*arguments, "--aligner", "bigram", "--matchers", "exact")


def test_case_can_be_kept(folder):
    (folder / "upper.txt").write_text(GOOD.upper(), encoding="utf-8")
    arguments = ["score", "ref.txt", "-i", "upper.txt", "-m", "ter", "--format", "tsv"]
    assert succeed(*arguments).stdout == "system\tter\nupper\t10.0\n"
    kept = succeed(*arguments, "--keep-case").stdout
    assert float(kept.split("\t")[-1]) > 90


def test_links_with_the_source_are_learned_where_none_are_given(tmp_path):
    de = Path(__file__).parents[2] / "demo" / "de"
    files = (str(de / "reference.txt"), "-i", str(de / "calque.txt"), str(de / "reference.txt"))
    arguments = (*files, "-m", "lrscore", "kendall", "--language", "de", "-q", "--format", "json")
    report = json.loads(succeed("score", *arguments, "--source", str(de / "source.txt")).stdout)
    calque, same = report["systems"]
    assert [result["score"] for result in same["scores"]] == pytest.approx([1, 1])
    assert calque["scores"][1]["score"] < 0.98
    assert "|align:source-learned|" in calque["scores"][1]["signature"]


def test_trees_from_files(write):
    tree = "1\tx\t_\tX\t_\t_\t0\troot\t_\t_\n2\ty\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"
    files = (write("ref.txt", "x y\n"), "-i", write("hyp.txt", "x y\n"), "-m", "dted", "-q")
    trees = write("trees.conllu", tree)
    given = ("--ref-trees", trees, "--hyp-trees", trees)
    result = succeed("score", *files, *given, "--signatures").stdout
    assert "0.5000" in result
    assert "|trees:given|" in result
    assert "--hyp-trees: 2 files for 1" in fail(
        "score", *files, "--ref-trees", trees, "--hyp-trees", trees, trees
    )


def test_scripts_of_earlier_days_go_on(folder):
    new = succeed("score", "ref.txt", "-i", "bad.txt", "-m", "pef", "--aligner", "meteor")
    old = ["--search", "meteor", "--no-cache", "--processes", "2"]
    assert succeed("score", "ref.txt", "-i", "bad.txt", "-m", "pef", *old).stdout == new.stdout
