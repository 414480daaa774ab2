"""Alignments that METEOR wrote, and files that it did not write."""

import gzip
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_errors import error_of

from hyperbaton.alignment.meteor_files import (
    MATCHERS,
    Match,
    MeteorAlignment,
    read_meteor_alignments,
)

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


def test_blank_segments(write):
    _, no_reference, no_hypothesis, _ = read_meteor_alignments(write("out-align.out", WRITTEN))
    assert no_reference == MeteorAlignment(("hello",), (), ())
    assert no_hypothesis == MeteorAlignment((), ("the", "reference", "is", "here"), ())


def test_module_numbers_follow_the_order_of_the_modules(write):
    path = write("out-align.out", PARAPHRASES_FIRST)
    (alignment,) = read_meteor_alignments(path, ["paraphrase", "exact", "stem", "synonym"])
    assert alignment.matches[0] == Match(2, 2, 0, 2, "paraphrase", 1.0)  # the automobile, the car
    assert alignment.matches[1] == exact(4, 2)


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

NO_MATCH = "0:1\t\t\t5:1\t\t\texact\t\t1.0"


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (1, "0-0 1-1", "'0-0 1-1' does not begin an entry; expected 'Alignment'"),
        (13, "", "'' does not begin an entry"),
        (4, "0:1\t\t\t5:1\t\t\t0\t\t1.0", "expected the heading 'Line2Start"),
        (5, NO_MATCH, f"{NO_MATCH!r} is not a match; expected START"),
        (5, "0:1 5:1 0 1.0", "'0:1 5:1 0 1.0' is not a match"),
        (5, "0:1\t\t\t5:1\t\t\t4\t\t1.0", "there is no module 4; from 0, exact stem"),
    ],
)
def test_what_meteor_would_not_write(write, number, line, message):
    lines = WRITTEN.split("\n")
    lines[number - 1] = line
    path = write("out-align.out", "\n".join(lines))
    assert error_of(path, read_meteor_alignments).startswith(f"{path}:{number}: {message}")


@pytest.mark.parametrize("lines", [1, 2, 3, 4, 6])
def test_truncated_files(write, lines):
    path = write("out-align.out", "".join(WRITTEN.splitlines(keepends=True)[:lines]))
    message = error_of(path, read_meteor_alignments)
    assert "expected the heading" in message or "the file ends inside an entry" in message


def test_empty_file(write):
    path = write("out-align.out", "")
    message = error_of(path, read_meteor_alignments)
    assert message.startswith(f"{path}: holds no alignment; METEOR leaves such a file")
