import gzip

import pytest

from hyperbaton.errors import InputError
from hyperbaton.trees.conllu import Sentence, read_segment_trees, read_sentences, write_conllu
from hyperbaton.trees.dependency import DependencyTree


def line(number, form, head, relation="dep", upos="X"):
    return f"{number}\t{form}\t_\t{upos}\t_\t_\t{head}\t{relation}\t_\t_\n"


SAMPLE = (
    "# newdoc\n# sent_id = s1\n# text = Elle parle du chat\n"
    + line(1, "Elle", 2, "nsubj", "PRON")
    + line(2, "parle", 0, "root", "VERB")
    + line("3-4", "du", "_")
    + line(3, "de", 5, "case", "ADP")
    + line(4, "le", 5, "det", "DET")
    + line(5, "chat", 2, "obl", "NOUN")
    + line("5.1", "parle", "_")
    + "\n\n"
    + "# sent_id = s2\n"
    + line(1, "Oui", 0, "root", "INTJ")
    + line(2, "New York", 0, "root", "PROPN")
)
FIRST = DependencyTree(
    ("Elle", "parle", "de", "le", "chat"),
    (2, 0, 5, 5, 2),
    ("nsubj", "root", "case", "det", "obl"),
    ("PRON", "VERB", "ADP", "DET", "NOUN"),
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(("name", "packed"), [("a.conllu", bytes), ("a.conllu.gz", gzip.compress)])
def test_words_and_comments(write, ending, name, packed):
    first, second = read_sentences(write(name, packed(SAMPLE.replace("\n", ending).encode())))
    assert (first.tree, first.line) == (FIRST, 1)
    assert (first.comment("sent_id"), first.comment("text")) == ("s1", "Elle parle du chat")
    assert first.comment("segment") is None
    assert (second.tree.words, second.tree.roots) == (("Oui", "New York"), (1, 2))
    assert second.line == 13


def test_what_is_written_reads_back(write):
    sentences = list(read_sentences(write("a.conllu", SAMPLE)))
    written = "".join(write_conllu(sentences))
    again = list(read_sentences(write("b.conllu", written)))
    assert [(s.tree, s.comments) for s in again] == [(s.tree, s.comments) for s in sentences]
    assert "".join(write_conllu(again)) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\ta\tb\n", ":1: expected 10 tab-separated columns, _ for a missing value, got 3, 0 of"),
        (line(1, "", 0), ":1: expected 10 tab-separated columns, _ for a missing value, got 10, 1"),
        ("# c\n" + line(2, "a", 0), ":2: expected word 1, got '2'"),
        (line(1, "a", 0) + line("x", "a", 0), ":2: expected word 2, got 'x'"),
        (line(1, "a", "1" * 5000), ":1: head '1111"),
        ("# c\n" + line(1, "a", 0) + line(2, "b", 7), ":3: word 2: there is no head 7;"),
        (line(1, "a", 0) + line(2, "b", 3) + line(3, "c", 2), ":2: word 2: its heads lead back"),
    ],
)
def test_errors_name_file_and_line(write, text, message):
    path = write("f.conllu", text)
    with pytest.raises(InputError) as caught:
        list(read_sentences(path))
    assert path + message in str(caught.value)


@pytest.mark.parametrize("word", ["", "a\tb", "a\nb"])
def test_words_that_cannot_be_written(word):
    with pytest.raises(InputError, match="not for CoNLL-U"):
        list(write_conllu([Sentence(DependencyTree((word,), (0,)))]))


def words(path, segments=None):
    return [[tree.words for tree in group] for group in read_segment_trees(path, segments)]


def test_unmarked_files_have_one_sentence_per_segment(write):
    path = write("a.conllu", line(1, "a", 0) + "\n" + line(1, "b", 0))
    assert words(path) == [[("a",)], [("b",)]]
    assert words(path, 2) == [[("a",)], [("b",)]]
    with pytest.raises(
        InputError, match="has trees for 2 segments but 3 are expected; mark segments"
    ):
        read_segment_trees(path, 3)


def test_marks_group_sentences(write):
    blocks = [
        "# segment = 2\n" + line(1, "a", 0),
        line(1, "b", 0),
        "# segment = 4\n" + line(1, "c", 0),
    ]
    path = write("a.conllu", "\n".join(blocks))
    assert words(path) == [[], [("a",), ("b",)], [], [("c",)]]
    assert words(path, 6) == [[], [("a",), ("b",)], [], [("c",)], [], []]
    with pytest.raises(InputError, match="has trees for 4 segments but 3 are expected"):
        read_segment_trees(path, 3)


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        (["# segment = 1\n", "# segment = 1\n"], ":4: segment '1'; expected an integer above 1"),
        (["# segment = 0\n"], ":1: segment '0'; expected an integer above 0"),
        (["# segment = two\n"], ":1: segment 'two'; expected an integer above 0"),
        (["", "# segment = 2\n"], ":3: has a segment mark, but the first sentence has none"),
    ],
)
def test_marks_that_are_wrong(write, marks, message):
    path = write("a.conllu", "\n".join(mark + line(1, "a", 0) for mark in marks))
    with pytest.raises(InputError) as caught:
        read_segment_trees(path)
    assert path + message in str(caught.value)


def test_a_treebank_reads_and_round_trips(treebank, write):
    """All of English EWT: every sentence and its comments."""
    sentences = [sentence for path in treebank for sentence in read_sentences(str(path))]
    assert len(sentences) > 10_000
    assert all(len(sentence.tree.roots) == 1 for sentence in sentences)
    again = read_sentences(write("again.conllu", "".join(write_conllu(sentences))))
    assert [(s.tree, s.comments) for s in again] == [(s.tree, s.comments) for s in sentences]
