"""Functions that split text and score with them, as a user's module would have them."""

import hyperbaton

LETTERS = "abc"


def by_blanks(text):
    return text.split()


def by_letters(text):
    return [letter for letter in text if letter in LETTERS]


def only_capitals(text):
    return [word for word in text.split() if word[0].isupper()]


def fails(text):
    return [text.split()[1]]


class Cut:
    """Cuts text into pieces of some length."""

    def __init__(self, length):
        self.length = length

    def __call__(self, text):
        joined = "".join(text.split())
        return [joined[k : k + self.length] for k in range(0, len(joined), self.length)]

    def method(self, text):
        return self(text)


def word_errors(tokenize):
    """What some process scores with a function that it was handed."""
    report = hyperbaton.score(["a c b", "b a"], [["a b c", "b a"]], "wer", tokenize=tokenize)
    return float(report["wer"])
