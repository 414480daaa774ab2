"""Ways to cheat a metric: what an output becomes, given itself, its reference and some others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from hyperbaton.text.languages import function_words
from hyperbaton.vectors import vectors_of_language


class Case(NamedTuple):
    """An honest output, what it is held against, and a text in another language."""

    honest: str
    reference: str
    foreign: str


Attack = Callable[[Case, Random], str]


def shuffled(case: Case, random: Random) -> str:
    words = case.honest.split()
    random.shuffle(words)
    return " ".join(words)


def backwards(case: Case, random: Random) -> str:
    return " ".join(reversed(case.honest.split()))


def each_word_twice(case: Case, random: Random) -> str:
    return " ".join(f"{word} {word}" for word in case.honest.split())


def everything_twice(case: Case, random: Random) -> str:
    return f"{case.honest} {case.honest}"


def shared_word_five_times_more(case: Case, random: Random) -> str:
    """The longest word that the reference has, too, is appended."""
    ours, theirs = case.honest.lower().split(), case.reference.lower().split()
    best = max(ours, key=lambda word: (word in theirs, len(word)))
    return " ".join([case.honest, *[best] * 5])


def shared_function_word_five_times_more(case: Case, random: Random) -> str:
    """The cheapest word that both have is appended."""
    ours, theirs = case.honest.lower().split(), case.reference.lower().split()
    best = min(ours, key=lambda word: (word not in theirs, len(word)))
    return " ".join([case.honest, *[best] * 5])


def with_frequent_words(case: Case, random: Random) -> str:
    """An enormous output: it has everything."""
    frequent = vectors_of_language("en").words[:2000]
    return " ".join([case.honest, *random.choices(frequent, k=500)])


def with_a_few_frequent_words(case: Case, random: Random) -> str:
    frequent = vectors_of_language("en").words[:300]
    return " ".join([case.honest, *random.choices(frequent, k=3)])


def constant(case: Case, random: Random) -> str:
    """The same for every input: frequent words, one of which is similar to any word."""
    return " ".join(vectors_of_language("en").words[:300])


def first_half(case: Case, random: Random) -> str:
    words = case.honest.split()
    return " ".join(words[: len(words) // 2])


def without_function_words(case: Case, random: Random) -> str:
    return " ".join(content_words(case.honest)) or "-"


def empty(case: Case, random: Random) -> str:
    return ""


def foreign(case: Case, random: Random) -> str:
    return case.foreign


def keywords_in_random_order(case: Case, random: Random) -> str:
    words = content_words(case.reference)
    random.shuffle(words)
    return " ".join(words)


def keywords_in_alphabetical_order(case: Case, random: Random) -> str:
    return " ".join(sorted(content_words(case.reference)))


def keywords_in_order(case: Case, random: Random) -> str:
    return " ".join(content_words(case.reference))


def reference_shuffled(case: Case, random: Random) -> str:
    words = case.reference.split()
    random.shuffle(words)
    return " ".join(words)


def content_words(text: str) -> list[str]:
    stop = function_words("en")
    words = [word.strip(".,!?;:“”\"'()") for word in text.split()]
    return [word for word in words if word and word.lower() not in stop]


def named(*attacks: Attack) -> Mapping[str, Attack]:
    return {attack.__name__: attack for attack in attacks}


# Made of the honest output alone, or of nothing: they never gain.
OF_THE_OUTPUT = named(
    shuffled,
    backwards,
    each_word_twice,
    everything_twice,
    shared_word_five_times_more,
    shared_function_word_five_times_more,
    with_frequent_words,
    with_a_few_frequent_words,
    first_half,
    without_function_words,
    empty,
    foreign,
    constant,
)

# Made of the reference's words, which no honest system knows: they beat terrible outputs only.
OF_THE_REFERENCE = named(
    keywords_in_random_order,
    keywords_in_alphabetical_order,
    keywords_in_order,
    reference_shuffled,
)
