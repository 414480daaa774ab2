"""`python benchmarks BINARY OUTPUT.json`: prints ratios and writes them as JSON."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

import permutations


def verdict(result: dict[str, Any]) -> str:
    floor, ceiling = result.get("at_least"), result.get("at_most")
    if floor is not None:
        return f"{'ok' if result['ratio'] >= floor else 'MISSED'}, at least {floor:g}x"
    if ceiling is not None:
        return f"{'ok' if result['ratio'] <= ceiling else 'MISSED'}, at most {ceiling:g}x"
    return ""


def main(binary: str, output: str) -> None:
    results = permutations.run(Path(binary).resolve())
    for result in results:
        print(f"{result['ratio']:10.2f}x  {result['what']}, against {result['against']}", end="")
        print(f"  [{verdict(result)}]" if verdict(result) else "")
    document = {"machine": platform.processor() or platform.machine(), "results": results}
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"written to {output}")


if __name__ == "__main__":
    main(*sys.argv[1:])
