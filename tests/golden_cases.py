"""Golden cases: values from publications, one JSON object a line, with an id and a source."""

import json
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def load(name: str) -> list[dict]:
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
