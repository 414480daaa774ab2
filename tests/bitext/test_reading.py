"""Word alignments from files."""

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import alignments

from hyperbaton.bitext import WordAlignments, read_alignments, read_bitext
from hyperbaton.errors import InputError, OptionError


def error_of(*arguments, **options):
    with pytest.raises(InputError) as caught:
        read_alignments(*arguments, **options)
    return str(caught.value)


def test_pharaoh(write):
    path = write("a.align", "1-0 0-1\r\n\n\t2p0  0?0 0-0")
    found = read_alignments(path, [2, 4, 3], [2, 1, 1])
    assert found.to_pharaoh() == ["0-1 1-0", "", "0-0 2?0"]


def test_pharaoh_counted_from_1(write):
    path = write("a.align", "2-1 1-2\n3p1\n")
    assert read_alignments(path, [2, 3], [2, 1], base=1).to_pharaoh() == ["0-1 1-0", "2?0"]


def test_gzip_byte_order_mark_and_standard_input(write, monkeypatch):
    packed = write("a.align.gz", gzip.compress(b"0-0\n"))
    marked = write("b.align", b"\xef\xbb\xbf0-0\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"0-0\n")))
    for path in (packed, marked, "-"):
        assert read_alignments(path, [1], [1]).to_pharaoh() == ["0-0"]


@given(pairs=st.lists(alignments(), max_size=6), base=st.sampled_from([0, 1]))
def test_what_is_written_is_read_back(tmp_path_factory, pairs, base):
    made = WordAlignments.of(
        [p.links for p in pairs], [p.source for p in pairs], [p.target for p in pairs]
    )
    path = tmp_path_factory.mktemp("links") / "a.align"
    path.write_text("".join(line + "\n" for line in made.to_pharaoh(base)))
    assert read_alignments(str(path), made.source_lengths, made.target_lengths, base=base) == made


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("0", "'0'"),
        ("0-", "'0-'"),
        ("0-1-2", "'0-1-2'"),
        ("0-0:exact", "'0-0:exact'"),
        ("0--1", "'0--1'"),
        ("12345678901-0", "'12345678901-0'"),
        ("ä-0", "'ä-0'"),
        ("x" * 90, f"'{'x' * 40}'"),
        ("\x0b", r"'\x0b'"),
    ],
)
def test_what_is_no_link(write, link, shown):
    path = write("a.align", f"0-0\n0-0 {link} 0-0\n")
    message = error_of(path, [1, 1], [1, 1])
    assert message.startswith(f"{path}:2: {shown} is not a link; links such as 0-2 (sure)")


def test_a_file_counted_from_the_other_base(write):
    path = write("a.align", "1-1\n1-1 2-2 3-1\n")
    assert error_of(path, [2, 3], [2, 2]) == (
        f"{path}:2: link 2-2: target position 2 is not in a sentence of 2 words; counted from 0, "
        "0..1 is accepted; counted from 1 (base 1), the links of this file would fit"
    )
    path = write("b.align", "0-0\n1p0\n")
    message = error_of(path, [2, 3], [2, 2], base=1)
    assert message.startswith(f"{path}:1: link 0-0: source position 0 is not in a sentence")
    assert message.endswith("counted from 0 (base 0), the links of this file would fit")
    path = write("c.align", "0-0\n0-0 5?0\n")
    message = error_of(path, [2, 3], [2, 2])
    assert f"{path}:2: link 5?0: source position 5" in message
    assert message.endswith("counted from 1 (base 1), the links of this file would not fit either")


def test_as_many_lines_as_sentences(write):
    path = write("a.align", "0-0\n")
    assert error_of(path, [1, 1], [1, 1]).startswith(
        f"{path}: expected one line per source sentence (2), got 1; leave a line blank"
    )
    assert len(read_alignments(write("b.align", ""), [], [])) == 0


