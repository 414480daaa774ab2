"""A signature differs exactly where numbers can: every metric, every source of order and trees."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from fake_parsers import GreedyParser, LazyParser
from variants import ALL

from hyperbaton import Output, Preparation, TestSet
from hyperbaton.alignment import MeteorAligner
from hyperbaton.evidence import Evidence, Need
from hyperbaton.metrics import PermutationMetric
from hyperbaton.metrics.meteor import OfMeteorsAlignment
from hyperbaton.trees import DependencyTree

SEGMENTS = 150
# Words with their stems, synonyms and paraphrases, in any case, of English and of German.
FAMILIES = [
    ["connect", "connected", "connection", "connections"],
    ["car", "cars", "automobile", "Automobiles"],
    ["buy", "bought", "purchase", "Purchased"],
    ["big", "large", "bigger", "Big"],
    ["Haus", "Hauses", "Häuser", "Häusern"],
    ["quick", "quickly", "rapid", "Rapidly"],
    ["do", "does", "don't", "doesn't"],
    ["the", "The", "a", "an"],
    ["of", "Of", "in", "In"],
    ["İstanbul", "istanbul", "IRAN", "Iran"],
    ["U.S.", "U.S", "3,000", "3.5"],
    ["“facts”", "facts", "well-known", "Well-Known"],
    ["un@@ known", "unknown", "un@@ seen", "Unseen"],
    ["mat.", "mat", "mats,", "(mats)"],
]
# `The` and `cats` stand as near to one word of the reference as to the other: case or the weights
# of matchers decide, and with them whether the permutation of the aligned words factorises.
EQUALLY_NEAR = [
    (ours.format(word), theirs.format(*others))
    for ours, theirs in (
        ("mat zp facts zq {} zr car", "{} zs mat zt car zu facts zv {}"),
        ("mat zp facts zq {}", "{} zs mat zt facts zu zv zw {}"),
    )
    for word, *others in (
        ("The", "the", "The"),
        ("The", "The", "the"),
        ("cats", "cat", "cats"),
        ("cats", "cats", "cat"),
    )
]
PARAPHRASES = [("big", "rapid"), ("car", "large"), ("the", "of"), ("do", "buy"), ("mat", "facts")]
TABLE = "".join(f"0.5\n{one}\n{other}\n" for one, other in PARAPHRASES)
VECTORS = "connect 1 0\nbuy 4 3\nquick 9 1\nfacts 1 4\ndo 1 9\nmat 3 4\ncar 1 1\n"


def sentence(random, words):
    return " ".join(random.choice(family) for family in words)


def varied(random, families):
    """The families of a sentence in another order, some words left out or repeated."""
    words = list(families)
    if random.random() < 0.5:  # blocks moved alone are permutations that factorise
        random.shuffle(words)
    for _ in range(random.randint(0, 3)):
        a, b, c = sorted(random.randint(0, len(words)) for _ in range(3))
        words[a:c] = words[b:c] + words[a:b]
    return [word for word in words for _ in range(random.choice([0, 1, 1, 1, 1, 1, 2]))] or words


def links(random, ours, theirs):
    """One-to-one links between some of the first words."""
    count = min(ours, theirs)
    chosen = random.sample(range(theirs), count)
    return [(i, j) for i, j in enumerate(chosen) if random.random() < 0.8]


def tree(random, text):
    """A tree of any shape: of the text's words, or of letters in either case."""
    words = (text or "").split()[:9] if random.random() < 0.5 else random.choices("abcABC", k=6)
    heads = [random.randint(0, k) for k in range(len(words))]
    return DependencyTree(tuple(words), tuple(heads), tuple(random.choices("xyz", k=len(words))))


@pytest.fixture(scope="module")
def corpus():
    """One system with links, source links and trees beside it; which of them count is a choice."""
    random = Random(12)
    sources, hypotheses, streams = [], [], ([], [])
    for k in range(SEGMENTS):
        meant = [random.choice(FAMILIES) for _ in range(random.randint(4, 12))]
        sources.append(sentence(random, meant) + random.choice(["", " İ", "."]))
        hypotheses.append(sentence(random, varied(random, meant)))
        streams[0].append(sentence(random, varied(random, meant)))
        streams[1].append(sentence(random, varied(random, meant)) if k % 3 else None)

    for ours, theirs in EQUALLY_NEAR:
        sources.append("one two three.")
        hypotheses.append(ours)
        streams[0].append(theirs)
        streams[1].append(None)

    def length(text):
        return len((text or "").replace("@@ ", "").split())

    def beside(texts):
        return [
            links(random, length(text), length(other)) if text is not None else None
            for text, other in zip(hypotheses, texts, strict=True)
        ]

    def of_source(texts):
        return [
            None if text is None else links(random, length(source), length(text))
            for source, text in zip(sources, texts, strict=True)
        ]

    test_set = TestSet(
        streams,
        source=sources,
        source_links=[of_source(texts) for texts in streams],
        trees=[[tree(random, text) for text in texts] for texts in streams],
    )
    output = Output(
        hypotheses,
        links=[beside([text or "" for text in texts]) for texts in streams],
        source_links=of_source(hypotheses),
        trees=[(tree(random, text), tree(random, None)) for text in hypotheses],
    )
    return test_set, output


