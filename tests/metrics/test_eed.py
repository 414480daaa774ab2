"""EED from its definition, and torchmetrics' figures."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton.metrics import Eed

texts = st.text("ab .", max_size=9)
costs = st.sampled_from([0.0, 0.2, 1.0, 2.5])


def expected(hypothesis, reference, alpha, rho, deletion, insertion):
    """Stanchev, Wang & Ney 2019, section 3: the grid as a recursion, and coverage."""
    h, r = (f" {' '.join(t.replace('.', ' .').split())} " for t in (hypothesis, reference))

    @cache
    def before_jumps(i, j):
        if i == 0:
            return grid(0, j - 1) + 1
        return min(
            grid(i - 1, j - 1) + (h[i - 1] != r[j - 1]),
            before_jumps(i - 1, j) + deletion,
            grid(i, j - 1) + insertion,
        )

    @cache
    def row(j):
        return [before_jumps(i, j) for i in range(len(h) + 1)]

    def grid(i, j):
        if j == 0:
            return float(i > 0)
        jumped = alpha + min(row(j)) if r[j - 1] == " " else float("inf")
        return min(before_jumps(i, j), jumped)

    cheapest = [row(j).index(min(row(j))) for j in range(1, len(r) + 1)]
    visits = [cheapest.count(i) for i in range(len(h) + 1)]
    coverage = rho * sum(count - 1 if count else 1 for count in visits)
    return min(1, (grid(len(h), len(r)) + coverage) / (len(r) + coverage))


@given(texts, texts.filter(str.strip), st.tuples(costs, costs, costs, costs))
def test_the_definition(hypothesis, reference, parameters):
    found = Eed(*parameters).sentence_score(hypothesis, [reference]).score
    assert found == pytest.approx(expected(hypothesis, reference, *parameters), abs=1e-12)


def test_torchmetrics_example():
    # Its documentation, torchmetrics.text.ExtendedEditDistance: 0.3078.
    outputs = ["this is the prediction", "here is an other sample"]
    references = ["this is the reference", "here is another one"]
    assert Eed()(outputs, references).score == pytest.approx(0.3078, abs=5e-5)


def test_the_nearest_reference_counts():
    near, far = (Eed()("a b c d", text).score for text in ("a b d c", "x y z"))
    assert Eed()("a b c d", ["x y z", "a b d c"]).score == near < far
