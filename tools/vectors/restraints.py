"""Near is not interchangeable: words whose neighbours are not what a translator may write instead.

Vectors put Monday beside Tuesday, five beside six, Germany beside France, he beside she. A word of
such a class gets a shorter row, which lowers its similarity to every other word; equal words match
fully in any case, whatever their rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from space import Rows, unit
from wordnet import Pair, WordNet


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NUMBERS = _words(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred hundreds thousand thousands million millions billion billions trillion trillions first
    second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth hundredth
    thousandth half once twice double triple dozen dozens
    """
)
DAYS_AND_MONTHS = _words(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
    fridays saturdays sundays january february march april june july august september october
    november december jan feb apr aug sept sep oct nov dec
    """  # not May, which is another word more often
)
PRONOUNS = _words(
    """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his
    himself she her hers herself it its itself they them their theirs themselves who whom whose
    """
)
NEGATIONS = _words("not no never nor none nobody nothing neither without nowhere cannot n't")
FUNCTION_WORDS = _words(
    """
    a an the of to and in for on that with by as at from or but if than then so such also about
    after against all along although amid amidst among amongst another any anybody anyone anything
    are around back be became because become been before behind being below beside besides between
    beyond both can could despite did do does down during each either else enough even ever every
    everybody everyone everything except few had has have here how however inside into is just like
    many may might more most much must near next now off often oneself only onto other others
    otherwise out outside over own per rather really same shall should since some somebody someone
    something still these this those though through throughout thus till too toward towards under
    underneath unless unlike until up upon versus very via was well were what whatever when whenever
    where whereas whereby wherein wherever whether which whichever while whoever why will within
    would yet s re ve ll d m
    """
)
OPPOSITES = _words(  # among function words, which WordNet does not list
    """
    before/after with/without above/below over/under inside/outside against/for always/never
    ever/never all/none both/neither everything/nothing something/nothing anything/nothing
    everyone/nobody everybody/nobody someone/nobody somebody/nobody everywhere/nowhere many/few
    yes/no he/she him/her his/her his/hers himself/herself
    """
)
DIGITS = "digits"
NAME = "name"
SCALES = {
    "number": 0.0,
    "day or month": 0.0,
    DIGITS: 0.6,
    "negation": 0.7,
    "pronoun": 0.7,
    NAME: 0.75,
}
MOST_SIMILAR_OPPOSITES = 0.15
ROUNDS = 1000
NEAR_ENOUGH = 0.005


def has_digits(word: str) -> bool:
    """Whether a word is, or contains, a number in figures."""
    return any(map(str.isdigit, word))


def class_of(word: str, wordnet: WordNet) -> str | None:
    """The class by which an English word is restrained, a key of `SCALES`, if any."""
    stem, apostrophe, _ = word.partition("'")
    unabbreviated = word.rstrip(".")
    if word in NUMBERS:
        return "number"
    if unabbreviated in DAYS_AND_MONTHS:
        return "day or month"
    if has_digits(word):
        return DIGITS
    if word in NEGATIONS or word.endswith("n't"):
        return "negation"
    if word in PRONOUNS or (apostrophe and stem in PRONOUNS):
        return "pronoun"
    return NAME if _is_name(word, wordnet) else None


def _is_name(word: str, wordnet: WordNet) -> bool:
    """Neither WordNet nor the lists above know an ordinary word of which it is a form or made."""
    parts = [part for part in word.replace("’", "-").replace("'", "-").split("-") if part]
    ordinary = (part in FUNCTION_WORDS or wordnet.is_common(part) for part in parts)
    return not (wordnet.is_common(word) or all(ordinary))


def opposites(words: Sequence[str], wordnet: WordNet) -> list[Pair]:
    """Places of words that mean the opposite of each other."""
    places = {word: place for place, word in enumerate(words)}
    listed = [pair.split("/") for pair in OPPOSITES]
    pairs = {
        (min(places[one], places[other]), max(places[one], places[other]))
        for one, other in listed
        if one in places and other in places
    }
    return sorted(pairs.union(wordnet.antonym_pairs(words)))


def scales(classes: Sequence[str | None]) -> NDArray[np.float32]:
    """How long the row of a word is, by its class."""
    return np.array([SCALES.get(each or "", 1.0) for each in classes], np.float32)


def pushed_apart(rows: Rows, pairs: Sequence[Pair]) -> Rows:
    """Rows of length 1 in which no pair is more similar than `MOST_SIMILAR_OPPOSITES`.

    Counter-fitting (Mrkšić et al. 2016): both words of a pair that is too similar step away from
    each other, round after round, and no further than they have to.
    """
    moved = rows.astype(np.float64)
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    partners = np.maximum(np.bincount(np.concatenate([one, other]), minlength=len(rows)), 1)
    for _ in range(ROUNDS):
        excess = np.einsum("ij,ij->i", moved[one], moved[other]) - MOST_SIMILAR_OPPOSITES
        close = excess > NEAR_ENOUGH
        if not close.any():
            break
        a, b = one[close], other[close]
        pull = (excess[close] / 2)[:, None]
        step = np.zeros_like(moved)
        np.add.at(step, a, pull * moved[b])
        np.add.at(step, b, pull * moved[a])
        moved = unit(moved - step / np.sqrt(partners)[:, None])
    return moved.astype(np.float32)
