"""The tools that ask which metrics see word order, and what costs people's judgements choose."""

import gzip
import json
import sys

import pytest
import tuned_costs
import word_order_judgements

SOUND = "the old bridge over the river was closed on Monday"
SWAPPED = "the bridge old over the river was closed on Monday"
MOVED = "was closed on Monday the old bridge over the river"
DROPPED = "the old bridge over the river was"


@pytest.fixture
def run(monkeypatch, capsys):
    def run(tool, *arguments):
        monkeypatch.setattr(sys, "argv", [tool.__name__, *map(str, arguments)])
        tool.main()
        rows = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]
        return {row[0]: row[1:] for row in rows}

    return run


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


@pytest.fixture
def judged(tmp_path):
    pairs = {"minor_id14_word_swap": SWAPPED, "critical_id20_shuffled": MOVED}
    for file, damaged in pairs.items():
        items = [
            {"id": k, "eng_sent": SOUND, "mt_sent": SOUND, "pert_sent": damaged} for k in range(3)
        ]
        write(tmp_path / f"demetr/{file}.json", json.dumps(items))
    ted = tmp_path / "wmt21-ted"
    header = "system\tseg_id\tcategory"
    for pair in ("zh-en", "en-de"):
        write(ted / f"references/{pair}.refA.txt.gz", f"{SOUND}\n" * 3)
        write(ted / f"system-outputs/{pair}/good.txt.gz", f"{SOUND}\n" * 3)
        write(ted / f"system-outputs/{pair}/bad.txt.gz", f"{SWAPPED}\n{DROPPED}\n{MOVED}\n")
        write(ted / f"system-outputs/{pair}/refB.txt.gz", f"{DROPPED}\n" * 3)
        rows = [f"good\t{k}\tNo-error" for k in (1, 2, 3)]
        kinds = ("Style/Awkward", "Accuracy/Mistranslation", "Fluency/Grammar")
        rows += [f"bad\t{k}\t{kind}" for k, kind in enumerate(kinds, start=1)]
        write(ted / f"human-scores/{pair}.mqm.tsv.gz", "\n".join([header, *rows]) + "\n")
    return tmp_path


def test_shares_of_pairs_in_which_the_fault_is_seen(judged, run):
    found = run(word_order_judgements, judged, "-m", "f1", "kendall")
    blind, sees = "0.500 (0.500 to 0.500)", "1.000 (1.000 to 1.000)"
    assert found["metric"][:2] == ["DEMETR, two words swapped (3)", "DEMETR, all shuffled (3)"]
    assert found["metric"][2] == "zh-en, Style/Awkward (1)"
    # Style: words swapped; grammar: all of them moved; mistranslation: some words lacking.
    assert found["f1"] == [blind, blind, *[blind, blind, sees] * 2]
    assert found["kendall"] == [sees] * 8


def test_the_cost_is_chosen_on_one_year_and_tried_on_the_other(tmp_path, run, monkeypatch):
    monkeypatch.setattr(tuned_costs, "PAIRS", {"one": ("de-en",), "other": ("de-en",)})
    for year, better in (("one", "moved"), ("other", "dropped")):
        folder = tmp_path / year
        write(folder / "references/de-en.refA.txt", f"{SOUND}\n" * 2)
        write(folder / "system-outputs/de-en/moved.txt", f"{MOVED}\n" * 2)
        write(folder / "system-outputs/de-en/dropped.txt", f"{DROPPED}\n" * 2)
        ranks = (1, 2) if better == "moved" else (2, 1)
        row = "\t".join(["{}", "moved", str(ranks[0]), "dropped", str(ranks[1])])
        header = "segment\tsystem1\trank1\tsystem2\trank2"
        rows = "\n".join([header, row.format(1), row.format(2)])
        write(folder / "rankings/de-en.pairs.tsv.gz", rows + "\n")
    found = run(tuned_costs, "inversion", tmp_path)
    # One inversion against three words that lack: of cost 1 it is the smaller fault, of 5 not.
    assert found["1.0"] == ["1.0000", "-1.0000"]
    assert found["5.0"] == ["-1.0000", "1.0000"]
    assert found["OTHER"][:2] == ["ONE", "5.0"]
