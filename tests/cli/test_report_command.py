"""`hyperbaton report` as a user runs it."""

import json
import os

import pytest
from processes import fail, run, succeed
from reports import Page

REFERENCE = "we met in the lobby at noon\nhe read a book\n"
GOOD = "we met in the lobby at noon\nhe has read a book\n"
BAD = "at noon we met in the lobby\na book he read\n"


@pytest.fixture
def folder(folder_of):
    return folder_of(ref=REFERENCE, good=GOOD, bad=BAD)


def overview_of(path):
    return json.loads(Page(path.read_text("utf-8")).one("script", id="overview"))


def test_a_report_of_two_systems(folder):
    result = succeed("report", "ref.txt", "-i", "good.txt", "bad.txt", "-o", "out.html")
    assert result.stdout == ""
    notices = result.stderr.splitlines()
    assert notices[0] == ("hyperbaton: no -m given, using hyperbaton bleu chrf ter kendall pef")
    assert notices[1].startswith("hyperbaton: By hyperbaton, good leads with 0.")
    assert notices[2] == "hyperbaton: out.html written"
    overview = overview_of(folder / "out.html")
    assert [system["name"] for system in overview["systems"]] == ["good", "bad"]
    assert overview["title"] == "Word order report"


def test_source_title_and_several_references(folder, write):
    source = write("src.txt", "wir\ner\n")
    second = write("ref2.txt", "at noon we met in the lobby\n\n")
    succeed(
        *("report", "ref.txt", second, "-i", "bad.txt", "--source", source),
        *("--title", "<b>Two</b>", "-q", "--samples", "40", "--seed", "7"),
    )
    overview = overview_of(folder / "report.html")
    assert (overview["title"], overview["references"]) == ("<b>Two</b>", 2)


def test_links_with_the_source_are_shown_and_change_no_score(folder, write):
    written = {
        "src.txt": "wir trafen uns mittags im flur\ner las ein buch\n",
        "out.al": "0-3 1-4 3-1 4-5 4-6\n0-2 1-3 2-0 3-1\n",
        "ref.al": "0-0 1-1 3-6 4-2 4-3 4-4\n0-0 1-1 2-2 3-3\n",
    }
    paths = {name: write(name, text) for name, text in written.items()}
    options = ["--source", paths["src.txt"], "--alignment", paths["out.al"]]
    options += ["--ref-alignment", paths["ref.al"]]
    pages = []
    for given in ([], options):
        succeed("report", "ref.txt", "-i", "bad.txt", "-m", "kendall", "-q", *given)
        pages.append(Page((folder / "report.html").read_text("utf-8")))
    plain, linked = (json.loads(page.one("script", id="overview")) for page in pages)
    assert linked["systems"] == plain["systems"] and linked["losses"] == plain["losses"]
    [(_, _, [_, [found]])] = pages[1].chunks
    assert found["source"]["tokens"] == ["er", "las", "ein", "buch"]
    assert found["source"]["output"] == [[0, 2], [1, 3], [2, 0], [3, 1]]
    assert found["source"]["reference"] == [[0, 0], [1, 1], [2, 2], [3, 3]]
    message = fail("report", "ref.txt", "-i", "bad.txt", *options[:4])
    assert "--alignment and --ref-alignment require each other" in message


def test_given_trees_name_the_words_that_move(folder, write):
    tree = "1\tit\t_\tPRON\t_\t_\t3\tnsubj\t_\t_\n2\tnow\t_\tADV\t_\t_\t3\tadvmod\t_\t_\n"
    tree += "3\tsnows\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    files = {"t.txt": "it snows now\n", "h.txt": "it now snows\n", "t.conllu": tree}
    names = {name: write(name, text) for name, text in files.items()}
    trees = ["--ref-trees", names["t.conllu"], "--hyp-trees", names["t.conllu"]]
    succeed("report", names["t.txt"], "-i", names["h.txt"], "-m", "kendall", *trees, "-q")
    losses = overview_of(folder / "report.html")["losses"]["h"]
    assert [each["label"] for each in losses["pattern"]] == ["verb after adverb"]
    assert losses["relation"]


def test_hostile_names_of_files(folder):
    name = "<img src=x onerror=alert(1)>"
    (folder / name).write_text(BAD)
    result = succeed("report", "ref.txt", "-i", name, "-m", "kendall", "--plots", "figures")
    assert "hyperbaton: figures/losses.svg written" in result.stderr
    assert (folder / "figures" / "losses.svg").is_file()
    page = Page((folder / "report.html").read_text("utf-8"))
    assert not page.all("img")
    assert overview_of(folder / "report.html")["systems"][0]["name"] == name


def test_files_without_a_segment(folder, write):
    empty = write("empty.txt", "")
    succeed("report", empty, "-i", empty, "-q")
    assert overview_of(folder / "report.html")["sentence"] == "There are no segments."


def test_the_file_can_be_read_by_others(folder):
    run("report", "ref.txt", "-i", "bad.txt", "-q")
    umask = os.umask(0)
    os.umask(umask)
    assert (folder / "report.html").stat().st_mode & 0o777 == 0o666 & ~umask
