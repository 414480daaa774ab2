"""`hyperbaton source` as a user runs it."""

import json
from pathlib import Path

import pytest
from processes import fail, succeed

DEMO = Path(__file__).parents[2] / "demo" / "de"


@pytest.fixture
def files(write):
    """A corpus of three segments, the last without links."""
    return {
        "src": write("src.txt", "a b c\nd e\nf\n"),
        "hyp": write("hyp.txt", "B A C\nD E\nF\n"),
        "links": write("hyp.align", "0-1 1-0 2-2\n0-0 1-1\n\n"),
        "ref": write("ref.align", "0-0 1-1 2-2\n0-1 1-0\n0-0\n"),
    }


def test_segments_as_tsv(files):
    arguments = ["source", files["src"], "-i", files["hyp"], "--alignment", files["links"], "-q"]
    result = succeed(*arguments, "--segments", "--format", "tsv", "-k", "1", "2")
    header, *rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert header == [
        *("system", "segment", "crossings", "crossings/link", "sequence cross"),
        *("monotonicity", "distance", "anticipation(k=1)", "anticipation(k=2)", "least lag"),
    ]
    thirds = [repr(k / 3) for k in (1, 2, 2, 1)]
    assert rows[0] == ["hyp", "1", "1.0", thirds[0], "1.0", *thirds[1:], "0.0", repr(4 / 3)]
    assert rows[2] == ["hyp", "3", *["nan"] * 8]
    assert result.stderr == ""


def test_comparison_with_the_reference_as_json(files):
    arguments = ["source", files["src"], "-i", files["hyp"], "--alignment", files["links"]]
    result = succeed(*arguments, "--ref-alignment", files["ref"], "--format", "json", "--segments")
    (system,) = json.loads(result.stdout)["systems"]
    assert (system["name"], system["unlinked"]) == ("hyp", 1)
    measures = {record.pop("measure"): record for record in system["measures"]}
    assert measures["hamming"] == {"value": pytest.approx(1 / 9), "segments": [1 / 3, 0.0, 0.0]}
    assert measures["kendall"]["segments"] == [2 / 3, 0.0, 0.0]
    assert measures["kendall(sqrt=true)"]["segments"][0] == pytest.approx(1 - (1 / 3) ** 0.5)
    assert measures["crossings"] == {"value": 0.5, "segments": [1.0, 0.0, None]}


def test_several_systems(files, write):
    other = write("other.txt", "A B C\nD E\nF\n")
    links = write("other.align", "1-1 2-2 3-3\n1-1 2-2\n1-1\n")
    first = write("hyp1.align", "1-2 2-1 3-3\n1-1 2-2\n\n")
    arguments = ["-i", files["hyp"], other, "--alignment", first, links, "--base", "1"]
    table = succeed("source", files["src"], *arguments, "--format", "tsv").stdout.splitlines()
    assert table[0] == "measure\thyp\tother"
    assert table[1] == "crossings\t0.5\t0.0"


def test_trees_of_both_sides(files, write):
    """Trees that agree with the links; the words are those of the trees."""
    tree = "1\t{}\t_\t_\t_\t_\t0\troot\t_\t_\n"
    second = "2\t{}\t_\t_\t_\t_\t1\tobj\t_\t_\n"
    source = write("src.conllu", f"{tree}{second}\n".format("x", "y") * 3)
    flat = write("hyp.conllu", f"{tree}{second}\n".format("X", "Y") * 3)
    links = write("both.align", "0-0 1-1\n0-1 1-0\n\n")
    arguments = ["-i", files["hyp"], "--alignment", links, "--format", "tsv", "-q"]
    given = ["--source-trees", source, "--trees", flat]
    found = succeed("source", files["src"], *arguments, *given).stdout
    assert "SACr\t0.5\nASTrED\t1.0\n" in found
    assert "--trees, or --parser" in fail("source", files["src"], *arguments, *given[:2])
    text = succeed("source", files["src"], "-i", files["hyp"], "--parser", "english", "-q").stdout
    assert "ASTrED" in text


