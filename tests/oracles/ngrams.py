"""N-gram metrics of words, letter by letter from their definitions.

A segment is a pair of a hypothesis and a list of references, each a list of words. Scores that
are not defined are None.
"""

from collections import Counter
from itertools import combinations
from math import exp, log, log2


def ngrams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def nist(segments, n=5):
    """mteval-v13a's score of a test set."""
    return nist_with(information(segments, n), segments, n)


def information(segments, n):
    """log2(occurrences of the prefix / own occurrences) over all references."""
    references = [reference for _, group in segments for reference in group]
    seen = Counter({(): sum(map(len, references))})
    for reference in references:
        for k in range(1, n + 1):
            seen += ngrams(reference, k)
    return {ngram: log2(seen[ngram[:-1]] / seen[ngram]) for ngram in seen if ngram}


def nist_with(information, segments, n=5):
    total = 0
    for k in range(1, n + 1):
        matched = possible = 0
        for hypothesis, group in segments:
            most = Counter()
            for reference in group:
                most |= ngrams(reference, k)
            ours = ngrams(hypothesis, k)
            matched += sum(information[g] * count for g, count in (ours & most).items())
            possible += ours.total()
        total += matched / max(possible, 1)
    words = sum(len(hypothesis) for hypothesis, _ in segments)
    reference_words = sum(sum(map(len, group)) / len(group) for _, group in segments)
    if words == reference_words == 0:
        return None
    if words == 0 or words >= reference_words:
        return total if words else 0.0
    return total * exp(log(0.5) * log(words / reference_words) ** 2 / log(1.5) ** 2)


def contexts(words, i):
    """The contexts of the i-th word and its place in each, from short to long, left first."""
    for window in range(len(words)):
        if window <= i:
            yield words[i - window : i + 1], window
        if i + window < len(words):
            yield words[i : i + window + 1], 0


def occurrences(part, words):
    return [i for i in range(len(words) - len(part) + 1) if words[i : i + len(part)] == part]


def context_alignment(hypothesis, reference):
    """RIBES's position in the reference for each word of the hypothesis, or -1."""
    positions = []
    for i in range(len(hypothesis)):
        position = -1
        for context, place in contexts(hypothesis, i):
            found = occurrences(context, reference)
            if len(found) == 1 == len(occurrences(context, hypothesis)):
                position = found[0] + place
                break
        positions.append(position)
    return positions


def ribes(hypothesis, reference, alpha=0.25, beta=0.1):
    if not reference:
        return None
    aligned = [p for p in context_alignment(hypothesis, reference) if p >= 0]
    if len(aligned) == 1 == len(reference):
        kendall = 1
    elif len(aligned) < 2:
        return 0.0
    else:
        pairs = list(combinations(aligned, 2))
        kendall = sum(left < right for left, right in pairs) / len(pairs)
    brevity = min(1, exp(1 - len(reference) / len(hypothesis)))
    return kendall * (len(aligned) / len(hypothesis)) ** alpha * brevity**beta


def skip_bigrams(words, skip=-1):
    return Counter(
        (words[i], words[j])
        for i, j in combinations(range(len(words)), 2)
        if skip == -1 or j - i - 1 <= skip
    )


def rouge_s(hypothesis, reference, skip=-1, beta=1.0):
    ours, theirs = skip_bigrams(hypothesis, skip), skip_bigrams(reference, skip)
    possible = ours.total() + beta**2 * theirs.total()
    if possible == 0:
        return None
    common = (ours & theirs).total()
    if common == 0:
        return 0.0
    precision, recall = common / ours.total(), common / theirs.total()
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def best(score, hypothesis, group, **options):
    """The score against the best reference, of those for which it is defined."""
    scores = [score(hypothesis, reference, **options) for reference in group]
    return max((score for score in scores if score is not None), default=None)
