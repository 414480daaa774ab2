"""Numbers from outside: every one has a range, checked where it is read.

Options, fields and parameters are found by introspection, so that a new one is covered at once.
"""

import dataclasses
import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest
from hostility import tally
from hostility.children import assert_promised, run
from hostility.command_lines import COMMAND_LINES, ENDING_COMMAND_LINES, REPOSITORY
from hostility.inside import run_inside
from hostility.numbers import TEXTS, VALUES, numeric_fields, numeric_options, texts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperbaton import Resources, limits, score
from hyperbaton.alignment import ALIGNERS
from hyperbaton.alignment.given import LinkStream, links_of
from hyperbaton.alignment.matchers.paraphrases import read_table
from hyperbaton.bitext import LinkText
from hyperbaton.checks import Range, Real, Whole
from hyperbaton.cli.options.numbers import Ranged
from hyperbaton.edits import Costs
from hyperbaton.errors import HyperbatonError, NotationError, OptionError
from hyperbaton.meta import (
    DataOptions,
    MixtureOptions,
    Protocol,
    Scoring,
    Tunable,
    read_judged_sets,
    run_study,
    tunable,
)
from hyperbaton.metrics import METRICS, Kendall, parse
from hyperbaton.pairing.list_files import read_json_lists, read_nbest_lists
from hyperbaton.parsing import PARSERS
from hyperbaton.permutation.reading import parse_permutation
from hyperbaton.scoring.score import Resampling
from hyperbaton.serve.api import Limits
from hyperbaton.text.reading import read_segments
from hyperbaton.trees import EditCosts
from hyperbaton.trees.conllu import read_segment_trees
from hyperbaton.vectors.text_file import read_vectors
from hyperbaton_papers import Setup

KIND = "numbers"
LONGEST_MESSAGE = 600
OPTIONS = list(numeric_options())
VALUES_WRITTEN = (METRICS, ALIGNERS, PARSERS)
PARAMETRICS = [kind for table in VALUES_WRITTEN for kind in table.values()]
CHECKED = {
    Resampling: {},
    Protocol: {},
    Resources: {},
    DataOptions: {},
    MixtureOptions: {},
    Limits: {},
    EditCosts: {},
    Setup: {"data": "folder"},
    Tunable: {"path": "beta", "low": 0.0, "high": 1.0, "whole": False},
}


def refused(act, *arguments, **keywords):
    """The message of an error of ours, or None where the call succeeds; nothing else may happen."""
    try:
        act(*arguments, **keywords)
    except HyperbatonError as error:
        message = str(error)
        assert len(message.splitlines()) <= 3, message
        assert len(message) <= LONGEST_MESSAGE, message
        tally.count(KIND, "refused")
        return message
    tally.count(KIND, "succeeded")
    return None


def test_no_option_is_a_number_without_a_range():
    for line in COMMAND_LINES:
        for option in line.options:
            assert option.type not in (int, float), (line.name, option.option_strings)
            if isinstance(option.type, Ranged) and option.help != "==SUPPRESS==":
                assert option.type.range.span in option.help, (line.name, option.option_strings)


@pytest.mark.parametrize(
    ("line", "name", "kind", "count"), OPTIONS, ids=[f"{o[0]} {o[1]}" for o in OPTIONS]
)
def test_texts_that_no_option_accepts_are_refused_in_one_message(line, name, kind, count, folder):
    for text in TEXTS:
        if kind.range.read(text) is None and "\x00" not in text:
            if count > 1 and text.startswith("-"):
                continue  # argparse takes it for an option
            given_as = [f"{name}={text}"] if count == 1 else [name, *[text] * count]
            ended = run_inside([*line.argv, *given_as])
            assert_promised(ended, KIND, codes=[2])
            assert f"{name}: expected {kind.range}, got" in ended.message
            assert len(ended.message) <= LONGEST_MESSAGE


ENDS = [o for o in OPTIONS if o[0] in ENDING_COMMAND_LINES]
FAR_TOO_MUCH_WORK = {"--processes", "--threads", "--samples", "--restarts", "--points", "--folds"}


