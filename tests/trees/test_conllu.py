import gzip

import pytest

from hyperbaton.errors import InputError
from hyperbaton.trees.conllu import (
    MultiwordToken,
    Sentence,
    parse_conllu,
    read_segment_trees,
    read_sentences,
    write_conllu,
)
from hyperbaton.trees.dependency import DependencyTree


def line(number, form, head, relation="dep", upos="X"):
    return f"{number}\t{form}\t_\t{upos}\t_\t_\t{head}\t{relation}\t_\t_\n"


def token(span, form):
    return f"{span}\t{form}" + "\t_" * 8 + "\n"


SAMPLE = (
    "# newdoc\n# sent_id = s1\n# text = Elle parle du chat\n"
    + line(1, "Elle", 2, "nsubj", "PRON")
    + line(2, "parle", 0, "root", "VERB")
    + token("3-4", "du")
    + line(3, "de", 5, "case", "ADP")
    + line(4, "le", 5, "det", "DET")
    + line(5, "chat", 2, "obl", "NOUN")
    + token("5.1", "parle")
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


def test_words_comments_multiword_tokens_and_empty_nodes():
    first, second = parse_conllu(SAMPLE)
    assert first.tree == FIRST
    assert first.multiword == (MultiwordToken("du", 3, 4),)
    assert (first.comment("sent_id"), first.comment("text")) == ("s1", "Elle parle du chat")
    assert (first.comment("segment"), first.line) == (None, 1)
    assert second.tree.roots == (1, 2)
    assert second.tree.words == ("Oui", "New York")
    assert second.line == 13


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_files_with_any_line_end_packed_or_not(write, ending):
    data = SAMPLE.replace("\n", ending).encode()
    expected = list(parse_conllu(SAMPLE))
    assert list(read_sentences(write("a.conllu", data))) == expected
    assert list(read_sentences(write("a.conllu.gz", gzip.compress(data)))) == expected


def test_what_is_written_reads_back():
    sentences = list(parse_conllu(SAMPLE))
    written = "".join(write_conllu(sentences))
    again = list(parse_conllu(written))
    assert [(s.tree, s.comments, s.multiword) for s in again] == [
        (s.tree, s.comments, s.multiword) for s in sentences
    ]
    assert "".join(write_conllu(again)) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\ta\tb\n", "f:1: expected 10 tab-separated columns, _ for a missing value, got 3"),
        (
            line(1, "", 0),
            "f:1: expected 10 tab-separated columns, _ for a missing value, got 10, 1 of",
        ),
        ("# c\n" + line(2, "a", 0), "f:2: expected word 1, got '2'"),
        (line(1, "a", 0) + line("x", "a", 0), "f:2: expected word 2, got 'x'"),
        (line(1, "a", "_"), "f:1: head '_'; 0 for a root or the number of a word is accepted"),
        (line(1, "a", "1" * 5000), "f:1: head '1111"),
        ("# c\n" + line(1, "a", 0) + line(2, "b", 7), "f:3: word 2: there is no head 7;"),
        (line(1, "a", 2) + line(2, "b", 1), "f:1: no word is a root"),
        (line(1, "a", 0) + line(2, "b", 3) + line(3, "c", 2), "f:2: word 2: its heads lead back"),
        (token("2-3", "ab") + line(1, "a", 0), "f:1: multi-word token 2-3 must come before"),
        (token("1-1", "a") + line(1, "a", 0), "f:1: multi-word token 1-1 must come before"),
        (
            token("1-3", "x") + line(1, "a", 0) + token("2-3", "y") + line(2, "b", 1),
            "f:3: multi-word token 2-3 must come before",
        ),
        (token("1-2", "ab") + line(1, "a", 0), "f:1: multi-word token 1-2 ends after the sentence"),
    ],
)
def test_errors_name_file_and_line(text, message):
    with pytest.raises(InputError) as caught:
        list(parse_conllu(text, "f"))
    assert message in str(caught.value)


def test_a_file_that_is_missing(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_sentences(str(tmp_path / "none.conllu"))


@pytest.mark.parametrize("word", ["", "a\tb", "a\nb"])
def test_words_that_cannot_be_written(word):
    with pytest.raises(InputError, match="cannot be a field of CoNLL-U"):
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
        (["# segment = 1\n", "# segment = 1\n"], ":4: segment '1'; expected a whole number from 2"),
        (["# segment = 0\n"], ":1: segment '0'; expected a whole number from 1"),
        (["# segment = two\n"], ":1: segment 'two'; expected a whole number from 1"),
        (["", "# segment = 2\n"], ":3: names a segment, but the first sentence does not"),
    ],
)
def test_marks_that_are_wrong(write, marks, message):
    path = write("a.conllu", "\n".join(mark + line(1, "a", 0) for mark in marks))
    with pytest.raises(InputError) as caught:
        read_segment_trees(path)
    assert path + message in str(caught.value)


def test_a_treebank_reads_and_round_trips(treebank):
    """All of English EWT: every sentence, its comments and multi-word tokens."""
    sentences = [sentence for path in treebank for sentence in read_sentences(str(path))]
    assert len(sentences) > 10_000
    assert all(len(sentence.tree.roots) == 1 for sentence in sentences)
    assert any(sentence.multiword for sentence in sentences)
    again = list(parse_conllu("".join(write_conllu(sentences))))
    assert [(s.tree, s.comments, s.multiword) for s in again] == [
        (s.tree, s.comments, s.multiword) for s in sentences
    ]
