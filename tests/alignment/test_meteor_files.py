"""Alignments that METEOR wrote, and files that it did not write."""

import gzip
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_errors import error_of

from hyperbaton.alignment.meteor_files import (
    DEFAULT_MODULES,
    MATCHERS,
    Match,
    MeteorAlignment,
    read_meteor_alignments,
)
from hyperbaton.errors import OptionError

HEADING = "Line2Start:Length\tLine1Start:Length\tModule\t\tScore"

# java -Xmx2G -jar meteor-1.5.jar TEST REF -l en -norm -writeAlignments, with TEST
#   the cat quickly sat on a mat with cats .
#   hello
#   (blank)
#   Where are the automobile drivers today?
# and REF
#   a cat sat on the mat with one cat
#   (blank)
#   the reference is here
#   the car drivers are where today ?
WRITTEN = f"""\
Alignment\t1\t0.65\t0.7647058823529411\t0.560951925689082\t0.32708452527460935
the cat quickly sat on a mat with cats .
a cat sat on the mat with one cat
{HEADING}
0:1\t\t\t5:1\t\t\t0\t\t1.0
1:1\t\t\t1:1\t\t\t0\t\t1.0
2:1\t\t\t3:1\t\t\t0\t\t1.0
3:1\t\t\t4:1\t\t\t0\t\t1.0
4:1\t\t\t0:1\t\t\t0\t\t1.0
5:1\t\t\t6:1\t\t\t0\t\t1.0
6:1\t\t\t7:1\t\t\t0\t\t1.0

Alignment\t2\t0.0\tNaN\tNaN\t0.0
hello

{HEADING}

Alignment\t3\tNaN\t0.0\tNaN\t0.0

the reference is here
{HEADING}

Alignment\t4\t0.9600000000000001\t0.9600000000000001\t0.5364677763947887\t0.4449909346610029
where are the automobile drivers today ?
the car drivers are where today ?
{HEADING}
0:1\t\t\t2:1\t\t\t0\t\t1.0
1:1\t\t\t3:1\t\t\t2\t\t1.0
2:1\t\t\t4:1\t\t\t0\t\t1.0
3:1\t\t\t1:1\t\t\t0\t\t1.0
4:1\t\t\t0:1\t\t\t0\t\t1.0
5:1\t\t\t5:1\t\t\t0\t\t1.0
6:1\t\t\t6:1\t\t\t0\t\t1.0

"""

# The same with -m 'paraphrase exact stem synonym', the last segment alone.
PARAPHRASES_FIRST = f"""\
Alignment\t1\t0.7066666666666666\t0.7066666666666666\t0.5364677763947887\t0.3275627713476826
where are the automobile drivers today ?
the car drivers are where today ?
{HEADING}
0:2\t\t\t2:2\t\t\t0\t\t1.0
2:1\t\t\t4:1\t\t\t1\t\t1.0
3:1\t\t\t1:1\t\t\t1\t\t1.0
4:1\t\t\t0:1\t\t\t1\t\t1.0
5:1\t\t\t5:1\t\t\t1\t\t1.0
6:1\t\t\t6:1\t\t\t1\t\t1.0

"""

# With -sgml, a set "s" of system "x" with document "d1".
FROM_SGML = f"""\
Alignment\ts\tx\td1\t1\t1.0\t0.75\t0.6\t0.31168831168831174
hello
hello you
{HEADING}
0:1\t\t\t0:1\t\t\t0\t\t1.0

"""

# java -cp meteor-1.5.jar Matcher TEST REF
FROM_THE_MATCHER = f"""\
Alignment 1
Hello you
you
{HEADING}
0:1\t\t\t1:1\t\t\t0\t\t1.0

"""


def exact(hypothesis, reference):
    return Match(hypothesis, 1, reference, 1, "exact", 1.0)


def test_matches(write):
    first, *_, last = read_meteor_alignments(write("out-align.out", WRITTEN))
    assert " ".join(first.hypothesis) == "the cat quickly sat on a mat with cats ."
    assert " ".join(first.reference) == "a cat sat on the mat with one cat"
    pairs = [(5, 0), (1, 1), (3, 2), (4, 3), (0, 4), (6, 5), (7, 6)]
    assert first.matches == tuple(exact(*pair) for pair in pairs)
    assert last.matches[1] == Match(3, 1, 1, 1, "synonym", 1.0)  # automobile, car


