// The dot plot: a dot for every link, the output as it is read, the reference from top to bottom.

import { replace, svg } from "../dom";
import type { Block } from "../types";
import { type Arrangement, isNear, linkKeys, moveKey, type Placed } from "./arrangement";
import { hue } from "./hues";
import { tip } from "./ribbons";
import { direction } from "./words";

const SIZE = 240;
const MARGIN = 14;

export class DotPlot {
  readonly element = svg("svg", { class: "dot-plot", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });

  show(arrangement: Arrangement): void {
    const { placed, explanation, words } = arrangement;
    const side = Math.max(words.length, explanation.reference.tokens.length, 1);
    const cell = (SIZE - 2 * MARGIN) / side;
    const at = (position: number): number => MARGIN + position * cell;
    const mirrored = direction(explanation.hypothesis.text) === "rtl";
    const across = (place: number): number => at(mirrored ? words.length - place : place);
    const drawing = { arrangement, cell, at, across };
    const name = explanation.system.slice(0, 24);
    this.element.toggleAttribute("hidden", placed.length === 0);
    this.element.setAttribute(
      "aria-label",
      `Dot plot: ${placed.length} linked words, ${arrangement.moves.length} blocks out of place`,
    );
    replace(
      this.element,
      svg("rect", {
        x: at(0),
        y: at(0),
        width: words.length * cell,
        height: explanation.reference.tokens.length * cell,
        class: "field",
      }),
      svg(
        "text",
        { x: at(words.length / 2), y: SIZE - 2, "text-anchor": "middle", class: "axis" },
        mirrored ? `← ${name}` : `${name} →`,
      ),
      svg(
        "text",
        {
          x: 9,
          y: at(explanation.reference.tokens.length / 2),
          "text-anchor": "middle",
          class: "axis",
          transform: `rotate(-90 9 ${at(explanation.reference.tokens.length / 2)})`,
        },
        "← reference",
      ),
      ...(arrangement.tree ? frames(arrangement.tree, drawing) : []),
      ...unlinked(drawing),
      ...placed.map((each) => dot(each, drawing)),
    );
  }
}

interface Drawing {
  arrangement: Arrangement;
  cell: number;
  at: (position: number) => number; // of a word of the reference, from top to bottom
  across: (place: number) => number; // of a word of the output, in its direction of writing
}

function frames(block: Block, drawing: Drawing): SVGElement[] {
  if (block.kind === "leaf") return [];
  const within = drawing.arrangement.placed.slice(block.start, block.stop);
  const places = within.map((each) => each.place);
  const references = within.map((each) => each.link.reference);
  const [left, right] = [Math.min(...places), Math.max(...places) + 1];
  const [top, bottom] = [Math.min(...references), Math.max(...references) + 1];
  const frame = svg("rect", {
    x: Math.min(drawing.across(left), drawing.across(right)),
    y: drawing.at(top),
    rx: 2,
    width: (right - left) * drawing.cell,
    height: (bottom - top) * drawing.cell,
    class: `frame ${block.kind}`,
  });
  return [frame, ...block.children.flatMap((child) => frames(child, drawing))];
}

function dot(each: Placed, { arrangement, cell, at, across }: Drawing): SVGElement {
  return svg("circle", {
    cx: across(each.place + 0.5),
    cy: at(each.link.reference + 0.5),
    r: Math.max(1.6, Math.min(4.5, cell * 0.36)),
    class: `dot ${hue(each.move)} ${isNear(each.link) ? "near" : ""}`,
    "data-move": moveKey(each.move),
    "data-link": linkKeys([each]),
    "data-tip": `${arrangement.words[each.place]?.text ?? ""} – ${arrangement.explanation.reference.tokens[each.link.reference] ?? ""}${tip([each]) ? `, ${tip([each])}` : ""}`,
  });
}

/** Hollow marks on the edges for words without a link. */
function unlinked({ arrangement, cell, at, across }: Drawing): SVGElement[] {
  const places = new Set(arrangement.placed.map((each) => each.place));
  const references = new Set(arrangement.placed.map((each) => each.link.reference));
  const r = Math.max(1.2, Math.min(3, cell * 0.28));
  const missing = (count: number, used: Set<number>): number[] =>
    Array.from({ length: count }, (_, position) => position).filter(
      (position) => !used.has(position),
    );
  return [
    ...missing(arrangement.words.length, places).map((place) =>
      svg("circle", {
        cx: across(place + 0.5),
        cy: at(arrangement.explanation.reference.tokens.length),
        r,
        class: "hollow",
      }),
    ),
    ...missing(arrangement.explanation.reference.tokens.length, references).map((reference) =>
      svg("circle", { cx: across(0), cy: at(reference + 0.5), r, class: "hollow" }),
    ),
  ];
}
