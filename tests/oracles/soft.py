"""Soft matches by definition, with whole matrices; the arithmetic is that of floats."""

import numpy as np


def similarities(hypothesis, reference, vectors, stems, stem_similarity):
    """C[i, j]; products are added one dimension after the other."""
    cosine = np.zeros((len(hypothesis), len(reference)), np.float32)
    for column in np.asarray(vectors, np.float32).T:
        cosine = cosine + np.outer(column[hypothesis], column[reference])
    for i, h in enumerate(hypothesis):
        for j, r in enumerate(reference):
            if h == r:
                cosine[i, j] = 1
            elif stems[h] == stems[r] >= 0:
                cosine[i, j] = max(cosine[i, j], np.float32(stem_similarity))
    return np.minimum(cosine, np.float32(1))


def is_excess(hypothesis, reference):
    return [
        hypothesis[:i].count(word) >= max(1, reference.count(word))
        for i, word in enumerate(hypothesis)
    ]


def best(values):
    """The first position of the largest value, or -1, and that value, at least 0."""
    if len(values) == 0 or max(values) == -np.inf:
        return -1, 0.0
    return int(np.argmax(values)), max(0.0, float(max(values)))


def adjacent(matrix):
    """For each word and its neighbour, the best min of two values on a diagonal."""
    n, m = matrix.shape
    return [
        max([0.0, *(float(min(matrix[i, j], matrix[i + 1, j + 1])) for j in range(m - 1))])
        for i in range(n - 1)
    ]


def nearness_matrix(matrix, nearness):
    """Q[i, j]; distances are counted in units of 1 / (2 n m), in which they are integers."""
    n, m = matrix.shape
    i, j = np.arange(n)[:, None], np.arange(m)[None, :]
    distance = abs((2 * i + 1) * m - (2 * j + 1) * n).astype(np.float32)
    unit = np.float32(nearness) / (np.float32(2 * n) * np.float32(m))
    return matrix - unit * distance


def links(matrix, nearness, minimum):
    n, m = matrix.shape
    if n == 0 or m == 0:
        return []
    near = nearness_matrix(matrix, nearness)
    return [
        (i, j, float(matrix[i, j]))
        for i, j in enumerate(near.argmax(axis=1))
        if near[:, j].argmax() == i and matrix[i, j] >= np.float32(minimum)
    ]


def soft_pair(hypothesis, reference, vectors, stems, stem_similarity, nearness, minimum):
    """Best counterparts of both sides, similarities of neighbours of both, and links."""
    matrix = similarities(hypothesis, reference, vectors, stems, stem_similarity)
    excess = is_excess(hypothesis, reference)
    return (
        [(-1, 0.0) if extra else best(row) for row, extra in zip(matrix, excess, strict=True)],
        [best(column) for column in matrix.T],
        adjacent(matrix),
        adjacent(matrix.T),
        links(matrix, nearness, minimum),
    )
