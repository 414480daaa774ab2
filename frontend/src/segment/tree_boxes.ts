// The permutation tree as nested boxes under the words that its blocks span.

import { svg } from "../dom";
import { counted, fixed } from "../numbers";
import type { Block } from "../types";
import { type Arrangement, moveKey } from "./arrangement";
import { hue } from "./hues";
import { around, type Box } from "./ribbons";

const QUIET = 7; // height of a straight block
const LOUD = 20; // height of an inverted or prime one
const THICKEST = 6; // the edge of the block that loses most

export interface TreeRow {
  height: number;
  draw: (boxAt: (position: number) => Box, top: number, flipped: boolean) => SVGElement;
}

interface Slab {
  block: Block;
  first: number; // positions within the row
  last: number;
  top: number;
  bottom: number;
  cut: { left: boolean; right: boolean };
}

/** The part of the tree over the positions first to last of the permutation, which stand on one row. */
export function treeRow(arrangement: Arrangement, first: number, last: number): TreeRow {
  const slabs: Slab[] = [];
  const tree = arrangement.tree;
  const marked = new Set(
    [...arrangement.spans.values()].map(([start, stop]) => `${start}-${stop}`),
  );
  const height = tree && last >= first ? stack(tree, first, last, slabs, true, marked) : 0;
  const loss = Math.max(...everyBlock(tree).map((block) => block.loss), 1e-9);
  return {
    height,
    draw: (boxAt, top, flipped) => {
      const group = svg("g", { class: "tree" });
      for (const slab of slabs.toReversed())
        group.append(drawn(slab, arrangement, boxAt, top, flipped, loss));
      return group;
    },
  };
}

export function everyBlock(tree: Block | null): Block[] {
  return tree ? [tree, ...tree.children.flatMap(everyBlock)] : [];
}

/** Puts the blocks that touch the row on top of their children; returns how deep they reach. */
function stack(
  block: Block,
  first: number,
  last: number,
  slabs: Slab[],
  root: boolean,
  marked: Set<string>,
): number {
  if (block.stop <= first || block.start > last) return 0;
  const depth = Math.max(
    0,
    ...block.children.map((child) => stack(child, first, last, slabs, false, marked)),
  );
  const isMarked = marked.has(`${block.start}-${block.stop}`);
  if ((root && block.kind === "monotone" && !isMarked) || (block.kind === "leaf" && !isMarked))
    return depth;
  const bottom = depth + (block.kind === "inverted" || block.kind === "prime" ? LOUD : QUIET) + 2;
  slabs.push({
    block,
    first: Math.max(block.start, first),
    last: Math.min(block.stop - 1, last),
    top: depth,
    bottom,
    cut: { left: block.start < first, right: block.stop - 1 > last },
  });
  return bottom;
}

function drawn(
  slab: Slab,
  arrangement: Arrangement,
  boxAt: (position: number) => Box,
  top: number,
  flipped: boolean,
  largestLoss: number,
): SVGElement {
  const { block } = slab;
  const boxes = [];
  for (let at = slab.first; at <= slab.last; at++) boxes.push(boxAt(at));
  const span = around(boxes);
  const [left, right] = [span.left + 0.5, span.right - 0.5];
  const y = (offset: number): number => (flipped ? top - offset : top + offset);
  const move =
    [...arrangement.spans].find(
      ([, [start, stop]]) => start === block.start && stop === block.stop,
    )?.[0] ?? 0;
  const group = svg("g", {
    class: `block ${block.kind} ${hue(move)}`,
    "data-move": moveKey(move),
    "data-tip": said(block),
  });
  const [near, far] = [
    Math.min(y(slab.top), y(slab.bottom - 2)),
    Math.abs(slab.bottom - 2 - slab.top),
  ];
  if (block.kind === "inverted" || block.kind === "prime") {
    group.append(
      svg("rect", { x: left, y: near, width: right - left, height: far, class: "slab" }),
    );
    const edge = 1 + (THICKEST - 1) * (block.loss / largestLoss);
    const at = y(slab.bottom - 2) + (flipped ? 0 : -edge);
    group.append(svg("rect", { x: left, y: at, width: right - left, height: edge, class: "edge" }));
    group.append(
      label(
        block,
        (left + right) / 2,
        (near + near + far - (flipped ? -edge : edge)) / 2,
        right - left,
      ),
    );
    if (move)
      group.append(
        svg("rect", {
          x: left,
          y: flipped ? y(slab.top) - 3 : y(slab.top),
          width: right - left,
          height: 3,
          class: "moved-bar",
        }),
      );
  } else {
    const at = y(slab.bottom - 2);
    const ends = `M${left},${slab.cut.left ? at : y(slab.top)}V${at}H${right}V${slab.cut.right ? at : y(slab.top)}`;
    if (move)
      group.append(
        svg("rect", {
          x: left,
          y: flipped ? at : at - 3,
          width: right - left,
          height: 3,
          class: "moved-bar",
        }),
      );
    else group.append(svg("path", { d: ends, class: "bracket" }));
  }
  return group;
}

function label(block: Block, x: number, y: number, room: number): SVGElement {
  if (block.kind === "inverted") {
    return svg("path", { d: crossing(x, y), class: "crossing" });
  }
  const text = block.operator.join(" ");
  const short = text.length * 7 > room ? "…" : text;
  return svg("text", { x, y: y + 4, "text-anchor": "middle", class: "operator" }, short);
}

/** Two crossing arrows, as in ⤨, which few fonts have. */
export function crossing(x: number, y: number): string {
  const arm = (sign: number): string => {
    const [endX, endY] = [x + 7, y + 5 * sign];
    return `M${x - 7},${y - 5 * sign}L${endX},${endY}M${endX - 3.6},${endY}L${endX},${endY}L${endX},${endY - 3.2 * sign}`;
  };
  return arm(1) + arm(-1);
}

function said(block: Block): string | null {
  if (block.kind !== "inverted" && block.kind !== "prime") return null;
  const what =
    block.kind === "inverted"
      ? "inverted: its parts stand in reverse"
      : `prime: its parts stand in the order ${block.operator.join(" ")}`;
  return `${what} · ${counted(block.inversions, "pair")} of words crossed, loss ${fixed(block.loss, 3)}`;
}
