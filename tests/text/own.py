"""Functions that split text, as a user's module would have them."""

LETTERS = "abc"


def by_letters(text):
    return [letter for letter in text if letter in LETTERS]


def only_capitals(text):
    return [word for word in text.split() if word[0].isupper()]
