"""Tree edit distance: pairs of trees by size beside PyPI's apted and zss, and degenerate shapes."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import apted
import numpy as np
import zss
from timing import best_seconds

from hyperbaton.trees import (
    DependencyTree,
    OrderedTrees,
    largest_mappings,
    read_sentences,
)

SIZES = (10, 25, 50, 100)
FLOORS = {10: 2_100_000, 25: 288_000, 50: 60_000, 100: 15_000}  # pairs/s on a quiet 3.6 GHz core
APTED_FLOOR = {25: 1000.0}
PAIRS = 20_000
SECONDS_FOR_A_PEER = 2.0
MEMORY_CEILING = 17_000_000  # bytes for two trees of 1,000 nodes: with costs 16 a pair of nodes


def random_tree(rng: random.Random, size: int) -> DependencyTree:
    """Words attached to near ones placed before, as in sentences: short arcs, mostly leaves."""
    placed = [rng.randrange(size)]
    heads = [0] * size
    waiting = [word for word in range(size) if word != placed[0]]
    rng.shuffle(waiting)
    for word in waiting:
        nearest = sorted(placed, key=lambda other: abs(other - word))[:3]
        heads[word] = rng.choice(nearest) + 1
        placed.append(word)
    return DependencyTree(("w",) * size, tuple(heads))


def load_trees(data: Path | None) -> list[DependencyTree]:
    if data is None:
        rng = random.Random(1)
        return [random_tree(rng, size) for size in SIZES for _ in range(200)]
    paths = sorted((data / "ud").glob("*.conllu*"))
    return [sentence.tree for path in paths for sentence in read_sentences(str(path))]


def of_size(trees: list[DependencyTree], size: int) -> list[DependencyTree]:
    return [tree for tree in trees if abs(len(tree) - size) <= size // 12]


def peer_rate(
    pairs: Iterator[tuple[int, int]], distance: Callable[[int, int], float], ours: Any
) -> tuple[float, int]:
    """Pairs a second while time lasts, and how many of the distances differ from ours."""
    begin = time.perf_counter()
    done = different = 0
    for first, second in pairs:
        different += distance(first, second) != ours[done]
        done += 1
        if time.perf_counter() - begin > SECONDS_FOR_A_PEER:
            break
    return done / (time.perf_counter() - begin), different


def zss_tree(tree: DependencyTree, word: int) -> zss.Node:
    children = tree.children[word]
    return zss.Node("w", [zss_tree(tree, child) for child in children])


def apted_tree(tree: DependencyTree, word: int) -> apted.helpers.Tree:
    return apted.helpers.Tree("w", *(apted_tree(tree, child) for child in tree.children[word]))


def compare(trees: list[DependencyTree], size: int, floors: bool) -> list[dict[str, Any]]:
    """One size, and the peers on the same pairs."""
    rng = np.random.default_rng(size)
    pairs = rng.integers(0, len(trees), PAIRS), rng.integers(0, len(trees), PAIRS)
    sides = [[trees[k] for k in side] for side in pairs]
    first, second = map(OrderedTrees, sides)
    mapped = partial(largest_mappings, first, second, threads=1)
    rate = PAIRS / best_seconds(mapped, 3)
    distances = first.nodes + second.nodes - 2 * mapped()
    what = f"tree edit distance of {size} nodes on one core"
    results = [
        {
            "what": what,
            "per_second": rate,
            "at_least_per_second": FLOORS[size] if floors else None,
        },
    ]
    nodes = {
        "apted": [apted_tree(tree, tree.roots[0]) for tree in trees],
        "zss": [zss_tree(tree, tree.roots[0]) for tree in trees],
    }
    peers: dict[str, Callable[[int, int], float]] = {
        "apted": lambda i, j: apted.APTED(
            nodes["apted"][i], nodes["apted"][j]
        ).compute_edit_distance(),
        "zss": lambda i, j: zss.simple_distance(nodes["zss"][i], nodes["zss"][j]),
    }
    for name, distance in peers.items():
        found, different = peer_rate(zip(*pairs, strict=True), distance, distances)
        results.append(
            {
                "what": what,
                "against": f"{name}, {found:,.1f}/s",
                "ratio": rate / found,
                "at_least": APTED_FLOOR.get(size) if name == "apted" else None,
                "different": different,
            }
        )
    return results


def shapes(binary: Path) -> list[dict[str, Any]]:
    """Degenerate trees, each against itself, with the memory they take."""
    output = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    results: list[dict[str, Any]] = []
    for line in output.splitlines():
        shape, nodes, plain, plain_bytes, costly, costly_bytes = line.split()
        for kind, rate, memory in (
            ("without labels", plain, plain_bytes),
            ("with costs", costly, costly_bytes),
        ):
            what = f"{shape} of {nodes} nodes against itself, {kind}"
            results.append(
                {
                    "what": f"{what}, milliseconds",
                    "against": "a millisecond",
                    "ratio": 1e3 / float(rate),
                }
            )
            results.append(
                {
                    "what": f"{what}, workspace in MB",
                    "against": "a megabyte",
                    "ratio": float(memory) / 1e6,
                    "at_most": MEMORY_CEILING / 1e6,
                }
            )
    return results


def run(binary: Path, data: Path | None) -> list[dict[str, Any]]:
    trees = load_trees(data)
    by_size = [compare(of_size(trees, size), size, data is not None) for size in SIZES]
    return [*(result for results in by_size for result in results), *shapes(binary)]