def test_matches_pair_the_same_words(write):
    for alignment in read_meteor_alignments(write("out-align.out", WRITTEN)):
        for match in alignment.matches:
            if match.matcher == "exact":
                word = alignment.hypothesis[match.hypothesis_start]
                assert word == alignment.reference[match.reference_start]


def test_blank_segments(write):
    _, no_reference, no_hypothesis, _ = read_meteor_alignments(write("out-align.out", WRITTEN))
    assert no_reference == MeteorAlignment(("hello",), (), ())
    assert no_hypothesis == MeteorAlignment((), ("the", "reference", "is", "here"), ())


def test_module_numbers_follow_the_order_of_the_modules(write):
    path = write("out-align.out", PARAPHRASES_FIRST)
    (alignment,) = read_meteor_alignments(path, ["paraphrase", "exact", "stem", "synonym"])
    assert alignment.matches[0] == Match(2, 2, 0, 2, "paraphrase", 1.0)  # the automobile, the car
    assert alignment.matches[1] == exact(4, 2)


def test_default_modules():
    assert DEFAULT_MODULES["en"] == MATCHERS
    assert DEFAULT_MODULES["de"][2] == "paraphrase"
    assert all(set(modules) <= set(MATCHERS) for modules in DEFAULT_MODULES.values())


def test_other_headers(write):
    (of_sgml,) = read_meteor_alignments(write("a", FROM_SGML))
    assert of_sgml == MeteorAlignment(("hello",), ("hello", "you"), (exact(0, 0),))
    (of_matcher,) = read_meteor_alignments(write("b", FROM_THE_MATCHER))
    assert of_matcher == MeteorAlignment(("Hello", "you"), ("you",), (exact(1, 0),))


def test_gzip_and_windows_line_ends(write):
    plain = read_meteor_alignments(write("a.out", WRITTEN))
    assert read_meteor_alignments(write("a.out.gz", gzip.compress(WRITTEN.encode()))) == plain
    assert read_meteor_alignments(write("b.out", WRITTEN.replace("\n", "\r\n"))) == plain


def test_only_spaces_separate_words(write):
    text = "Alignment 1\na\xa0b \x85 \u2028\nc\n" + HEADING + "\n\n"
    (alignment,) = read_meteor_alignments(write("a", text))
    assert alignment.hypothesis == ("a\xa0b", "\x85", "\u2028")


# --- what METEOR would write, read back ---

WORD = st.text(st.characters(exclude_characters=" \n\r\0", exclude_categories=["Cs"]), min_size=1)


@st.composite
def spans(draw, length):
    """Spans of a sentence that do not overlap: start and length."""
    cuts = sorted(draw(st.sets(st.integers(0, length))))
    return [(start, end - start) for start, end in pairwise(cuts) if draw(st.booleans())]


@st.composite
def alignments(draw):
    hypothesis, reference = draw(st.tuples(*[st.lists(WORD, max_size=8).map(tuple)] * 2))
    hypothesis_spans = draw(spans(len(hypothesis)).flatmap(st.permutations))
    matches = [
        Match(*ours, *theirs, draw(st.sampled_from(MATCHERS)), draw(st.floats(0, 1)))  # type: ignore[call-arg]
        for ours, theirs in zip(hypothesis_spans, draw(spans(len(reference))), strict=False)
    ]
    return MeteorAlignment(hypothesis, reference, tuple(matches))


def as_written(alignments, modules):
    for number, alignment in enumerate(alignments, 1):
        yield f"Alignment\t{number}\t0.5\t1.0E-4\tNaN\t0.25"
        yield " ".join(alignment.hypothesis)
        yield " ".join(alignment.reference)
        yield HEADING
        for match in alignment.matches:
            reference = f"{match.reference_start}:{match.reference_length}"
            hypothesis = f"{match.hypothesis_start}:{match.hypothesis_length}"
            score = repr(match.score).upper()
            yield f"{reference}\t\t\t{hypothesis}\t\t\t{modules.index(match.matcher)}\t\t{score}"
        yield ""


@given(st.lists(alignments(), min_size=1, max_size=4), st.permutations(MATCHERS))
def test_round_trip(tmp_path_factory, alignments, modules):
    path = tmp_path_factory.mktemp("meteor") / "out-align.out"
    path.write_bytes("".join(f"{line}\n" for line in as_written(alignments, modules)).encode())
    assert read_meteor_alignments(str(path), modules) == alignments


# --- what METEOR would not write ---


def match(columns):
    """A match as METEOR writes it, from columns between spaces."""
    reference, hypothesis, module, score = columns.split()
    return f"{reference}\t\t\t{hypothesis}\t\t\t{module}\t\t{score}"


