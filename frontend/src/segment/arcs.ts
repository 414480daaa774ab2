// Dependency trees of the reference and the output as arcs over the words.

import { html, svg } from "../dom";
import { textWidth } from "../text_width";
import type { DependencyTree, Explanation } from "../types";
import {
  arrange,
  type Arrangement,
  type Labels,
  linkKeys,
  moveKey,
  type Side,
} from "./arrangement";
import { hue } from "./hues";
import { direction, lined } from "./words";

const LEVEL = 26;
const SPACE = 18;

interface Arc {
  word: number;
  head: number;
  relation: string;
  kept: boolean;
  level: number;
}

export function arcsSection(
  explanation: Explanation,
  side: Side,
  labels: Labels,
  heading: string,
): HTMLElement | null {
  const trees = explanation.trees;
  if (!trees) return null;
  const { placed } = arrange(explanation, 0, side, labels);
  const partner = new Map(trees.matches);
  const back = new Map(trees.matches.map(([left, right]) => [right, left]));
  const section = html(
    "section",
    { class: "dependencies", "aria-label": `Dependency trees${heading}` },
    html("h3", {}, `Dependency trees${heading}`),
    figure(
      "reference",
      trees.reference,
      (word, head) => kept(trees.hypothesis, back, word, head),
      (word) => marksOf(placed.filter(({ link }) => link.reference === word)),
    ),
    figure(
      explanation.system,
      trees.hypothesis,
      (word, head) => kept(trees.reference, partner, word, head),
      (word) => marksOf(placed.filter(({ link }) => link.hypothesis === word)),
    ),
    html("p", { class: "note" }, "Dark arcs are missing from the other tree."),
  );
  return section;
}

type Marks = { move: string | null; hue: string; link: string | null };

function marksOf(found: Arrangement["placed"]): Marks {
  const move = found[0]?.move ?? 0;
  return { move: moveKey(move), hue: hue(move), link: linkKeys(found) };
}

/** Whether the partner of a word hangs on the partner of its head. */
function kept(
  other: DependencyTree,
  partner: Map<number, number>,
  word: number,
  head: number,
): boolean {
  const mate = partner.get(word);
  if (mate === undefined) return false;
  const headOfMate = (other.heads[mate] ?? 0) - 1;
  return head < 0 ? headOfMate < 0 : partner.get(head) === headOfMate;
}

function figure(
  name: string,
  tree: DependencyTree,
  isKept: (word: number, head: number) => boolean,
  marks: (word: number) => Marks,
): HTMLElement {
  const arcs = levelled(tree, isKept);
  const widths = tree.words.map(
    (word, index) =>
      Math.max(textWidth(word, 15), textWidth(tree.relations[index] ?? "", 11)) + SPACE,
  );
  const { centres, total } = lined(widths, direction(tree.words.join(" ")));
  const top = (Math.max(0, ...arcs.map((arc) => arc.level)) + 1) * LEVEL;
  const drawing = svg("svg", {
    class: "arcs",
    width: total,
    height: top + 44,
    viewBox: `0 0 ${total} ${top + 44}`,
    role: "img",
    "aria-label": `Dependency tree of ${name}`,
  });
  for (const arc of arcs) drawing.append(arcElement(arc, centres, top, marks(arc.word)));
  tree.words.forEach((word, index) => {
    const own = marks(index);
    drawing.append(
      svg(
        "text",
        {
          x: centres[index] ?? 0,
          y: top + 20,
          "text-anchor": "middle",
          class: `arc-word ${own.hue}`,
          "data-move": own.move,
          "data-link": own.link,
        },
        word,
      ),
      svg(
        "text",
        { x: centres[index] ?? 0, y: top + 36, "text-anchor": "middle", class: "arc-tag" },
        tree.tags[index] ?? "",
      ),
    );
  });
  return html(
    "figure",
    { class: "tree-figure", tabindex: 0, role: "group", "aria-label": name },
    html("figcaption", {}, name),
    drawing,
  );
}

function arcElement(arc: Arc, centres: number[], top: number, marks: Marks): SVGElement {
  const end = centres[arc.word] ?? 0;
  const kind = arc.kept ? "arc kept" : "arc changed";
  if (arc.head < 0) {
    return svg(
      "g",
      { class: kind },
      svg("path", { d: `M${end},${top}V4` }),
      svg("text", { x: end + 5, y: 12, class: "arc-label" }, arc.relation),
    );
  }
  const start = centres[arc.head] ?? 0;
  const side = start < end ? 5 : -5;
  const peak = top - arc.level * LEVEL;
  const d = `M${start + side},${top}C${start + side},${peak} ${start + side},${peak} ${(start + end) / 2},${peak}S${end},${peak} ${end},${top}`;
  return svg(
    "g",
    { class: kind, "data-move": marks.move },
    svg("path", { d }),
    svg("path", { d: `M${end - 3},${top - 6}L${end},${top}L${end + 3},${top - 6}`, class: "head" }),
    svg(
      "text",
      { x: (start + end) / 2, y: peak - 3, "text-anchor": "middle", class: "arc-label" },
      arc.relation,
    ),
  );
}

/** Arcs over others lie higher. */
function levelled(tree: DependencyTree, isKept: (word: number, head: number) => boolean): Arc[] {
  const arcs = tree.heads.map((head, word) => ({
    word,
    head: head - 1,
    relation: tree.relations[word] ?? "",
    kept: isKept(word, head - 1),
    level: 1,
  }));
  const span = (arc: Arc): [number, number] => [
    Math.min(arc.word, arc.head),
    Math.max(arc.word, arc.head),
  ];
  const hanging = arcs
    .filter((arc) => arc.head >= 0)
    .sort((left, right) => span(left)[1] - span(left)[0] - (span(right)[1] - span(right)[0]));
  hanging.forEach((arc, index) => {
    const [low, high] = span(arc);
    const below = hanging
      .slice(0, index)
      .filter((other) => span(other)[0] < high && span(other)[1] > low);
    arc.level = 1 + Math.max(0, ...below.map((other) => other.level));
  });
  return arcs;
}