def contexts(folder):
    """By name, every source of words, order and trees, one thing changed after the other."""
    table, vectors = (str(folder / name) for name in ("table", "vectors"))
    plain = Preparation(parser=GreedyParser())
    aligners = {
        "exact": "best(matchers=exact)",
        "stem": "best(matchers=exact+stem)",
        "weights": "best(matchers=exact:0.1+stem:0.9)",
        "german": "best(language=de)",
        "paraphrases": f"best(matchers=exact+paraphrase,paraphrases={table})",
        "vectors": f"best(matchers=exact+soft,embeddings={vectors})",
        "similar": f"best(matchers=exact+soft,embeddings={vectors},soft_similarity=0.2)",
        "meteor": "meteor",
        "meteor-exact": "meteor(matchers=exact)",
        "meteor-stem": "meteor(matchers=exact+stem)",
        "meteor-weights": "meteor(matchers=exact+stem:0.9)",
        "meteor-german": "meteor(language=de)",
        "bigram": "bigram",
        "bigram-german": "bigram(language=de)",
    }
    found = {
        "plain": plain,
        "default": Preparation(parser=GreedyParser(), aligner="best(language=en)"),
    }
    for name, written in aligners.items():
        found[name] = replace(plain, aligner=Preparation(aligner=written).aligner)
    found["given"] = replace(plain, given_links=True)
    found["given-german"] = replace(plain, given_links=True, language="de")
    found["source"] = replace(plain, over_source=True)
    found["lazy"] = replace(plain, parser=LazyParser())
    found["trees"] = replace(plain, given_trees=True)
    texts = {
        "none": {"tokenize": "none"},
        "13a": {"tokenize": "13a"},
        "meteor": {"tokenize": "meteor"},
        "lower": {"lowercase": True},
        "mixed": {"lowercase": False},
        "joined": {"join_subwords": "bpe"},
    }
    for name, choices in texts.items():
        for base in ("plain", "given", "source", "trees"):
            found[f"{base}, {name}"] = replace(found[base], **choices)
    return found


@pytest.fixture(scope="module")
def measured(corpus, tmp_path_factory):
    """By name of preparation, what is needed to compute statistics in it."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "table").write_text(TABLE)
    (folder / "vectors").write_text(VECTORS)
    test_set, output = corpus
    return {
        name: Evidence(test_set, output, preparation)
        for name, preparation in contexts(folder).items()
    }


def same_but(metric, one, other, name):
    """Whether two contexts give a metric the same but for one thing."""
    first, second = (metric.adapted(preparation) for preparation in (one, other))
    same = {
        "text": first.text == second.text,
        "aligner": (first.given_links, first.given_links or first.aligner.signature)
        == (second.given_links, second.given_links or second.aligner.signature),
        "over_source": first.over_source == second.over_source,
        "parser": (first.given_trees, first.parser) == (second.given_trees, second.parser),
    }
    return all(found for key, found in same.items() if key != name)


def only_counts_words(metric, preparation):
    """Whether of words nothing but their number is read: case then hardly ever matters."""
    links_given = preparation.over_source or preparation.given_links
    if isinstance(metric, PermutationMetric):
        return links_given
    return isinstance(metric, OfMeteorsAlignment) and preparation.given_links


def allowed_to_be_equal(metric, one, other):
    """Signatures that may differ although these numbers are equal, because others would not be."""
    if str(metric) == FLAT:
        return True  # sees numbers of words and links, not which links and heads there are
    if only_counts_words(metric, one) and same_but(metric, one, other, "text"):
        first, second = (metric.adapted(preparation).text for preparation in (one, other))
        return replace(first, lowercase=True) == replace(second, lowercase=True)
    reads_links_alone = not metric.needs.isdisjoint(
        {Need.ORDER, Need.TREE_ALIGNMENT, Need.SIMILARITY}
    )
    if reads_links_alone and same_but(metric, one, other, "aligner"):
        return only_weights_of_meteor(one.aligner, other.aligner)
    return False


def only_weights_of_meteor(one, other):
    """Whether aligners differ only in weights that METEOR's search does not look at."""
    both = isinstance(one, MeteorAligner) and isinstance(other, MeteorAligner)
    return both and (
        one.weights.keys() == other.weights.keys()
        and replace(one, matchers=None) == replace(other, matchers=None)
    )


FLAT = "dted(flat=true,weighted=true)"


@pytest.mark.parametrize("metric", ALL, ids=str)
def test_signatures_differ_exactly_where_numbers_can(metric, measured):
    found = {}
    for name, evidence in measured.items():
        signature = metric.text_signature(evidence.test_set, evidence.preparation)
        found[name] = signature, metric.statistics(evidence), evidence.preparation
    wrong = []
    for (name, first), (other, second) in combinations(found.items(), 2):
        same_signature = first[0] == second[0]
        same_numbers = np.array_equal(first[1], second[1])
        if same_signature != same_numbers and not (
            same_numbers and allowed_to_be_equal(metric, first[2], second[2])
        ):
            wrong.append((name, other))
    assert not wrong
