"""METEOR against METEOR 1.5's own scores, and its formula by hand."""

import pytest
from golden_cases import load

from hyperbaton import Aligner, metrics
from hyperbaton.errors import OptionError
from hyperbaton.metrics.meteor import (
    KEYS,
    LANGUAGES,
    TASKS,
    TUNINGS,
    Meteor,
    MeteorFrag,
    tuning_number,
)

SPACES = {"tokenize": "none", "lowercase": False}
# With the task li function words count as much as others, and METEOR's list does not matter.
CASES = load("meteor")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_segments_score_as_meteor_itself_does(case):
    found = Meteor(task="li").sentence_score(case["hypothesis"], [case["reference"]], **SPACES)
    assert found.score == pytest.approx(case["score"], abs=1e-9)


def test_the_formula_by_hand():
    # Two content words of three match in one chunk, of a reference of four words.
    score = Meteor(task="li").sentence_score("cat mat x", ["cat mat y z"], **SPACES)
    precision, recall = 2 / 3, 2 / 4
    mean = precision * recall / (0.75 * precision + 0.25 * recall)
    assert score.score == pytest.approx(mean * (1 - 0.7 * (1 / 2) ** 1.4))


def test_function_words_are_english_in_every_language_as_in_meteors_program():
    for language in ("en", "de", "zh"):
        aligner = Aligner(matchers="exact", language=language)
        content, function = (
            Meteor().sentence_score(f"cat {word}", ["cat dog"], aligner=aligner, **SPACES)
            for word in ("mat", "the")
        )
        assert function.score > content.score
        assert "|function-words:en|" in function.signature


def test_function_words_from_a_file(tmp_path):
    file = tmp_path / "own.words"
    file.write_text("Mat\n")
    metric = metrics.parse(f"meteor(function_words={file})")
    content, function = (
        metric.sentence_score(f"cat {word}", ["cat dog"], **SPACES) for word in ("the", "mat")
    )
    assert function.score > content.score
    assert "|function-words:own.words@" in function.signature
    file.write_text("the\n")
    swapped = metric.sentence_score("cat the", ["cat dog"], **SPACES)
    assert swapped.score == pytest.approx(function.score)
    assert swapped.signature != function.signature


def test_fragmentation_alone():
    def score(hypothesis, reference):
        metric = MeteorFrag(task="li")
        return metric.sentence_score(hypothesis, [reference], **SPACES).score

    assert score("cat mat x", "cat mat y z") == pytest.approx(1 - 0.7 * (1 / 2) ** 1.4)
    assert score("cat mat", "cat mat") == 1.0
    assert score("cat mat", "mat cat") == pytest.approx(1 - 0.7)
    assert score("cat", "dog") == 0.0


def tuning_of(task, language):
    return TUNINGS[KEYS[tuning_number(task, language)]]


def test_there_is_a_tuning_for_every_task_and_language():
    for task in TASKS:
        for language in LANGUAGES:
            tuning = tuning_of(task, language)
            assert tuning.weights["exact"] == 1.0
            assert 0 < tuning.gamma < 1 and 0 < tuning.alpha < 1
    assert tuning_of("rank", "other").weights == {"exact": 1.0, "paraphrase": 0.6}


def test_meteor_refuses_to_mix_languages():
    with pytest.raises(OptionError, match=r"meteor\(language=de\): is tuned to language 'de'"):
        metrics.parse("meteor(language=de)").sentence_score("a", ["a"])
    german = Aligner(language="de")
    score = metrics.parse("meteor(language=de)").sentence_score("Hunde", ["Hund"], aligner=german)
    assert 0.0 < score.score < 1.0
