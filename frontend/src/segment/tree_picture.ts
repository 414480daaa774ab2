// The permutation tree with nodes and lines, as papers draw it; that of a long sentence in several rows.

import { svg } from "../dom";
import { textWidth } from "../text_width";
import type { Block } from "../types";
import type { Arrangement } from "./arrangement";
import { hue } from "./hues";
import { direction, lined } from "./words";

const LEVEL = 46;
const SPACE = 14;
const LETTERS = 20; // the size of the words
const WIDEST = 900; // of a row, where the parts of the tree allow it

export function treePicture(arrangement: Arrangement): SVGSVGElement {
  const words = arrangement.placed.map((each) => arrangement.words[each.place]?.text ?? "");
  const widths = words.map((word) => Math.max(16, textWidth(word, LETTERS)) + SPACE);
  const towards = direction(arrangement.explanation.hypothesis.text);
  const picture = svg("svg", { class: "tree-picture" });
  let [top, widest] = [0, 0];
  for (const row of arrangement.tree ? rowsOf(arrangement.tree, widths) : []) {
    const { centres, total } = lined(widths.slice(row.start, row.stop), towards);
    const bottom = top + 20 + deepest(row) * LEVEL;
    const x = (position: number): number => centres[position - row.start] ?? 0;
    drawNode(row, top, { picture, x, bottom });
    for (let at = row.start; at < row.stop; at++)
      picture.append(
        text(x(at), bottom + 18, `letter ${hue(arrangement.placed[at]?.move ?? 0)}`, words[at]),
        text(x(at), bottom + 38, "operator", (arrangement.placed[at]?.rank ?? 0) + 1),
      );
    [top, widest] = [bottom + 64, Math.max(widest, total)];
  }
  picture.setAttribute("viewBox", `0 0 ${Math.ceil(widest)} ${Math.max(0, top - 14)}`);
  return picture;
}

const text = (x: number, y: number, name: string, words: string | number = ""): SVGElement =>
  svg("text", { x, y, "text-anchor": "middle", class: name }, words);

/** The tree, or the same with some of its topmost parts at a time. */
function rowsOf(tree: Block, widths: number[]): Block[] {
  const width = (start: number, stop: number): number =>
    widths.slice(start, stop).reduce((sum, each) => sum + each, 0);
  const rows: Block[][] = [];
  for (const child of tree.children) {
    const row = rows.at(-1);
    if (row && width(row[0]?.start ?? 0, child.stop) <= WIDEST) row.push(child);
    else rows.push([child]);
  }
  if (rows.length < 2) return [tree];
  return rows.map((children) => ({
    ...tree,
    children,
    start: children[0]?.start ?? 0,
    stop: children.at(-1)?.stop ?? 0,
  }));
}

interface Canvas {
  picture: SVGSVGElement;
  x: (position: number) => number;
  bottom: number;
}

/** Draws a block and what is in it; returns where it stands, and whether it is a word. */
function drawNode(block: Block, top: number, canvas: Canvas): { x: number; leaf: boolean } {
  if (block.kind === "leaf") return { x: canvas.x(block.start), leaf: true };
  const children = block.children.map((child) => drawNode(child, top + LEVEL, canvas));
  const x = ((children[0]?.x ?? 0) + (children.at(-1)?.x ?? 0)) / 2;
  const y = top + 20;
  for (const child of children) {
    const knee = y + LEVEL - 10;
    const end = child.leaf ? canvas.bottom + 2 : knee;
    const d = `M${x},${y + 8}L${child.x},${Math.min(knee, end)}V${end}`;
    canvas.picture.append(svg("path", { d, class: "branch" }));
  }
  const names = { prime: block.operator.join(" "), inverted: "⟨2 1⟩", monotone: "[1 2]" };
  canvas.picture.append(text(x, y + 2, `operator ${block.kind}`, names[block.kind]));
  return { x, leaf: false };
}

function deepest(block: Block): number {
  return block.kind === "leaf" ? 0 : 1 + Math.max(0, ...block.children.map(deepest));
}
