// Ribbons between the blocks of a reference row and an output row, and the numbers at their ends.

import { svg } from "../dom";
import { fixed } from "../numbers";
import { hue } from "./hues";
import { isNear, linkKeys, moveKey, type Placed } from "./arrangement";
import type { Run } from "./runs";

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

export const middle = (box: Box): number => (box.left + box.right) / 2;
const round = (value: number): number => Math.round(value * 10) / 10;

/** The band or line of one run, between its block in the reference and its block in the output. */
export function ribbon(run: Run, reference: Box, output: Box): SVGElement {
  const downward = output.top >= reference.top; // within one stave
  const from = downward ? reference.bottom : reference.top;
  const to = downward ? output.top : output.bottom;
  const marks = {
    "data-move": moveKey(run.move),
    "data-link": linkKeys(run.links),
    "data-tip": tip(run.links),
  };
  const kind = `${run.move ? "moved" : "kept"}${run.near ? " near" : ""} ${hue(run.move)}`;
  if (run.links.length === 1) {
    const path = curve(middle(reference), from, middle(output), to);
    return svg("path", { d: `M${path}`, class: `thread ${kind}`, ...marks });
  }
  const left = curve(reference.left, from, output.left, to);
  const right = curve(output.right, to, reference.right, from);
  return svg("path", { d: `M${left}L${right}Z`, class: `ribbon ${kind}`, ...marks });
}

/** Where the partner of a block stands on another stave: short ends that say where it goes on. */
export function tails(run: Run, reference: Box, output: Box, isAbove: boolean): SVGElement[] {
  return [
    tail(run, reference, isAbove ? -1 : 1, output.top > reference.top),
    tail(run, output, isAbove ? 1 : -1, output.top < reference.top),
  ];
}

function tail(run: Run, box: Box, side: 1 | -1, down: boolean): SVGElement {
  const [x, y] = [round(middle(box)), round(side > 0 ? box.bottom : box.top)];
  const centre = y + 17 * side;
  const [tip, back] = down ? [centre + 5, centre + 1] : [centre - 5, centre - 1];
  return svg("path", {
    d: `M${x},${y}V${y + 10 * side}M${x},${centre - 5}V${centre + 5}M${x - 3.5},${back}L${x},${tip}L${x + 3.5},${back}`,
    class: `thread tail ${run.move ? "moved" : "kept"} ${hue(run.move)}`,
    "data-move": moveKey(run.move),
    "data-link": linkKeys(run.links),
    "data-tip": `goes on ${down ? "further down" : "further up"}`,
  });
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const bend = (y1 + y2) / 2;
  return [
    `${round(x1)},${round(y1)}C${round(x1)}`,
    `${round(bend)}`,
    `${round(x2)}`,
    `${round(bend)}`,
    `${round(x2)}`,
    `${round(y2)}`,
  ].join(",");
}

/** The tinted ground of a moved block. */
export function ground(run: Run, box: Box): SVGElement {
  return svg("rect", {
    x: round(box.left - 2),
    y: round(box.top),
    width: round(box.right - box.left + 4),
    height: round(box.bottom - box.top),
    rx: 4,
    class: `ground ${hue(run.move)}`,
    "data-move": moveKey(run.move),
    "data-link": linkKeys(run.links),
  });
}

/** A move's number, where a ribbon meets the words. */
export function badge({ move }: Run, x: number, y: number): SVGElement {
  return svg(
    "g",
    { class: `badge ${hue(move)}`, "data-move": moveKey(move) },
    svg("circle", { cx: round(x), cy: round(y), r: 8 }),
    svg("text", { x: round(x), y: round(y + 3.7), "text-anchor": "middle" }, move),
  );
}

export function tip(links: readonly Placed[]): string | null {
  const [first] = links;
  return first && isNear(first.link)
    ? `matched by ${first.link.matcher}, credit ${fixed(first.link.credit, 2)}`
    : null;
}
