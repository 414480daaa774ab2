"""Some segments of a test set and of an output are what they were among all."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperbaton import Output, Preparation, TestSet
from hyperbaton.evidence import Evidence
from hyperbaton.evidence.evidence import Join
from hyperbaton.metrics import text_metrics
from hyperbaton.trees import DependencyTree

REFERENCES = [["a b c", "d e", "f"], [None, "e d", None]]
TEXTS = ["c a b", "e d", "g f"]
TREES = [DependencyTree(tuple(text.split()), tuple(range(len(text.split())))) for text in TEXTS]
LINKS = [["0-2 1-0", "0-1", "1-0"], [None, "0-0 1-1", None]]


@given(st.lists(st.integers(0, 2), min_size=1, max_size=5))
def test_statistics_are_those_of_the_segments(chosen):
    test_set = TestSet(REFERENCES, source=TEXTS)
    for output in (Output(TEXTS), Output(TEXTS, links=LINKS)):
        preparation = Preparation(given_links=output.links is not None)
        for metric in text_metrics(["kendall", "bleu", "chrf"]):
            whole = metric.statistics(Evidence(test_set, output, preparation))
            part = Evidence(test_set.chosen(chosen), output.chosen(chosen), preparation)
            assert (metric.statistics(part) == whole[chosen]).all()
            join = Join.of_segments(test_set.groups, np.array(chosen))
            joined = Evidence(test_set, output.chosen(chosen), preparation, join=join)
            assert (metric.statistics(joined) == whole[chosen]).all()
    assert list(test_set.chosen(chosen).source) == [TEXTS[k] for k in chosen]


def test_trees_are_chosen_too():
    test_set = TestSet([TEXTS], trees=[TREES], language="de")
    part = test_set.chosen([2, 0])
    assert part.trees == (((TREES[2],), (TREES[0],)),)
    assert part.language == "de"
    assert Output(TEXTS, trees=TREES).chosen([1]).trees == ((TREES[1],),)