@pytest.mark.parametrize(
    ("line", "name", "kind", "count"), ENDS, ids=[f"{o[0]} {o[1]}" for o in ENDS]
)
def test_the_ends_of_a_range_are_accepted(line, name, kind, count, folder, stand_in):
    ends = [kind.range.low] if name in FAR_TOO_MUCH_WORK else [kind.range.low, kind.range.high]
    for end in ends:
        written = f"{end:.15g}" if isinstance(end, float) else str(end)
        ended = run_inside([*line.argv, name, *[written] * count])
        assert_promised(ended, KIND)
        assert f"{name}: expected" not in ended.message


CHILDREN = [
    ("score", "--samples", "1000000000000000"),
    ("tree", "--pet", "9" * 5000),
    ("source", "-k", "2147483647"),
    ("meta", "--seed", "-1"),
    ("explain", "--segment", "٣"),
]


@pytest.mark.parametrize("case", CHILDREN, ids=" ".join)
def test_commands_of_their_own_keep_the_promise(case, folder):
    name, *more = case
    line = next(line for line in ENDING_COMMAND_LINES if line.name == name)
    assert_promised(run([*line.argv, *more], folder=folder, memory=3 << 30), KIND)


def test_the_terminal_may_be_of_any_width(folder, monkeypatch):
    line = next(line for line in ENDING_COMMAND_LINES if line.name == "explain")
    for columns in ("0", "1", "-5", "999999999", "9" * 5000, "x", "٣"):
        monkeypatch.setenv("COLUMNS", columns)
        assert_promised(run_inside(line.argv), KIND, codes=[0])


# Ranges themselves.


@given(texts, st.sampled_from([limits.THREADS, limits.SEED, limits.PET, limits.RESAMPLES_OR_NONE]))
def test_a_whole_number_in_text_is_ascii_digits_with_a_sign(text, accepted):
    found = accepted.read(text)
    if found is None:
        assert not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or accepted._held(int(text)) is None
    else:
        assert re.fullmatch(r"[+-]?[0-9]+", text)
        assert found == int(text)
        assert type(found) is int


@given(texts)
def test_a_real_number_in_text_is_finite_and_ascii(text):
    found = limits.SCORE.read(text)
    if found is not None:
        assert text.isascii()
        assert not set(text) & set("_xXnN ")
        assert abs(found) <= 1e100
        assert math.copysign(1.0, found) == 1.0 or found < 0  # no zero with a minus sign


def test_every_limit_is_in_the_documentation():
    page = (REPOSITORY / "docs" / "reliability.md").read_text()
    for name, value in vars(limits).items():
        if isinstance(value, Range):
            assert value.span in page, f"{name}: {value.span}"
            assert math.isfinite(value.low)
            assert value.high < 10**4001


# Values that are written: metrics, aligners, parsers.


@pytest.mark.parametrize("kind", PARAMETRICS, ids=lambda kind: kind.name)
def test_every_number_of_a_metric_aligner_or_parser_has_a_finite_range(kind):
    for spec in dataclasses.fields(kind):
        if spec.name in numeric_fields(kind):
            low, high = spec.metadata["low"], spec.metadata["high"]
            assert -(10**12) <= low < high <= 10**12, spec.name


@pytest.mark.parametrize("table", VALUES_WRITTEN, ids=lambda table: table.kind)
def test_hostile_numbers_in_parameters_are_refused_or_in_range(table):
    for name, kind in table.items():
        for field in numeric_fields(kind):
            for text in TEXTS:
                quoted = text.replace("\\", "").replace('"', "")
                for written in (text, f'"{quoted}"'):
                    refused(table.parse, f"{name}({field}={written})")
            for value in VALUES:
                refused(kind, **{field: value})


@given(texts)
def test_hostile_texts_as_parameters(text):
    refused(parse, f"pef(beta={text})")
    refused(parse, f"rouge-s(skip={text})")
    refused(parse, f"bleu({text}=1)")
    refused(parse, text)


@pytest.mark.parametrize("opening", ["full(lexical=", "full(order=", "lrscore(order=", "(", "x("])
def test_strings_nested_a_thousand_deep(opening):
    for depth in (30, 1000, 20_000):
        message = refused(parse, opening * depth + "f1" + ")" * depth)
        assert message is not None


def test_errors_point_into_long_strings():
    with pytest.raises(NotationError) as caught:
        parse("full(" + "alpha=0.5," * 1000 + "?)")
    first, excerpt, caret = str(caught.value).splitlines()
    assert excerpt[len(caret) - 1] == "?" or "twice" in first
    assert len(excerpt) < 100


