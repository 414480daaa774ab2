"""The page's own permutation tree, which it needs while moves are undone, against the package's."""

import json
import random
import shutil
import subprocess
from itertools import permutations
from pathlib import Path

import pytest

from hyperbaton import PermutationForest

FRONTEND = Path(__file__).parents[2] / "frontend"
ESBUILD = FRONTEND / "node_modules" / ".bin" / "esbuild"
RUN = """
import { readFileSync } from "node:fs";
const { grow } = await import(process.argv[1]);
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map((ranks) => grow(ranks))));
"""


def plain(node):
    """A node of the package as the page's blocks are compared."""
    operator = list(node.operator) if node.children else []
    return [*node.span, node.kind, operator, [plain(child) for child in node.children]]


def plain_block(block):
    children = [plain_block(child) for child in block["children"]]
    return [block["start"], block["stop"], block["kind"], block["operator"], children]


def total(block):
    return block["inversions"] + sum(map(total, block["children"]))


def inversions(order):
    return sum(left > right for at, right in enumerate(order) for left in order[:at])


def test_page_grows_the_same_trees(tmp_path):
    node = shutil.which("node")
    if node is None or not ESBUILD.exists():
        pytest.skip("needs Node and npm ci in frontend/")
    source = FRONTEND / "src" / "segment" / "permutation_tree.ts"
    module = tmp_path / "tree.mjs"
    subprocess.run(
        [ESBUILD, source, "--bundle", "--format=esm", "--log-level=error", f"--outfile={module}"],
        check=True,
    )
    chance = random.Random(7)
    orders = [list(order) for size in range(1, 7) for order in permutations(range(1, size + 1))]
    orders += [chance.sample(range(1, 31), 30) for _ in range(50)]
    answer = subprocess.run(
        [node, "--input-type=module", "--eval", RUN, module.as_uri()],
        input=json.dumps(orders),
        capture_output=True,
        text=True,
        check=True,
    )
    grown = json.loads(answer.stdout)
    for order, block in zip(orders, grown, strict=True):
        expected = PermutationForest.from_permutation(order).tree.root
        assert plain_block(block) == plain(expected), order
        assert total(block) == inversions(order)
