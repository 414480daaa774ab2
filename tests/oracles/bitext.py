"""Word alignments, letter by letter from the papers.

Links are sets of pairs (source position, target position) from 0.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product


def source_order(links, words):
    """Birch & Osborne 2010, section 2: source positions, from 0, in the order of the target."""
    if not links:
        return []
    first = {i: min(j for k, j in links if k == i) for i, _ in links}
    order = sorted(first, key=lambda i: (first[i], i))
    for i in range(words):
        if i not in first:
            order.insert(order.index(i - 1) + 1 if i else 0, i)
    return order


def ranks(order):
    """The permutation whose i-th value is the place of source word i."""
    return [order.index(i) for i in range(len(order))]


def hamming(pi, sigma):
    """Birch & Osborne 2010, section 2.1."""
    n = len(pi)
    return 1 - Fraction(sum(pi[i] != sigma[i] for i in range(n)), n)


def kendall(pi, sigma):
    """Birch & Osborne 2010, section 2.2."""
    n = len(pi)
    z = sum(pi[i] < pi[j] and sigma[i] > sigma[j] for i, j in product(range(n), repeat=2))
    return 1 - Fraction(z, (n * n - n) // 2)


def crossings(links):
    return sum((i - k) * (j - m) < 0 for (i, j), (k, m) in combinations(links, 2))


def sequence_groups(links, kept=lambda run: True):
    """Vanroy et al. 2019, as their package counts: the largest runs of links first."""
    listed, groups, used = sorted(links), [], set()
    for size, begin in product(range(len(listed), 0, -1), range(len(listed))):
        run = listed[begin : begin + size]
        sources, targets = {i for i, _ in run}, {j for _, j in run}
        outside = any((i in sources or j in targets) for i, j in links - {*run})
        gaps = any(max(side) - min(side) >= len(side) for side in (sources, targets))
        all_with_all = len(run) == len(sources) * len(targets)
        alone = len(run) == 1
        sequence = not outside and not gaps and (all_with_all or not crossings(run))
        if len(run) == size and not {*run} & used and (alone or (sequence and kept(run))):
            groups.append(run)
            used |= {*run}
    return groups


def first_words(groups):
    return [(min(i for i, _ in run), min(j for _, j in run)) for run in groups]


def sequence_cross(links):
    return crossings(first_words(sequence_groups(links)))


def connected(words, heads):
    """Whether all words but one have their heads among them; heads count from 1."""
    return sum(heads[word] - 1 not in words for word in words) == 1


def syntactic_cross(links, source_heads, target_heads):
    """Vanroy et al. 2021: within each group, the largest runs that are subtrees on both sides."""

    def is_subtree(run):
        sources, targets = {i for i, _ in run}, {j for _, j in run}
        several = len(sources) > 1 and len(targets) > 1
        return (several and len(run) == len(sources) * len(targets)) or (
            connected(sources, source_heads) and connected(targets, target_heads)
        )

    groups = []
    for run in sequence_groups(links):
        groups += sequence_groups({*run}, is_subtree)
    return crossings(first_words(groups))


def merged_labels(links, source_words, target_words):
    """A name for each word: the words that links join with it, or none."""
    names = [{("source", i)} for i in range(source_words)]
    names += [{("target", j)} for j in range(target_words)]
    for i, j in [*links] * len(links):
        both = names[i] | names[source_words + j]
        names = [both if name & both else name for name in names]
    labels = [frozenset(name) if len(name) > 1 else frozenset() for name in names]
    return labels[:source_words], labels[source_words:]


def tree_distance(source_heads, target_heads, labels):
    """Tree edit distance of forests by its recursive definition, all costs 1."""

    def forest(heads, head=0):
        return tuple(
            (word, forest(heads, word)) for word, up in enumerate(heads, start=1) if up == head
        )

    def size(trees):
        return sum(1 + size(children) for _, children in trees)

    @cache
    def distance(ours, theirs):
        if not ours or not theirs:
            return size(ours) + size(theirs)
        (a, below_a), (b, below_b) = ours[-1], theirs[-1]
        differ = labels[0][a - 1] != labels[1][b - 1]
        return min(
            distance(ours[:-1] + below_a, theirs) + 1,
            distance(ours, theirs[:-1] + below_b) + 1,
            distance(ours[:-1], theirs[:-1]) + distance(below_a, below_b) + differ,
        )

    return distance(forest(source_heads), forest(target_heads))


def anticipated(links, target_words, k):
    """Target words, counted from 1, linked to a source word at least k further on."""
    return sum(
        any(i >= j + k for i, linked in ((i + 1, m + 1) for i, m in links) if linked == j)
        for j in range(1, target_words + 1)
    )