TEXT = (["a b c d , e", "", "e d c b a"], [["a c b d e .", "x", "a b c d e"], ["b", "", "e d c"]])


@pytest.mark.parametrize("name", sorted(set(METRICS) - {"dted"}))
def test_the_corners_of_all_ranges_give_finite_scores(name):
    kind = METRICS[name]
    chosen = [spec for spec in dataclasses.fields(kind) if spec.name in numeric_fields(kind)]
    ends = [(spec.metadata["low"], spec.metadata["high"]) for spec in chosen]
    for corner in itertools.product(*ends):
        values = dict(zip((spec.name for spec in chosen), corner, strict=True))
        if name == "hyperbaton" and values["version"] not in (1, 2):
            continue
        report = score(*TEXT, kind(**values), threads=1)
        assert math.isfinite(report.systems[0].scores[0].score), values
        segments = report.systems[0].scores[0].segments
        assert not np.isinf(segments).any(), values
        tally.count(KIND, "finite score")


@pytest.mark.parametrize("name", sorted(METRICS))
def test_numbers_of_numpy_sign_like_those_of_python(name):
    kind = METRICS[name]
    for spec in dataclasses.fields(kind):
        if spec.name not in numeric_fields(kind):
            continue
        low, high = spec.metadata["low"], spec.metadata["high"]
        whole = isinstance(spec.default, int)
        plain = int(min(high, max(low, 2))) if whole else float(min(high, max(low, 0.5)))
        one = kind(**{spec.name: plain})
        for other in (np.int32, np.int64) if whole else (np.float32, np.float64):
            for value in (other(plain), np.array(plain, other)):
                again = kind(**{spec.name: value})
                assert (str(again), again, hash(again)) == (str(one), one, hash(one))
                assert type(getattr(again, spec.name)) is type(plain)


def test_booleans_of_numpy_and_the_negative_zero():
    assert str(Kendall(sqrt=np.bool_(True))) == "kendall(sqrt=true)"
    for zero in (-0.0, np.float64(-0.0), "-0", "-0.0"):
        one = parse(f"pef(beta={zero})") if isinstance(zero, str) else METRICS["pef"](beta=zero)
        assert str(one) == "pef(beta=0)"


# Arguments of functions.


@pytest.mark.parametrize("kind", CHECKED, ids=lambda kind: kind.__name__)
def test_options_in_python_refuse_hostile_numbers_or_keep_plain_ones(kind):
    for field in numeric_fields(kind):
        for value in VALUES:
            message = refused(kind, **{**CHECKED[kind], field: value})
            if message is None:
                kept = getattr(kind(**{**CHECKED[kind], field: value}), field)
                assert math.isfinite(kept)
            else:
                assert field in message


def test_other_numbers_in_python():
    report = score(["a b"], [["b a"]], "kendall")
    for value in VALUES:
        refused(report.explain, "system", value)
        refused(Costs, insertion=value)
        refused(links_of, [(value, 0)], "here")
        refused(Resampling, paired="bootstrap", samples=value)
        refused(tunable, METRICS["pef"](), "beta", value, 1.0)


# Numbers in files.

CONLLU = "# segment = {}\n{}\tw\t_\tX\t_\t_\t{}\troot\t_\t_\n\n"
FILES = {
    "permutation": ("{} 2\n", lambda path: parse_permutation(Path(path).read_text(), path)),
    "links": ("{}-0 0-{}\n", LinkStream.read),
    "soft links": ("0-0:soft:{}\n", LinkStream.read),
    "links with the source": ("{}-0\n", lambda path: LinkText.read(path).alignments([2], [2])),
    "gold links": ("1 {} 1 S\n1 1 1\n", lambda path: LinkText.read(path).alignments([2], [2])),
    "segments of trees": (CONLLU.format("{}", 1, 0), read_segment_trees),
    "words of trees": (CONLLU.format(1, "{}", 0), read_segment_trees),
    "heads of trees": (CONLLU.format(1, 1, "{}"), read_segment_trees),
    "phrases": ("{}\na b\nb a\n", lambda path: list(read_table(path))),
    "vectors": ("a {} {}\nb 1 2\n", lambda path: read_vectors(path, ["a", "b"])),
    "entities": ('<refset><doc docid="d"><seg id="{}">&#{};</seg></doc></refset>', read_segments),
    "n-best lists": ("0 ||| a\n{} ||| b\n", read_nbest_lists),
    "weights": ('{{"candidates": ["a"], "weights": [{}]}}\n', read_json_lists),
    "records": ('{{"text": "a", "number": {}}}\n', lambda path: read_segments(f"{path}:text")),
}
SUFFIXES = {"entities": ".sgm", "records": ".jsonl"}


