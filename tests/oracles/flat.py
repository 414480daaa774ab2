"""The flat metrics, letter by letter from the papers' figure 2, for n of 2 or more.

`pi` counts from 1. position[v] is the index of the position at which v appears.
"""

from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt


def kendall(pi):
    n = len(pi)
    position = {v: i for i, v in enumerate(pi)}
    right = sum(position[i] < position[j] for i, j in combinations(range(1, n + 1), 2))
    return Fraction(right, (n * n - n) // 2)


def kendall_sqrt(pi):
    return 1 - sqrt(1 - kendall(pi))


def spearman(pi):
    n = len(pi)
    return 1 - Fraction(3 * sum((v - i) ** 2 for i, v in enumerate(pi, 1)), n * (n * n - 1))


def footrule(pi):
    worst = sum(abs(v - i) for i, v in enumerate(reversed(range(1, len(pi) + 1)), 1))
    return 1 - Fraction(sum(abs(v - i) for i, v in enumerate(pi, 1)), worst)


def hamming(pi):
    return Fraction(sum(v == i for i, v in enumerate(pi, 1)), len(pi))


def ulam(pi):
    longest = [1] * len(pi)
    for j in range(len(pi)):
        for i in range(j):
            if pi[i] < pi[j]:
                longest[j] = max(longest[j], longest[i] + 1)
    return Fraction(max(longest) - 1, len(pi) - 1)


def fuzzy(pi):
    chunks = 1 + sum(right != left + 1 for left, right in pairwise(pi))
    return 1 - Fraction(chunks - 1, len(pi) - 1)


def fuzzy_boundaries(pi):
    framed = [0, *pi, len(pi) + 1]
    kept = sum(right == left + 1 for left, right in pairwise(framed))
    return Fraction(kept, len(pi) + 1)
