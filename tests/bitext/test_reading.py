"""Word alignments from files."""

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import alignments

from hyperbaton.bitext import WordAlignments, read_alignments
from hyperbaton.bitext.reading import words_between_blanks
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
        ("0-1-2", "'0-1-2'"),
        ("0--1", "'0--1'"),
        ("0-0:exact", "'0-0:exact'"),
        ("12345678901-0", "'12345678901-0'"),
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
        "0..1 is accepted; if positions count from 1, say base 1"
    )
    path = write("b.align", "0-0\n1p0\n")
    message = error_of(path, [2, 3], [2, 2], base=1)
    assert message.startswith(f"{path}:1: link 0-0: source position 0 is not in a sentence")
    assert message.endswith("if positions count from 0, say base 0")
    path = write("c.align", "0-0\n0-0 5?0\n")
    message = error_of(path, [2, 3], [2, 2])
    assert f"{path}:2: link 5?0: source position 5" in message


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
    assert error_of(path, [2], base=1).endswith("if positions count from 0, say base 0")


def test_base_is_0_or_1(write):
    with pytest.raises(OptionError, match="count from 0 or from 1, got 2"):
        read_alignments(write("a.align", "0-0\n"), [1], [1], base=2)


def test_words_stand_between_blanks_and_nothing_else():
    assert words_between_blanks("山 \u3000 く\tら") == ["山", "\u3000", "く", "ら"]
    assert words_between_blanks("a\u00a0b") == ["a\u00a0b"]
