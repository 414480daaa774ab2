// An output in the order that is on show: as it is, or after some of its moves have been undone.

import type { Block, Explanation, Link, Move, Values } from "../types";
import { grow } from "./permutation_tree";
import { type Word, written } from "./words";

/** Which output is meant where two are on show: the one below the reference, or the one above. */
export type Side = "below" | "above";

export interface Placed {
  side: Side;
  index: number; // of the link, in the explanation
  link: Link;
  place: number; // of the word, in the order on show
  rank: number; // of its reference word among those that are linked, from 0
  move: number; // as the innermost move that is still to be undone is labelled; 0 where it is in place
}

export interface Arrangement {
  side: Side;
  explanation: Explanation;
  step: number;
  words: Word[];
  order: number[]; // the token at each place
  placed: Placed[]; // from left to right
  moves: Move[]; // still to be undone
  spans: Map<number, [number, number]>; // by the label of a move: where in `placed` its block lies
  tree: Block | null;
  scores: Values;
}

/** The number under which every view shows a move; two outputs share those of the same words. */
export type Labels = (move: Move) => number;

export function arrange(
  explanation: Explanation,
  step: number,
  side: Side = "below",
  labels: Labels = (move) => move.number,
): Arrangement {
  const shown = step > 0 ? explanation.steps[step - 1] : undefined;
  const tokens = explanation.hypothesis.tokens;
  const order = shown?.order ?? tokens.map((_, index) => index);
  const moves = explanation.moves.filter((move) => move.number > step);
  const placed = placeLinks(explanation, order, moves, side, labels);
  return {
    side,
    explanation,
    step,
    words: written(
      order.map((token) => tokens[token] ?? ""),
      shown?.text ?? explanation.hypothesis.text,
    ),
    order,
    placed,
    moves,
    spans: spansOf(moves, placed, labels),
    tree: shown && placed.length > 0 ? grow(placed.map((each) => each.rank)) : explanation.tree,
    scores: shown?.scores ?? explanation.scores ?? {},
  };
}

function placeLinks(
  explanation: Explanation,
  order: number[],
  moves: Move[],
  side: Side,
  labels: Labels,
): Placed[] {
  const labelled = (move: Move | undefined): number => (move ? labels(move) : 0);
  const placeOf = new Map(order.map((token, place) => [token, place]));
  const placed = explanation.links.map((link, index) => ({
    side,
    index,
    link,
    place: placeOf.get(link.hypothesis) ?? 0,
    rank: (explanation.permutation[index] ?? 1) - 1,
    move: labelled(innermost(moves, index)),
  }));
  return placed.sort((left, right) => left.place - right.place);
}

function innermost(moves: Move[], index: number): Move | undefined {
  return moves
    .filter((move) => move.start <= index && index < move.stop)
    .sort(
      (left, right) =>
        left.stop - left.start - (right.stop - right.start) || right.depth - left.depth,
    )[0];
}

function spansOf(moves: Move[], placed: Placed[], labels: Labels): Map<number, [number, number]> {
  const spans = new Map<number, [number, number]>();
  for (const move of moves) {
    const at = placed.flatMap((each, position) =>
      move.start <= each.index && each.index < move.stop ? [position] : [],
    );
    const [first, last] = [at[0], at[at.length - 1]];
    if (first !== undefined && last !== undefined && last - first + 1 === at.length) {
      spans.set(labels(move), [first, last + 1]);
    }
  }
  return spans;
}

export function isNear(link: Link): boolean {
  return link.matcher !== "exact" || link.credit < 1;
}

/** Labels for the moves of two outputs: blocks that are mostly the same reference words share one. */
export function sharedLabels(below: Explanation, above: Explanation | null): Labels {
  const labels = new Map(below.moves.map((move) => [move, move.number]));
  const free = new Set(below.moves);
  let last = below.moves.length;
  for (const move of above?.moves ?? []) {
    const words = wordsOf(above as Explanation, move);
    const shared = (other: Move): number => overlap(words, wordsOf(below, other));
    const best = [...free].sort((left, right) => shared(right) - shared(left))[0];
    const same = best !== undefined && shared(best) >= SAME ? best : null;
    labels.set(move, same ? same.number : ++last);
    if (same) free.delete(same);
  }
  return (move) => labels.get(move) ?? move.number;
}

const SAME = 0.5; // the share of words that two blocks must have in common

function wordsOf({ links }: Explanation, move: Move): Set<number> {
  return new Set(links.slice(move.start, move.stop).map((link) => link.reference));
}

function overlap(left: Set<number>, right: Set<number>): number {
  const both = [...left].filter((word) => right.has(word)).length;
  return both / (left.size + right.size - both || 1);
}

/** The name under which every view knows a moved block. */
export const moveKey = (move: number): string | null => (move > 0 ? String(move) : null);

/** The names under which every view knows some links. */
export function linkKeys(links: readonly Placed[]): string | null {
  return links.map((each) => `${each.side}-${each.index}`).join(" ") || null;
}