def test_without_target_sentences_they_end_at_their_last_link(write):
    found = read_alignments(write("a.align", "0-4 1-2\n\n1-0\n"), [2, 2, 2])
    assert found.target_lengths.tolist() == [5, 0, 1]
    path = write("b.align", "0-4 1-2\n")
    assert error_of(path, [2], base=1).endswith("the links of this file would fit")


def test_base_is_0_or_1(write):
    with pytest.raises(OptionError, match="count from 0 or from 1, got 2"):
        read_alignments(write("a.align", "0-0\n"), [1], [1], base=2)


NAACL = "0001 1 1 S\n0001 2 3 P\n3 1 2\n0003 2 1 P 0.5\n\n1 3 0\n"


def test_naacl(write):
    path = write("gold.wa", NAACL)
    found = read_alignments(path, [3, 1, 2], [3, 1, 2])
    assert found.to_pharaoh() == ["0-0 1?2", "", "0-1 1?0"]
    counted_from_0 = read_alignments(write("b.wa", "1 0 0\n1 1 1 P\n"), [2], [2], base=0)
    assert counted_from_0.to_pharaoh() == ["0-0 1?1"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1 1 1 S\n1 1\n", ":2: '1 1' is not a link; PAIR SOURCE TARGET"),
        ("1 1 1 S\n2 1 1 S\n", ":2: there is no sentence pair 2; there are 1..1"),
        ("1 1 1 S\n\n1 9 1 S\n", ":3: link 9 1: source position 9 is not in a sentence of 2 words"),
        ("1 1 1 X\n", ":1: '1' is not a link"),
    ],
)
def test_naacl_errors(write, content, message):
    path = write("gold.wa", content)
    assert f"{path}{message}" in error_of(path, [2], [2])


def test_sentences_with_links(write):
    path = write(
        "a.bitext", "das Haus ||| the house ||| 0-0 1-1\nja |||  ||| \na ||| b c ||| 0?1\n"
    )
    bitext = read_bitext(path)
    assert bitext.source == (("das", "Haus"), ("ja",), ("a",))
    assert bitext.target == (("the", "house"), (), ("b", "c"))
    assert bitext.alignments.to_pharaoh() == ["0-0 1-1", "", "0?1"]
    assert read_alignments(path, [2, 1, 1], [2, 0, 2]) == bitext.alignments
    assert read_alignments(path, [2, 1, 1]) == bitext.alignments


def test_words_stand_between_blanks_and_nothing_else(write):
    bitext = read_bitext(write("a.bitext", "山 \u3000 く\tら ||| a\u00a0b\n"))
    assert bitext.source == (("山", "\u3000", "く", "ら"),)
    assert bitext.target == (("a\u00a0b",),)
    assert bitext.alignments.to_pharaoh() == [""]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a ||| b ||| 0-0\na b\n", ":2: the number of fields is 1; 'source ||| target'"),
        ("a ||| b ||| 0-0 ||| 0\n", ":1: the number of fields is 4"),
        ("a ||| b ||| 0-0\na ||| b ||| 0=0\n", ":2: '0=0' is not a link"),
        ("a ||| b ||| 0-0\na ||| b ||| 1-1\n", ":2: link 1-1: source position 1"),
    ],
)
def test_sentences_with_links_errors(write, content, message):
    path = write("a.bitext", content)
    with pytest.raises(InputError) as caught:
        read_bitext(path)
    assert f"{path}{message}" in str(caught.value)


def test_sentences_must_be_those_of_the_text(write):
    path = write("a.bitext", "a ||| b ||| 0-0\na ||| b c ||| 0-1\n")
    assert error_of(path, [1, 2], [1, 2]) == (
        f"{path}:2: the number of words of the source is 1 here but 2 in the text; "
        "the same words are needed"
    )
    assert "the number of words of the target is 2 here but 3" in error_of(path, [1, 1], [1, 3])
    assert "expected one line per source sentence (1), got 2" in error_of(path, [1], [1])
