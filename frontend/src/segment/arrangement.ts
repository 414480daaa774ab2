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
  move: number; // the number of the innermost move that is still to be undone; 0 where it is in place
}

export interface Arrangement {
  side: Side;
  explanation: Explanation;
  step: number;
  words: Word[];
  order: number[]; // the token at each place
  placed: Placed[]; // from left to right
  moves: Move[]; // still to be undone
  spans: Map<number, [number, number]>; // by the number of a move: where in `placed` its block lies
  tree: Block | null;
  scores: Values;
}

export function arrange(explanation: Explanation, step: number, side: Side = "below"): Arrangement {
  const shown = step > 0 ? explanation.steps[step - 1] : undefined;
  const tokens = explanation.hypothesis.tokens;
  const order = shown?.order ?? tokens.map((_, index) => index);
  const moves = explanation.moves.filter((move) => move.number > step);
  const placed = placeLinks(explanation, order, moves, side);
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
    spans: spansOf(moves, placed),
    tree: shown && placed.length > 0 ? grow(placed.map((each) => each.rank)) : explanation.tree,
    scores: shown?.scores ?? explanation.scores ?? {},
  };
}

function placeLinks(
  explanation: Explanation,
  order: number[],
  moves: Move[],
  side: Side,
): Placed[] {
  const placeOf = new Map(order.map((token, place) => [token, place]));
  const placed = explanation.links.map((link, index) => ({
    side,
    index,
    link,
    place: placeOf.get(link.hypothesis) ?? 0,
    rank: (explanation.permutation[index] ?? 1) - 1,
    move: innermost(moves, index)?.number ?? 0,
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

function spansOf(moves: Move[], placed: Placed[]): Map<number, [number, number]> {
  const spans = new Map<number, [number, number]>();
  for (const move of moves) {
    const at = placed.flatMap((each, position) =>
      move.start <= each.index && each.index < move.stop ? [position] : [],
    );
    const [first, last] = [at[0], at[at.length - 1]];
    if (first !== undefined && last !== undefined && last - first + 1 === at.length) {
      spans.set(move.number, [first, last + 1]);
    }
  }
  return spans;
}

export function isNear(link: Link): boolean {
  return link.matcher !== "exact" || link.credit < 1;
}

/** The name under which every view knows a moved block. */
export function moveKey(side: Side, move: number): string | null {
  return move > 0 ? `${side}-${move}` : null;
}

/** The names under which every view knows some links. */
export function linkKeys(links: readonly Placed[]): string | null {
  return links.map((each) => `${each.side}-${each.index}`).join(" ") || null;
}
