"""Descriptions of batches: plain JSON that comes back as what it was."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variants import ALL

from hyperbaton import Preparation
from hyperbaton.alignment import Aligner, BigramAligner, MeteorAligner
from hyperbaton.batch import BatchDescription
from hyperbaton.errors import HyperbatonError, InputError, OptionError
from hyperbaton.parsing import PARSERS
from hyperbaton.text.tokenizers import TOKENIZERS

file_names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
columns = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
languages = st.sampled_from([None, "en", "de", "ja"])
contexts = st.builds(
    Preparation,
    tokenize=st.sampled_from([None, *TOKENIZERS]),
    lowercase=st.sampled_from([None, True, False]),
    join_subwords=st.sampled_from([None, "bpe", "sentencepiece"]),
    aligner=st.one_of(
        st.builds(
            Aligner,
            matchers=st.sampled_from([None, "exact", "exact+stem:0.5", "exact+soft"]),
            synonyms=st.none() | file_names,
            embeddings=st.none() | file_names,
            soft_similarity=st.floats(0.01, 1),
            language=languages,
        ),
        st.builds(MeteorAligner, paraphrases=st.none() | file_names, language=languages),
        st.builds(BigramAligner, language=languages),
    ),
    over_source=st.booleans(),
    parser=st.one_of(st.just(PARSERS["english"]()), st.builds(PARSERS["spacy"], file_names)),
)


@pytest.mark.parametrize("metric", ALL, ids=str)
def test_every_metric_comes_back(metric):
    description = BatchDescription([metric])
    assert description.text_metrics == (metric, *metric.parts)
    assert BatchDescription.from_json(description.to_json()) == description


@given(contexts, st.lists(columns, min_size=2, max_size=4, unique=True), columns, st.booleans())
def test_every_context_comes_back(preparation, names, prefix, statistics):
    hyp, *ref = names
    description = BatchDescription(["pef"], hyp, ref, prefix, statistics, preparation)
    found = BatchDescription.from_json(description.to_json())
    assert found == description
    assert found.preparation == preparation
    assert hash(found) == hash(description)
    assert found.to_json() == description.to_json()


def test_it_is_plain_json_without_code():
    description = BatchDescription("pef(beta=0.6)", hyp="mt", ref="human")
    assert json.loads(description.to_json())["metrics"] == ["pef"]  # 0.6 is the default
    assert pickle.loads(pickle.dumps(description)) == description


def test_different_descriptions_differ():
    assert BatchDescription("pef") != BatchDescription("pef(beta=0.3)")
    assert BatchDescription("pef") != BatchDescription(
        "pef", preparation=Preparation.of(language="de")
    )
    assert BatchDescription("pef") == BatchDescription(["pef"], ref="ref")


def test_a_function_of_the_users_cannot_be_described():
    with pytest.raises(OptionError, match=r"str\.split is a function.*tokenize='none'"):
        BatchDescription("wer", preparation=Preparation.of(tokenize=str.split))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"metrics": []}, "at least one"),
        ({"metrics": ["pef", "pef"]}, "duplicate pef"),
        ({"metrics": "blue"}, "bleu"),
        ({"metrics": "pef", "ref": []}, "at least one column"),
        ({"metrics": "pef", "hyp": "a", "ref": "a"}, "duplicate a"),
    ],
)
def test_what_is_refused(arguments, message):
    with pytest.raises(HyperbatonError, match=message):
        BatchDescription(**arguments)


def changed(**changes):
    return json.dumps({**BatchDescription("pef").to_dict(), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected what BatchDescription.to_json writes"),
        ("[" * 100_000, "expected what"),
        ("{}", "expected what"),
        (changed(hyperbaton="0.0.1"), "hyperbaton 0.0.1, but this is .*install the same version"),
        (changed(metrics=["pef(beta=7)"]), "beta"),
        (changed(further=1), "expected what"),
        (changed(preparation={"threads": 2}), "the fields that to_json writes"),
    ],
)
def test_damaged_descriptions_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        BatchDescription.from_json(text)
