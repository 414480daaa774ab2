"""Word alignments, letter by letter from the papers.

Links are sets of pairs (source position, target position) from 0.
"""

from fractions import Fraction
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


def sequence_cross(links):
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
        if len(run) == size and not {*run} & used and (alone or sequence):
            groups.append((min(sources), min(targets)))
            used |= {*run}
    return crossings(groups)


def anticipated(links, target_words, k):
    """Target words, counted from 1, linked to a source word at least k further on."""
    return sum(
        any(i >= j + k for i, linked in ((i + 1, m + 1) for i, m in links) if linked == j)
        for j in range(1, target_words + 1)
    )
