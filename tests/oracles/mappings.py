"""Tree edit distances from their definition: every mapping of two small trees, one by one."""

from itertools import product


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


def most_matches_with_a_move(a, b, price):
    """Matches less what they cost, over all mappings of what is left after any one move or none."""
    found = [max(map(len, mappings(a, b)))]
    for x, y in product(range(1, len(a) + 1), range(1, len(b) + 1)):
        (ours, at_x, kept_a), (theirs, at_y, kept_b) = taken_out(a, x), taken_out(b, y)
        if ours == theirs:
            matches = max(map(len, mappings(kept_a, kept_b)))
            size = len(a) - len(kept_a)
            found.append(matches + size - price * (1 + abs(at_x - at_y)))
    return max(found)


def taken_out(tree, word):
    """The shape of a word's subtree, its place in post-order, and the tree without it."""

    def shape(node):
        return tuple(map(shape, tree.children[node]))

    inside = {word, *(w for w in range(1, len(tree) + 1) if is_above(tree.heads, word, w))}
    kept = [w for w in range(1, len(tree) + 1) if w not in inside]
    heads = [1 + kept.index(head) if (head := tree.heads[w - 1]) else 0 for w in kept]
    rest = type(tree)(tuple(tree.words[w - 1] for w in kept), tuple(heads))
    return shape(word), list(post_order(tree.children)).index(word), rest


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
