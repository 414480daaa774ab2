"""Moves in words."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST_QUOTE = 60
MINUS = "\N{MINUS SIGN}"


def block_sentence(text: str, distance: int, after: bool, neighbour: str) -> str:
    """Such as `“in the lobby” stands 3 words too early, before “at noon”`."""
    words = "word" if distance == 1 else "words"
    how, side = ("early", "before") if after else ("late", "after")
    return f"{quoted(text)} stands {distance} {words} too {how}, {side} {quoted(neighbour)}"


def in_words(where: str, prices: Mapping[str, float | None]) -> str:
    """The sentence with what the move costs by every metric: `… · kendall −0.12`."""
    return " · ".join([where, *costs_in_words(prices)])


def costs_in_words(prices: Mapping[str, float | None]) -> list[str]:
    """What a move costs by every metric that can tell: `kendall −0.12`."""
    return [f"{name} {cost_text(price)}" for name, price in prices.items() if price is not None]


def cost_text(price: float) -> str:
    """What a move does to a score, given by how much undoing it would change the score."""
    cost = -price
    size = f"{abs(cost):.2f}" if abs(cost) >= 0.005 or cost == 0 else f"{abs(cost):.1g}"
    sign = MINUS if cost < 0 else "+" if cost > 0 else "±"
    return f"{sign}{size}"


def quoted(text: str) -> str:
    """A text in quotation marks, its middle left out where it is long."""
    if len(text) > LONGEST_QUOTE:
        head = text[: LONGEST_QUOTE * 2 // 3].rstrip()
        text = f"{head} … {text[-LONGEST_QUOTE // 3 :].lstrip()}"
    return f"“{text}”"
