"""The benchmarks can be imported: what they call is there."""

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_benchmarks_find_what_they_call():
    names = sorted(path.stem for path in BENCHMARKS.glob("*.py") if path.stem != "__main__")
    assert "metrics" in names
    result = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(names)}"],
        cwd=BENCHMARKS,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
