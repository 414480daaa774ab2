"""Tree edit distances from their definition: every mapping of two small trees, one by one."""


def post_order(children, node=0):
    """The nodes below a node, children before parents; 0 stands for the artificial root."""
    for child in children[node]:
        yield from post_order(children, child)
        yield child


def is_above(heads, upper, lower):
    while lower != 0:
        lower = heads[lower - 1]
        if lower == upper:
            return True
    return False


def mappings(a, b):
    """All sets of pairs of words that keep order and ancestry, as lists in post-order."""
    order_a, order_b = list(post_order(a.children)), list(post_order(b.children))

    def extended(chosen, rest):
        if not rest:
            yield chosen
            return
        yield from extended(chosen, rest[1:])
        for k, y in enumerate(order_b):
            if all(
                order_b.index(q) < k and is_above(a.heads, rest[0], p) == is_above(b.heads, y, q)
                for p, q in chosen
            ):
                yield from extended([*chosen, (rest[0], y)], rest[1:])

    return extended([], order_a)


def is_mapping(a, b, pairs):
    """Whether pairs of words keep order and ancestry."""
    order_a, order_b = list(post_order(a.children)), list(post_order(b.children))
    return all(
        (order_a.index(x) < order_a.index(p)) == (order_b.index(y) < order_b.index(q))
        and is_above(a.heads, x, p) == is_above(b.heads, y, q)
        and (x == p) == (y == q)
        for x, y in pairs
        for p, q in pairs
    )
