"""Random texts, short and alike, as candidates of one segment are."""

from pathlib import Path

from hypothesis import strategies as st

DEMO = Path(__file__).parents[2] / "demo" / "en"
WORDS = ["the", "The", "cat", "cats", "sat", "on", "a", "mat", ",", ".", "naïve", "1,000", "🙂"]

texts = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
lists = st.lists(texts, min_size=1, max_size=6)


def demo_lines(name: str) -> list[str]:
    return (DEMO / f"{name}.txt").read_text("utf-8").splitlines()


def same(first: float, second: float) -> bool:
    """Whether two scores are the same number, or both undefined."""
    return first == second or (first != first and second != second)
