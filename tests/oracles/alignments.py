"""Alignments by definition: every way to link words is looked at."""


def every_alignment(hypothesis, reference, at=0, used=frozenset()):
    """All sets of links between equal words in which every word is at most once."""
    if at == len(hypothesis):
        yield ()
        return
    yield from every_alignment(hypothesis, reference, at + 1, used)
    for j, word in enumerate(reference):
        if word == hypothesis[at] and j not in used:
            for rest in every_alignment(hypothesis, reference, at + 1, used | {j}):
                yield ((at, j), *rest)


def chunks(links):
    """Series of links that follow one another in both sentences."""
    return sum((i - 1, j - 1) not in links for i, j in links)


def rating(links):
    """Smaller is better: links, then chunks, then the sum of distances."""
    return -len(links), chunks(links), sum(abs(i - j) for i, j in links)


def best_rating(hypothesis, reference):
    return min(map(rating, every_alignment(hypothesis, reference)))


def permutation(links):
    """The places of the linked reference words, counted from 1 without those that have no link."""
    places = [j for _, j in sorted(links)]
    return [1 + sum(other < j for other in places) for j in places]