NO_HEADERS = (
    *("", "Alignment", "Alignment\t1", "alignment 1", "Alignment 1 0.5"),
    "Segment\t1\t0.5\t0.5\t0.5\t0.5",
    "Alignment\tone\t0.5\t0.5\t0.5\t0.5",
    "Alignment\t1\t0.5\t0.5\t0.5",
    "Alignment\t1\t0.5\t0.5\t0.5\thigh",
)
NO_MATCHES = (
    "0:1\t\t\t5:1\t\t\t0",
    match("0:1 5:1 0 1.0") + "\tx",
    "0:1 5:1 0 1.0",
    "Alignment\t2\t0.0\tNaN\tNaN\t0.0",
    *map(match, ("0 5:1 0 1.0", "-1:1 5:1 0 1.0", "a:1 5:1 0 1.0", "٠:1 5:1 0 1.0")),
    *map(match, ("0:1 5:1 exact 1.0", "0:1 5:1 0 NaN", "0:1 5:1 0 -1.0", "0:1 5:1 0 good")),
    match(f"{'9' * 5000}:1 5:1 0 1.0"),
)


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        *((1, line, f"{line!r} does not begin an entry; expected 'Align") for line in NO_HEADERS),
        (13, "Alignment\t3\t0.0\tNaN\tNaN\t0.0", "segment 3, expected segment 2"),
        (2, "the  cat", "'the  cat' has double spaces or a space at an end; expected the words of"),
        (3, "the cat ", "'the cat ' has double spaces"),
        (4, match("0:1 5:1 0 1.0"), "'0:1\\t\\t\\t5:1\\t\\t\\t0\\t\\t1.0' is not the heading"),
        *((5, line, f"{line[:200]!r} is not a match; expected START") for line in NO_MATCHES),
        (5, match("9:1 5:1 0 1.0"), "9:1 of the reference is empty, overlaps"),
        (5, match("0:1 9:2 0 1.0"), "9:2 of the hypothesis is empty, overlaps"),
        (5, match("0:0 5:1 0 1.0"), "0:0 of the reference is empty"),
        (5, match("0:1 5:0 0 1.0"), "5:0 of the hypothesis is empty"),
        (5, match("0:1 5:1 4 1.0"), "there is no module 4; from 0, they are exact stem"),
        (5, match("0:1 5:1 0 1.5"), "score 1.5 is above 1; expected one from 0 to 1"),
        (6, match("0:1 2:1 0 1.0"), "0:1 of the reference is empty, overlaps"),
        (6, match("1:1 5:1 0 1.0"), "5:1 of the hypothesis is empty, overlaps"),
        (6, match("1:1 4:3 0 1.0"), "4:3 of the hypothesis is empty, overlaps"),
    ],
)
def test_what_meteor_would_not_write(write, number, line, message):
    lines = WRITTEN.split("\n")
    lines[number - 1] = line
    path = write("out-align.out", "\n".join(lines))
    assert error_of(path, read_meteor_alignments).startswith(f"{path}:{number}: {message}")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (1, "the words of the hypothesis"),
        (2, "the words of the reference"),
        (3, "the heading 'Line2Start"),
        (4, "START:LENGTH in the reference"),
        (6, "START:LENGTH in the reference"),
    ],
)
def test_truncated_files(write, lines, expected):
    path = write("out-align.out", "".join(WRITTEN.splitlines(keepends=True)[:lines]))
    ends = f"{path}:{lines}: the file ends inside an entry; expected {expected}"
    assert error_of(path, read_meteor_alignments).startswith(ends)


def test_empty_file(write):
    path = write("out-align.out", "")
    message = error_of(path, read_meteor_alignments)
    assert message.startswith(f"{path}: holds no alignment; METEOR leaves such a file")


def test_missing_file(tmp_path):
    message = error_of(str(tmp_path / "none"), read_meteor_alignments)
    assert message == f"{tmp_path / 'none'}: cannot be read (No such file or directory)"


def test_modules_that_meteor_does_not_have(write):
    with pytest.raises(OptionError, match="expected exact or stem or synonym or paraphrase"):
        read_meteor_alignments(write("a", WRITTEN), ["exakt"])


def test_modules_in_use_bound_the_numbers(write):
    def read(path):
        return read_meteor_alignments(path, modules=["exact", "stem"])

    path = write("out-align.out", WRITTEN)
    assert error_of(path, read).startswith(f"{path}:28: there is no module 2; ")
