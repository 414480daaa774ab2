"""`hyperbaton parse` as a user runs it."""

from processes import succeed

from hyperbaton.trees import read_segment_trees

TEXT = "She didn't sing. They left.\n\nWho knows?\n\n"


def test_the_output_is_read_back_segment_by_segment(write):
    output = succeed("parse", write("in.txt", TEXT)).stdout
    segments = read_segment_trees(write("out.conllu", output), 4)
    words = [[tree.words for tree in trees] for trees in segments]
    assert words == [
        [("She", "didn't", "sing", "."), ("They", "left", ".")],
        [],
        [("Who", "knows", "?")],
        [],
    ]
    assert segments[0][0].heads == (3, 3, 0, 3)


def test_the_output_says_what_made_it():
    first, second, *_ = succeed("parse", stdin=TEXT).stdout.split("\n")
    assert first.startswith("# parser = english ")
    assert second == "# tokenizer = unicode"


def test_the_tokenizer_decides_on_the_words():
    output = succeed("parse", "--tokenize", "none", stdin="Sing, please!").stdout
    assert [line.split("\t")[1] for line in output.splitlines() if "\t" in line] == [
        "Sing,",
        "please!",
    ]


def test_output_to_a_file(tmp_path):
    lines = "The quick boat drifted slowly towards the old harbour again .\n"
    text = "".join(f"{k} {lines}" for k in range(800))
    succeed("parse", "-o", str(tmp_path / "out"), stdin=text)
    assert len(read_segment_trees(str(tmp_path / "out"), 800)) == 800
