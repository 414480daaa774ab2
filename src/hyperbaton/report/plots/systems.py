"""Pictures of systems: what they lose, where they stand, and which moves cost most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperbaton.metrics.flagship.hyperbaton import Hyperbaton
from hyperbaton.report.corpus import LossClass
from hyperbaton.report.overview import Overview
from hyperbaton.tables.svg import (
    COLOURS,
    GREY,
    PALE,
    Axis,
    dot,
    drawing,
    line,
    rectangle,
    text,
    text_width,
)

LEXICAL, ORDER = "#0072b2", "#d55e00"  # two meanings, two hues, everywhere
WIDTH, TOP, ROW, RIGHT = 640, 64, 30, 80
PATTERNS = 10
ORDER_WEIGHT = Hyperbaton().order_weight


def losses(overview: Overview) -> str:
    """For every system what word choice and word order cost it, by the metric `hyperbaton`."""
    parts = _balance(overview)
    title = "What word choice and word order cost"
    left = _left(parts)
    across = Axis(0.0, max((1 - total for *_, total in parts.values()), default=1.0), left, WIDTH)
    across = Axis(across.low, across.high, left, WIDTH - RIGHT, tight=True)
    drawn = [
        text(16, 24, title, weight="bold"),
        text(left, 48, "word choice", colour=LEXICAL, weight="bold"),
        text(left + 90, 48, "word order", colour=ORDER, weight="bold"),
    ]
    for k, (name, (lexical, order, total)) in enumerate(parts.items()):
        y = TOP + ROW * k
        choice = (1.0 - ORDER_WEIGHT) * (1.0 - lexical)
        places = [across.place(value) for value in (0.0, choice, 1.0 - total)]
        drawn += [
            text(left - 8, y + 15, name, anchor="end"),
            rectangle(places[0], y, places[1] - places[0], ROW - 10, LEXICAL),
            rectangle(places[1], y, places[2] - places[1], ROW - 10, ORDER),
            text(places[2] + 6, y + 15, f"{ORDER_WEIGHT * (1.0 - order):.3f} of {1 - total:.3f}"),
        ]
    return drawing(WIDTH, TOP + ROW * len(parts) + 12, title, drawn)


def balance(overview: Overview) -> str:
    """Word choice against word order, one point per system, with lines of equal total."""
    parts = _balance(overview)
    title = "Word choice and word order"
    side, left, top = 360, 72, 48
    lows = [min((value[k] for value in parts.values()), default=0.0) for k in (0, 1)]
    highs = [max((value[k] for value in parts.values()), default=1.0) for k in (0, 1)]
    room = [max(0.02, (high - low) / 4) for low, high in zip(lows, highs, strict=True)]
    across = Axis(max(0.0, lows[0] - room[0]), min(1.0, highs[0] + room[0]), left, left + side)
    up = Axis(max(0.0, lows[1] - room[1]), min(1.0, highs[1] + room[1]), top + side, top)
    drawn = [
        text(16, 24, title, weight="bold"),
        *_equal_totals(across, up),
        *_axes(across, up),
        text(left + side / 2, top + side + 40, "lexical part", anchor="middle", colour=LEXICAL),
        text(20, top + side / 2, "order part", anchor="middle", rotated=True, colour=ORDER),
    ]
    for name, (lexical, order, _) in parts.items():
        x, y = across.place(lexical), up.place(order)
        drawn += [dot(x, y, "#000000", 4), text(x + 8, y + 4, name)]
    return drawing(left + side + 150, top + side + 56, title, drawn)


def patterns(overview: Overview) -> str:
    """The dearest patterns of moves, one bar per system, with confidence intervals."""
    title = f"What moves cost, by pattern ({overview.order_metric}, per segment)"
    by_system = {
        name: {each.label: each for each in losses["pattern"] or ()}
        for name, losses in overview.losses.items()
    }
    totals: dict[str, float] = {}
    for found in by_system.values():
        for label, each in found.items():
            totals[label] = totals.get(label, 0.0) + each.loss
    labels = sorted(totals, key=lambda label: (-totals[label], label))[:PATTERNS]
    left = _left(labels)
    shown = [found[label] for found in by_system.values() for label in labels if label in found]
    across = Axis(
        min((min(each.low, 0.0) for each in shown), default=0.0),
        max((each.high for each in shown), default=1.0),
        left,
        WIDTH - RIGHT,
    )
    height = 12 * len(by_system) + 12
    drawn = [text(16, 24, title, weight="bold"), *_names(by_system, left)]
    bottom = TOP + height * len(labels)
    for place, written in across.ticks():
        drawn.append(line(place, TOP - 6, place, bottom, PALE))
        drawn.append(text(place, bottom + 16, written, anchor="middle", colour=GREY))
    for row, label in enumerate(labels):
        y = TOP + height * row
        drawn.append(text(left - 8, y + height / 2, label, anchor="end"))
        for k, found in enumerate(by_system.values()):
            if label in found:
                drawn += _bar(across, found[label], y + 12 * k, COLOURS[k % len(COLOURS)])
    return drawing(WIDTH, bottom + 32, title, drawn)


def _bar(across: Axis, found: LossClass, top: float, colour: str) -> list[str]:
    """A bar with its confidence interval."""
    zero, end = across.place(0.0), across.place(found.loss)
    low, high = across.place(found.low), across.place(found.high)
    return [
        rectangle(min(zero, end), top, abs(end - zero), 9, colour),
        line(low, top + 4.5, high, top + 4.5, "#000000"),
    ]


def _balance(overview: Overview) -> dict[str, tuple[float, float, float]]:
    """By system its lexical part, order part and total; without segments none."""
    if overview.segments == 0:
        return {}
    metrics = [Hyperbaton(part) for part in ("lexical", "order", "total")]
    found = {}
    for name, rows in overview.balance.items():
        total = rows.sum(axis=0, keepdims=True)
        lexical, order, whole = (float(metric.scores(total)[0]) for metric in metrics)
        found[name] = lexical, order, whole
    return found


def _left(names: Iterable[str]) -> float:
    """Where bars begin, so that names fit before them."""
    return 24 + max(map(text_width, names), default=0.0)


def _names(by_system: Iterable[str], left: float) -> Iterator[str]:
    """The names of systems in their colours, in a row."""
    x = left
    for k, name in enumerate(by_system):
        yield rectangle(x, 40, 9, 9, COLOURS[k % len(COLOURS)])
        yield text(x + 14, 49, name)
        x += 32 + text_width(name)


def _axes(across: Axis, up: Axis) -> Iterator[str]:
    yield line(across.begin, up.begin, across.end, up.begin, GREY)
    yield line(across.begin, up.begin, across.begin, up.end, GREY)
    for place, label in across.ticks():
        yield text(place, up.begin + 18, label, anchor="middle", colour=GREY)
    for place, label in up.ticks():
        yield text(across.begin - 8, place + 4, label, anchor="end", colour=GREY)


def _equal_totals(across: Axis, up: Axis) -> Iterator[str]:
    """Lines along which lexical and order part make the same total."""
    lexical, order = 1.0 - ORDER_WEIGHT, ORDER_WEIGHT
    lowest = lexical * across.low + order * up.low
    highest = lexical * across.high + order * up.high
    totals = Axis(lowest, highest, 0.0, 1.0)
    count = round((totals.high - totals.low) / totals.step)
    for k in range(1, count):
        total = totals.low + k * totals.step
        ends = []
        for x in (across.low, across.high):
            y = (total - lexical * x) / order
            clipped = min(max(y, up.low), up.high)
            ends.append(((total - order * clipped) / lexical, clipped))
        (x1, y1), (x2, y2) = ends
        if across.low - 1e-9 <= x1 < x2 <= across.high + 1e-9:
            places = across.place(x1), up.place(y1), across.place(x2), up.place(y2)
            yield line(*places, PALE, 'stroke-dasharray="4 4"')
            yield text(places[2] + 4, places[3] + 4, f"{total:.2f}", colour=GREY, size=10)
