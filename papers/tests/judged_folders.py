"""Test sets under the names that papers need, some rated as in WMT07."""

import shutil
from pathlib import Path

DEMO = Path(__file__).parents[2] / "demo" / "judged"
PAIRS = ("cs-en", "de-en", "es-en", "fr-en", "ru-en", "fi-en")
PAIRS += ("en-cs", "en-es", "en-de", "en-ru", "en-fr")


def copy_demo(folder, pairs):
    for pair in pairs:
        for source in DEMO.rglob("*"):
            if source.is_file():
                name = str(source.relative_to(DEMO)).replace("de-en", pair)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, folder / name)


SYSTEMS = ("calque", "loom", "tangle")
QUALITY = {"loom": 4, "calque": 3, "tangle": 2}
HEADER = ("segment", "annotator", "system", "scoreA", "scoreB")
SEGMENTS = 24


def ratings():
    """Rows of a table: two judges per segment, of whom one is strict, and some asked again."""
    rows = []
    for segment in range(1, SEGMENTS + 1):
        for judge, strictness in (("kind", 0), ("strict", 1)):
            for number, system in enumerate(SYSTEMS):
                if (segment + number) % 7 == 0:
                    continue  # not rated
                noise = (segment * (number + 2) + strictness) % 3 - 1
                adequacy = min(5, max(1, QUALITY[system] + noise - strictness))
                fluency = min(5, max(1, QUALITY[system] + (segment + number) % 2 - strictness))
                rows.append((segment, judge, system, adequacy, fluency))
    return [*rows, *rows[:5]]


def table_of(rows):
    return "".join("\t".join(map(str, row)) + "\n" for row in (HEADER, *rows))


def make_rated(folder, pairs=("de-en",), rows=None):
    """A test set whose outputs people rated."""
    copy_demo(folder, pairs)
    (folder / "human-scores").mkdir()
    for pair in pairs:
        path = folder / "human-scores" / f"{pair}.nist.tsv"
        path.write_text(table_of(ratings() if rows is None else rows))
    return folder