def test_possible_links_can_be_left_out(files, write):
    links = write("gold", "0-0 0?2 1-1 2-2\n0?1 1?0\n0-0\n")
    arguments = ["source", files["src"], "-i", files["hyp"], "--alignment", links]
    arguments += ["--format", "tsv"]
    assert f"crossings/link\t{2 / 7!r}\n" in succeed(*arguments).stdout
    sure = succeed(*arguments, "--sure")
    assert "crossings/link\t0.0\n" in sure.stdout
    assert "not defined for 1 of 3 segments" in sure.stderr


def test_links_that_never_reach_the_first_word_are_doubted(files, write):
    links = write("gold", "1-1 2-2\n1-1\n\n")
    arguments = ["source", files["src"], "-i", files["hyp"], "--alignment", links]
    assert "if positions count from 1, add --base 1" in succeed(*arguments).stderr
    assert "--base" not in succeed(*arguments, "--base", "0").stderr


@pytest.mark.parametrize("language", ["de", "ja", "en"])
def test_planted_outputs_are_ranked_by_literalness(language, tmp_path):
    """In the source's order, in the reference's order in every other segment, and in all."""
    folder = DEMO.parent / language
    calque, reference = (
        (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        for name in ("calque", "reference")
    )
    half = [(calque, reference)[k % 2][k] for k in range(len(calque))]
    (tmp_path / "half.txt").write_text("".join(f"{line}\n" for line in half), encoding="utf-8")
    arguments = ["source", str(folder / "source.txt"), "--format", "json"]
    arguments += ["-i", str(folder / "calque.txt"), str(tmp_path / "half.txt")]
    arguments += [str(folder / "reference.txt"), "--reference", str(folder / "reference.txt")]
    found = {
        system["name"]: {m["measure"]: m["value"] for m in system["measures"]}
        for system in json.loads(succeed(*arguments).stdout)["systems"]
    }
    literal = [found[name]["literalness"] for name in ("calque", "half", "reference")]
    assert literal[0] > 1.2 * literal[1] > literal[2] == 0
    assert found["reference"]["kendall"] == 1


def test_chance():
    """Every measure of another system has the p-value of its difference to the first."""
    outputs = ["-i", *[str(DEMO / f"{name}.txt") for name in ("reference", "calque")]]
    arguments = ["source", str(DEMO / "source.txt"), *outputs, "--format", "json", "--paired"]
    text = succeed(*arguments, "--seed", "3").stdout
    assert succeed(*arguments, "--seed", "3").stdout == text
    first, second = (system["measures"] for system in json.loads(text)["systems"])
    assert all(0.0005 < m["p_value"] <= 1 for m in second)
    assert "p_value" not in first[0]


def test_scores_that_hang_on_doubtful_links():
    """Metrics that read no links do not vary, and draws leave the scores as they are."""
    outputs = ["-i", str(DEMO / "calque.txt"), "-m", "kendall", "bleu", "-q"]
    arguments = ["score", str(DEMO / "reference.txt"), *outputs]
    source = ["--source", str(DEMO / "source.txt"), "--format", "json"]
    drawn = json.loads(succeed(*arguments, *source, "--alignment-samples", "4").stdout)
    spread = drawn.pop("alignment_spread")["calque"]
    assert spread["bleu"] == 0 < spread["kendall"] < 0.1
    assert drawn == json.loads(succeed(*arguments, *source).stdout)
    text = succeed(*arguments, *source[:2], "--alignment-samples", "4").stdout
    assert "standard deviation over 4 draws of links with the source:" in text
    for lacking in ([], [*source[:2], "--format", "tsv"]):
        message = fail(*arguments, *lacking, "--alignment-samples", "4")
        assert "--alignment-samples requires --source" in message


def test_profile(files):
    """Of a b c the first two are swapped; d e stay; f has no links."""
    arguments = ["source", files["src"], "-i", files["hyp"], "--alignment", files["links"], "-q"]
    rows = succeed(*arguments, "--profile", "--format", "tsv").stdout.splitlines()
    found = dict(row.split("\t") for row in rows[1:])
    assert found["moved 0"] == repr(3 / 5)
    assert found["moved 1"] == repr(2 / 5)
    assert found["moved 2-3"] == "0.0"
    assert found["monotonicity, 1-10 words"] == repr((2 / 3 + 1) / 2)
    assert found["monotonicity, 11-20 words"] == "nan"
    assert found["swaps of 2-3 words"] == repr(1 / 3)
    assert found["other operators"] == "0.0"
