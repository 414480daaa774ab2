// The flattened permutation tree of the order that is on show while moves are undone.

import type { Block } from "../types";

/** The tree over positions start to stop of a permutation (any distinct ranks). */
export function grow(ranks: readonly number[], start = 0, stop = ranks.length): Block {
  const leaf: Block = {
    start,
    stop,
    kind: "leaf",
    operator: [],
    inversions: 0,
    loss: 0,
    children: [],
  };
  if (stop - start < 2) return leaf;
  const rising = cuts(ranks, start, stop, 1);
  const falling = rising.length > 0 ? [] : cuts(ranks, start, stop, -1);
  const ends =
    rising.length + falling.length > 0
      ? [...rising, ...falling, stop]
      : primeEnds(ranks, start, stop);
  const children = ends.map((end, index) => grow(ranks, index ? ends[index - 1] : start, end));
  const kind = rising.length > 0 ? "monotone" : falling.length > 0 ? "inverted" : "prime";
  const inversions = crossed(children, ranks);
  const pairs = (ranks.length * (ranks.length - 1)) / 2;
  return {
    ...leaf,
    kind,
    operator: operatorOf(kind, children, ranks),
    inversions,
    loss: inversions / pairs,
    children,
  };
}

/** The places where everything to the left is smaller (direction 1) or larger (−1) than everything to the right. */
function cuts(ranks: readonly number[], start: number, stop: number, direction: 1 | -1): number[] {
  const found: number[] = [];
  for (let cut = start + 1; cut < stop; cut++) {
    const left = ranks.slice(start, cut).map((rank) => rank * direction);
    const right = ranks.slice(cut, stop).map((rank) => rank * direction);
    if (Math.max(...left) < Math.min(...right)) found.push(cut);
  }
  return found;
}

/** Where the largest blocks of a prime node end: the longest runs of positions whose ranks leave no hole. */
function primeEnds(ranks: readonly number[], start: number, stop: number): number[] {
  const ends: number[] = [];
  for (let from = start; from < stop; from = ends[ends.length - 1] ?? stop) {
    let [low, high, best] = [Infinity, -Infinity, from + 1];
    for (let to = from; to < stop; to++) {
      low = Math.min(low, ranks[to] ?? 0);
      high = Math.max(high, ranks[to] ?? 0);
      if (high - low === to - from && to + 1 - from < stop - start) best = to + 1;
    }
    ends.push(best);
  }
  return ends;
}

function operatorOf(kind: Block["kind"], children: Block[], ranks: readonly number[]): number[] {
  if (kind === "monotone") return [1, 2];
  if (kind === "inverted") return [2, 1];
  const firsts = children.map((child) => ranks[child.start] ?? 0);
  const sorted = [...firsts].sort((left, right) => left - right);
  return firsts.map((first) => sorted.indexOf(first) + 1);
}

function crossed(children: Block[], ranks: readonly number[]): number {
  let count = 0;
  children.forEach((left, index) => {
    for (const right of children.slice(index + 1)) {
      if ((ranks[left.start] ?? 0) > (ranks[right.start] ?? 0)) {
        count += (left.stop - left.start) * (right.stop - right.start);
      }
    }
  });
  return count;
}
