"""Permutations from files and standard input."""

import pytest

from hyperbaton.errors import InputError
from hyperbaton.permutation.reading import parse_permutation, read_permutations


def read(tmp_path, content):
    path = tmp_path / "input.perm"
    path.write_bytes(content)
    return [p.tolist() for p in read_permutations([str(path)])]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n", [[]]),
        (b"2 1\n1,2,3\n\n3, 1, 2", [[1, 0], [0, 1, 2], [], [2, 0, 1]]),
        (b"2\t1\r\n  1  \r\n", [[1, 0], [0]]),
        (b"+1 0\n", [[1, 0]]),
        (b"\xef\xbb\xbf2 1\n", [[1, 0]]),
    ],
)
def test_lines(tmp_path, content, expected):
    assert read(tmp_path, content) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1 2\n1 two\n", ":2: 'two' is not an integer; integers separated by spaces"),
        (b"1 1_0\n", ":1: '1_0' is not an integer"),
        (b"99999999999999999999 1\n", ":1: '99999999999999999999' is not an integer"),
        (b"1\n\xff\xfe\n", ":2: '\\\\xff\\\\xfe' is not an integer"),
        (b"1 2\n1 3\n", ":2: 3 is outside 1..2; each of 1..2"),
        (b"1\n\xef\xbb\xbf1 2\n", ":2: '\\ufeff1' is not an integer"),
    ],
)
def test_errors_name_file_and_line(tmp_path, content, message):
    with pytest.raises(InputError) as caught:
        read(tmp_path, content)
    assert str(tmp_path / "input.perm") in str(caught.value)
    assert message in str(caught.value)


def test_lines_are_counted_per_file(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("1\n2 1\n")
    second.write_text("1\n0 2\n")
    with pytest.raises(InputError, match=r"second:2: 2 is outside 0..1"):
        read_permutations([str(first), str(second)])


def test_one_permutation_from_text():
    assert parse_permutation("2, 1", "argument")[0].tolist() == [1, 0]
    with pytest.raises(InputError, match=r"argument: 3 is outside 1\.\.2"):
        parse_permutation("3 1", "argument")
