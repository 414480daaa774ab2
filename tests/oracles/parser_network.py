"""The parser's network in plain NumPy and floating point, from the tables of a model's file."""

import numpy as np

FARTHEST = 32


def hash_of(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def shape_of(word):
    shape = ""
    for letter in word:
        other = "x" if "a" <= letter <= "z" or ord(letter) >= 128 else letter
        kind = "X" if letter.lower() != letter else "d" if letter in "0123456789" else other
        shape += kind if shape[-3:] != 3 * kind else ""
    return shape


class Network:
    """Scores of heads, relations and parts of speech of one sentence."""

    def __init__(self, about, tables):
        self.layers, self.width = about["layers"], int(about["width"])
        self.arc, self.label = int(about["arc_width"]), int(about["label_width"])
        self.labels, self.tags = len(about["labels"].split()), len(about["tags"].split())
        self.vocabulary = {int(key): row for row, key in enumerate(tables["vocabulary"], start=1)}
        self.words = tables["words"] * tables["word_scales"][:, None]
        self.affixes = tables["affixes"] * tables["affix_scales"][:, None]
        weights, values = iter(tables["weights"]), iter(tables["values"])

        def some(source, count):
            return np.array([next(source) for _ in range(count)], np.float64)

        def linear(inputs, outputs):
            matrix = some(weights, inputs * outputs).reshape(outputs, inputs)
            return matrix * some(values, outputs)[:, None], some(values, outputs)

        def layer(inputs, outputs):
            return linear(inputs, outputs), some(values, self.width), some(values, self.width)

        features = self.words.shape[1] + 4 * self.affixes.shape[1]
        self.stack = [("m", *layer(features, 2 * self.width))]
        for kind in self.layers:
            size = (3, 2) if kind == "c" else (1, 3)
            self.stack.append((kind, *layer(size[0] * self.width, size[1] * self.width)))
        outputs = 2 * self.arc + 2 * self.label + self.tags
        self.projections = linear(self.width, outputs)
        self.relations = linear(self.label, self.labels)
        self.root, self.label_root = some(values, self.arc), some(values, self.label)
        self.distances = some(values, 2 * FARTHEST + 1)
        assert next(weights, None) is None and next(values, None) is None

    def features(self, word):
        lower, rows = word.lower(), len(self.affixes) // 4
        affixes = lower[:3], lower[-3:], lower[-2:], shape_of(word)
        places = [k * rows + hash_of(affix) % rows for k, affix in enumerate(affixes)]
        own = self.words[self.vocabulary.get(hash_of(lower), 0)]
        return np.concatenate([own, *self.affixes[places]])

    def states(self, words):
        x = np.array([self.features(word) for word in words])
        for kind, (matrix, bias), gains, biases in self.stack:
            if kind == "r":
                more = self.running(x @ matrix.T + bias)
            else:
                inputs = x
                if kind == "c":
                    around = np.pad(x, ((1, 1), (0, 0)))
                    inputs = np.concatenate([around[:-2], x, around[2:]], 1)
                more = (inputs @ matrix.T + bias).reshape(len(x), 2, self.width).max(1)
            x = more if kind == "m" else x + more
            x = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
            x = x * gains + biases
        return x

    def running(self, gates):
        value, keep, show = np.split(gates, 3, 1)
        keep, show = 1 / (1 + np.exp(-keep)), 1 / (1 + np.exp(-show))
        means, half = np.zeros_like(value), self.width // 2
        for side, order in ((slice(half), 1), (slice(half, None), -1)):
            mean = np.zeros(half)
            for t in range(len(gates))[::order]:
                mean = keep[t, side] * mean + (1 - keep[t, side]) * value[t, side]
                means[t, side] = mean
        return show * means

    def scores(self, words):
        """Words × heads, the root first; a function from heads to relations; parts of speech."""
        matrix, bias = self.projections
        ends = np.cumsum([self.arc, self.arc, self.label, self.label])
        dependent, head, of_dependent, of_head, tags = np.split(
            self.states(words) @ matrix.T + bias, ends, 1
        )
        arcs = dependent @ np.vstack([self.root, head]).T
        place = np.arange(len(words))
        apart = np.clip(place - place[:, None], -FARTHEST, FARTHEST) + FARTHEST
        arcs[:, 1:] += self.distances[apart]
        known = np.vstack([self.label_root, of_head])

        def relations(heads):
            hidden = np.maximum(of_dependent + known[heads], 0)
            return hidden @ self.relations[0].T + self.relations[1]

        return arcs, relations, tags