@pytest.mark.parametrize("what", FILES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=texts)
def test_numbers_in_files(what, text, tmp_path):
    template, read = FILES[what]
    path = tmp_path / f"file{SUFFIXES.get(what, '.txt')}"
    path.write_text(template.format(*[text] * template.count("{}")), encoding="utf-8")
    refused(read, str(path))


TABLES = {
    "rankings/de-en.pairs.tsv": "segment\tsystem1\trank1\tsystem2\trank2\tranking\n"
    "1\tloom\t1\tcalque\t2\t1\n{0}\tloom\t{1}\tcalque\t2\t{2}\n",
    "rankings/de-en.judgments.csv": "srclang,trglang,srcIndex,system1Id,system2Id,system1rank,"
    "system2rank\nde,en,1,loom,calque,1,2\nde,en,{0},loom,calque,{1},{2}\n",
    "human-scores/de-en.rated.tsv": "system\tsegment\tscore\tjudge\n"
    "loom\t1\t3\tj\ncalque\t1\t2\tj\nloom\t{0}\t{1}\t{2}\n",
    "human-scores/de-en.mqm.tsv": "system\tseg_id\trater\tcategory\tseverity\n"
    "loom\t1\tr\tx\tminor\ncalque\t1\tr\tx\tmajor\nloom\t{0}\tr\tx\tminor\n",
}


@pytest.fixture(scope="module")
def judged_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged")
    for name in ("references", "system-outputs"):
        (folder / name).symlink_to(REPOSITORY / "demo" / "judged" / name)
    return folder


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(case=st.tuples(texts, texts, texts), place=st.integers(0, 3))
def test_numbers_in_judgements(table, case, place, judged_folder):
    fields = [text if place in (3, k) else "1" for k, text in enumerate(case)]
    fields = [re.sub(r"[\t\n\r,\x00]", "", text) for text in fields]
    path = judged_folder / "given" / Path(table).name
    path.parent.mkdir(exist_ok=True)
    path.write_text(TABLES[table].format(*fields), encoding="utf-8")

    def study():
        sets = read_judged_sets(str(judged_folder), ["de-en"], DataOptions(human=str(path)))
        preferences = sets[0].judgements.preferences
        assert set(np.unique(preferences.sign)) <= {-1, 0, 1}

    refused(study)


@pytest.mark.parametrize("ending", [".seg.score", ".tsv"])
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=texts)
def test_numbers_in_score_files(ending, text, judged_folder):
    (judged,) = read_judged_sets(str(REPOSITORY / "demo" / "judged"), ["de-en"])
    written = re.sub(r"[\s\x00]", "", text) or "1"
    systems, segments = judged.data.systems, range(1, len(judged.data) + 1)
    rows = [(s, k, written if k == 2 else f"{k % 7}.{len(s)}") for s in systems for k in segments]
    if ending == ".tsv":
        lines = ["system\tsegment\tm", *(f"{s}\t{k}\t{value}" for s, k, value in rows)]
    else:
        lines = [f"{s} {value}" for s, _, value in rows]
    path = judged_folder / f"scores{ending}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    scoring = Scoring(scores=(str(path),))
    message = refused(run_study, [judged], scoring, [Protocol(samples=0)])
    if "inf" in written.lower():
        assert f"scores{ending}:" in message  # names file and line


def test_resampling_that_would_take_hours_is_refused():
    with pytest.raises(OptionError, match="samples: 100000 resamples of 1000000 segments are too"):
        limits.check_draws(100_000, 1_000_000)
    limits.check_draws(10_000, 1_000_000)


def test_ranges_read_as_they_are_written():
    assert str(Whole(0, 1000, also=-1)) == "-1 or a whole number from 0 to 1000"
    assert Real(0.0, 1e12).span == "0 to 1000000000000"
