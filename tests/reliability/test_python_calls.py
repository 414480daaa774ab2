"""Every public function, class and method, with arguments that nobody means."""

import contextlib
import inspect
from itertools import count, repeat

import numpy as np
import pytest
from hostility.calls import every_call, public_objects, uses
from hostility.refusals import succeeds_or_refuses
from hostility.values import HOSTILE
from hostility.world import HYPOTHESES, REFERENCES, world
from hyperbaton.runtime.arguments import values as arguments
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hyperbaton
from hyperbaton import metrics, parsing, trees
from hyperbaton.errors import HyperbatonError, InputError, MissingDependencyError

PUBLIC = sorted(public_objects())
CLASSES = [name for name in PUBLIC if inspect.isclass(public_objects()[name])]
NEED_MORE = {  # refuse every call: links come with the texts; not every metric is exchangeable
    "TextMetric.scores_both_ways",
}
FOREIGN = {"spec"}  # parameters of Python's own types


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("calls")


@pytest.fixture(scope="module")
def calls(folder):
    return every_call(folder)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Files that hostile names make appear here; endless iterators end early."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(arguments, "MOST_ITEMS", 1000)


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.filterwarnings("ignore")
def test_every_argument_of_every_call(name, calls):
    broken = []
    for call in (call for call in calls if call.public == name):
        if call.name not in NEED_MORE:
            with contextlib.suppress(MissingDependencyError):
                call()
        for parameter in call.all_parameters:
            for kind, make in HOSTILE.items():
                value = make()
                found = succeeds_or_refuses(lambda: call(**{parameter: value}), parameter)  # noqa: B023
                if found:
                    broken.append(f"{call}({parameter}={kind}): {found}")
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.filterwarnings("ignore")
def test_what_can_be_made_can_be_used(name, calls):
    """A result that was made by hand of strange parts can be shown, or was refused."""
    broken = []
    for call in (call for call in calls if call.name == name):
        for parameter in call.parameters:
            for kind, make in HOSTILE.items():
                try:
                    made = call(**{parameter: make()})
                except HyperbatonError:
                    continue
                for use, ask in uses(made) if type(made) is call.target else ():
                    found = succeeds_or_refuses(ask)
                    if found:
                        broken.append(f"{call}({parameter}={kind}).{use}: {found}")
    assert not broken, "\n".join(broken)


def test_every_parameter_says_what_it_accepts(calls):
    """A checked function resolves all its annotations, but for those it checks itself."""
    unknown = []
    for call in calls:
        target = call.target.__init__ if inspect.isclass(call.target) else call.target
        checks = getattr(target, "checks", None)
        if checks is None:
            continue
        for name, written in target.__annotations__.items():
            anything = written in ("Any", "object") or name in (*FOREIGN, "return")
            if not anything and name not in target.checks_left_to_itself:
                known = dict(checks().positional) | dict(checks().named)
                repeated, accepted = checks().repeated
                if known.get(name, accepted if name == repeated else None) is None:
                    unknown.append(f"{call}({name}: {written})")
    assert not unknown, "\n".join(unknown)


ENDLESS = {
    "texts": lambda: repeat("a"),
    "lists": lambda: repeat(["a"]),
    "numbers": count,
    "nothing": lambda: repeat(None),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_what_never_ends_is_refused(kind, calls):
    broken = []
    for call in calls:
        for parameter in call.all_parameters:
            value = ENDLESS[kind]()
            found = succeeds_or_refuses(lambda: call(**{parameter: value}))  # noqa: B023
            if found:
                broken.append(f"{call}({parameter}): {found}")
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.filterwarnings("ignore")
def test_lookups(kind, folder):
    broken = []
    for name, made in world(folder).lookups.items():
        key = HOSTILE[kind]()
        found = succeeds_or_refuses(lambda: made[key])  # noqa: B023
        if found:
            broken.append(f"{name}[{kind}]: {found}")
    assert not broken, "\n".join(broken)


def test_a_lookup_of_what_is_not_there_is_a_key_error_of_ours(folder):
    with pytest.raises(KeyError, match="blue was not scored; there are kendall, wer") as caught:
        world(folder).report["blue"]
    assert isinstance(caught.value, HyperbatonError)
    assert (caught.value.key, caught.value.known) == ("blue", ("kendall", "wer"))


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 10)
    | st.floats()
    | st.text(st.characters(), max_size=5)
    | st.binary(max_size=3)
    | st.sampled_from([np.int8(1), np.float64(0.5), np.str_("x"), np.bool_(True), np.array("a")])
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.lists(inner, max_size=3).map(lambda items: (item for item in items))
        | st.dictionaries(st.text(max_size=2) | st.integers(0, 3), inner, max_size=3)
        | st.lists(inner, max_size=3).map(lambda items: np.array([*items, None], object)[:-1])
    ),
    max_leaves=12,
)


