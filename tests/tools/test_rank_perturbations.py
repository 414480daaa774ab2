"""The tool that ranks damaged translations, and the exchanges that it makes."""

import json
import sys
from random import Random

import pytest
import rank_perturbations
from exchanges import EXCHANGES

SENTENCE = "On Monday he did not sell the old house in Paris for 350 euros, the doctor said in May."


@pytest.fixture
def run(monkeypatch, capsys):
    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["rank_perturbations.py", *map(str, arguments)])
        rank_perturbations.main()
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    "kind", [kind for kind in EXCHANGES if kind not in ("month", "negation added")]
)
def test_one_word_is_exchanged(kind):
    for seed in range(10):
        found = EXCHANGES[kind](SENTENCE, Random(seed))
        before, after = SENTENCE.split(), found.text.split()
        assert SENTENCE[found.start :].lower().startswith(found.word)
        if kind == "negation dropped":
            assert after == [word for word in before if word != "not"]
        else:
            assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_a_sentence_without_such_a_word_is_left_alone():
    assert {exchange("Thanks!", Random(0)) for exchange in EXCHANGES.values()} == {None}
    assert EXCHANGES["negation added"](SENTENCE, Random(0)) is None  # it has one
    added = EXCHANGES["negation added"]("It was late.", Random(0))
    assert (added.text, added.text[added.start :]) == ("It was not late.", "not late.")


def test_shares_of_demetr(tmp_path, run):
    rows = [("a b c d", "a b c d", "a c b d"), ("a b", "a b", "a b"), ("a b", "b", "a b")]
    items = [dict(zip(rank_perturbations.FIELDS, row, strict=True)) for row in rows]
    (tmp_path / "swap.json").write_text(json.dumps(items))
    found = json.loads(run(tmp_path, "-m", "hyperbaton", "ter", "--format", "json"))
    assert [(each["kind"], each["metric"]) for each in found] == [
        ("swap", "hyperbaton"),
        ("swap", "ter"),
    ]
    for each in found:
        assert each["pairs"] == 3
        assert (each["below"], each["tied"]) == pytest.approx((1 / 3, 1 / 3))
    shares, costs = run(tmp_path, "-m", "chrf").split("\n\n")
    assert shares.splitlines()[0].split() == ["below", "(tied)", "pairs", "chrf"]
    assert "33.3% (33.3%)" in shares and costs.startswith("cost")


def test_exchanges_in_a_text(write, run):
    file = write("text.txt", f"{SENTENCE}\nThanks!\n")
    found = json.loads(run("--exchange", file, "-m", "chrf", "--format", "json"))
    by_kind = {each["kind"]: each for each in found}
    assert set(by_kind) == set(EXCHANGES) - {"month", "negation added"}
    assert all(each["below"] == 1 and 0 < each["cost"] < 1 for each in found)
    assert "same_word" not in by_kind["pronoun"]
    synonyms = by_kind["pronoun"]["another_word"]
    assert synonyms["pairs"] == 1 and synonyms["cost"] > 0
    assert synonyms["cost_of_exchanges"] == by_kind["pronoun"]["cost"]
    assert "synonym of another word" in run("--exchange", file, "-m", "chrf")
