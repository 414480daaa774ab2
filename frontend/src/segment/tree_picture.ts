// The permutation tree with nodes and lines, as papers draw it.

import { svg } from "../dom";
import { textWidth } from "../text_width";
import type { Block } from "../types";
import type { Arrangement } from "./arrangement";
import { hue } from "./hues";

const LEVEL = 46;
const SPACE = 14;
const LETTERS = 20; // the size of the words

interface Node {
  x: number;
  depth: number;
}

export function treePicture(arrangement: Arrangement): SVGSVGElement {
  const words = arrangement.placed.map((each) => arrangement.words[each.place]?.text ?? "");
  const widths = words.map((word) => Math.max(16, textWidth(word, LETTERS)) + SPACE);
  const centres: number[] = [];
  const width = widths.reduce((sum, each) => (centres.push(sum + each / 2), sum + each), 0);
  const depth = arrangement.tree ? deepest(arrangement.tree) : 0;
  const bottom = 20 + depth * LEVEL;
  const picture = svg("svg", {
    viewBox: `0 0 ${Math.ceil(width)} ${bottom + 50}`,
    class: "tree-picture",
  });
  if (arrangement.tree) drawNode(arrangement.tree, 0, { picture, centres, bottom });
  arrangement.placed.forEach((each, position) => {
    const x = centres[position] ?? 0;
    picture.append(
      svg(
        "text",
        { x, y: bottom + 18, "text-anchor": "middle", class: `letter ${hue(each.move)}` },
        words[position] ?? "",
      ),
      svg("text", { x, y: bottom + 38, "text-anchor": "middle", class: "operator" }, each.rank + 1),
    );
  });
  return picture;
}

interface Canvas {
  picture: SVGSVGElement;
  centres: number[];
  bottom: number;
}

function drawNode(block: Block, depth: number, canvas: Canvas): Node {
  if (block.kind === "leaf") return { x: canvas.centres[block.start] ?? 0, depth: -1 };
  const children = block.children.map((child) => drawNode(child, depth + 1, canvas));
  const x = ((children[0]?.x ?? 0) + (children[children.length - 1]?.x ?? 0)) / 2;
  const y = 20 + depth * LEVEL;
  for (const child of children) {
    const knee = y + LEVEL - 10;
    const end = child.depth < 0 ? canvas.bottom + 2 : knee;
    const d = `M${x},${y + 8}L${child.x},${Math.min(knee, end)}V${end}`;
    canvas.picture.append(svg("path", { d, class: "branch" }));
  }
  const name =
    block.kind === "prime"
      ? block.operator.join(" ")
      : block.kind === "inverted"
        ? "⟨2 1⟩"
        : "[1 2]";
  canvas.picture.append(
    svg("text", { x, y: y + 2, "text-anchor": "middle", class: `operator ${block.kind}` }, name),
  );
  return { x, depth };
}

function deepest(block: Block): number {
  return block.kind === "leaf" ? 0 : 1 + Math.max(0, ...block.children.map(deepest));
}