@given(data=st.data())
@settings(max_examples=600, suppress_health_check=list(HealthCheck))
@pytest.mark.filterwarnings("ignore")
def test_any_value(data, calls):
    call = data.draw(st.sampled_from(calls))
    parameter = data.draw(st.sampled_from(call.all_parameters))
    value = data.draw(anything)
    found = succeeds_or_refuses(lambda: call(**{parameter: value}))
    assert not found, f"{call}({parameter}={value!r}): {found}"


class UsersOwnError(Exception):
    """Raised by the user's own object."""


def raising(method):
    def fail(*_):
        raise UsersOwnError(method)

    members = {"__iter__": lambda _: iter(["a"]), "__len__": lambda _: 1, method: fail}
    return type("Raising", (), members)()


@pytest.mark.parametrize("method", ["__iter__", "__len__"])
@pytest.mark.parametrize("parameter", ["hypotheses", "references", "metrics"])
def test_errors_of_the_users_own_objects_pass_through(method, parameter):
    given = {"hypotheses": ["a"], "references": [["a"]], "metrics": "wer"}
    with pytest.raises(UsersOwnError):
        hyperbaton.score(**{**given, parameter: raising(method)})


def of_generators(references):
    return ((text for text in stream) for stream in references)


@pytest.mark.parametrize(
    "made", [tuple, iter, np.array, HOSTILE["series"]().__class__, lambda texts: map(str, texts)]
)
def test_texts_may_come_in_anything_with_an_order(made):
    expected = hyperbaton.score(HYPOTHESES, [REFERENCES], ["wer", "kendall"])
    found = hyperbaton.score(made(HYPOTHESES), [made(REFERENCES)], ["wer", "kendall"])
    streams = hyperbaton.score(made(HYPOTHESES), of_generators([REFERENCES]), iter(["wer"]))
    assert found.to_dict() == expected.to_dict()
    assert float(streams["wer"]) == float(expected["wer"])


@pytest.mark.parametrize("texts", ["a b", b"a", {"a"}, frozenset({"a"}), {"a": 1}.items(), print])
def test_what_has_no_order_or_is_one_text_is_refused(texts):
    with pytest.raises(InputError, match="expected a list of texts"):
        hyperbaton.Output(texts)


LONE = "a \ud800"
ENTRIES = {
    "hypotheses: segment 2": lambda: hyperbaton.score(["a", LONE], [["a", "a"]]),
    "references: stream 1: segment 2": lambda: hyperbaton.score(["a", "a"], [["a", LONE]]),
    "source: segment 1": lambda: hyperbaton.TestSet([["a"]], source=[LONE]),
    "hypothesis": lambda: metrics.Wer().sentence_score(LONE, ["a"]),
    "references: segment 1": lambda: metrics.Wer().sentence_score("a", [LONE]),
    "hypothesis: ": lambda: hyperbaton.explain(LONE, "a"),
    "reference": lambda: hyperbaton.align("a", LONE),
    "reference: item 1": lambda: hyperbaton.align("a", [LONE]),
    "hypotheses: item 1": lambda: hyperbaton.Aligner().align_all([LONE], ["a"]),
    "words: word 1": lambda: trees.DependencyTree([LONE], [0]),
    "segments: segment 1": lambda: parsing.parse_segments([[LONE]]),
    "text": lambda: hyperbaton.Preparation().clean(LONE),
}


@pytest.mark.parametrize("place", ENTRIES)
def test_lone_surrogates_are_refused_where_text_comes_in(place):
    with pytest.raises(InputError) as caught:
        ENTRIES[place]()
    assert str(caught.value).startswith(place)
    assert r"character 3 is '\ud800'" in str(caught.value)
