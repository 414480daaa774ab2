// Lexical against order: a labelled point per system, over lines of equal total.

import { html, svg } from "../dom";
import { fixed, scale, ticks, tickText } from "../numbers";
import { textWidth } from "../text_width";
import type { Overview } from "../types";

const WIDTH = 520;
const APART = 12; // names on one line
const FRAME = { left: 60, right: 136, top: 20, bottom: 48 };

interface Point {
  system: string;
  lexical: number;
  order: number;
  total: number | null;
}

/** Where the picture begins and ends, and how values become places. */
interface Plane {
  x: (value: number) => number;
  y: (value: number) => number;
  xs: [number, number];
  ys: [number, number];
  height: number;
  letters: number; // their size, which is larger where the picture is small
}

export function balance(overview: Overview): HTMLElement | null {
  const points = overview.balance.flatMap((each): Point[] =>
    each.lexical === null || each.order === null
      ? []
      : [{ system: each.system, lexical: each.lexical, order: each.order, total: each.total }],
  );
  if (points.length === 0) return null;
  return html(
    "section",
    { class: "balance", "aria-labelledby": "balance-title" },
    html("h2", { id: "balance-title" }, "Words or word order?"),
    html(
      "p",
      { class: "lead" },
      "To the right, better words; higher up, better order. Systems on one dotted line have the same total.",
    ),
    chart(points),
  );
}

function chart(points: Point[]): SVGElement {
  const letters = matchMedia("(max-width: 640px)").matches ? 17 : 13;
  const height = Math.max(400, FRAME.top + FRAME.bottom + (points.length + 1) * (letters + 3));
  const xs = padded(points.map((point) => point.lexical));
  const ys = padded(points.map((point) => point.order));
  const plane: Plane = {
    x: scale(...xs, FRAME.left, WIDTH - FRAME.right),
    y: scale(...ys, height - FRAME.bottom, FRAME.top),
    xs,
    ys,
    height,
    letters,
  };
  const spoken = (point: Point): string =>
    `${point.system}: lexical ${fixed(point.lexical, 3)}, order ${fixed(point.order, 3)}, total ${fixed(point.total, 3)}`;
  return svg(
    "svg",
    {
      class: "chart scatter",
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: "img",
      "aria-label": points.map(spoken).join("; "),
    },
    ...equalTotals(points, plane),
    ...axes(plane),
    ...labels(points, plane),
    ...points.map((point) =>
      svg("circle", {
        cx: plane.x(point.lexical),
        cy: plane.y(point.order),
        r: 5,
        class: "system-point",
        "data-tip": spoken(point),
      }),
    ),
  );
}

function padded(values: number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * 0.15, 0.02);
  return [Math.max(0, low - margin), Math.min(1, high + margin)];
}

/** Names beside their points where there is room, else in the margin, joined to them by a line. */
function labels(points: Point[], { x, y, height, letters }: Plane): SVGElement[] {
  const line = letters + 3;
  const most = letters > 13 ? 10 : 17;
  const clipped = (name: string): string =>
    name.length > most ? `${name.slice(0, most - 1)}…` : name;
  const widthOf = (name: string): number => textWidth(clipped(name), letters * 1.1);
  const places = points.map((point) => [x(point.lexical), y(point.order)] as const);
  const taken: [number, number, number][] = []; // left, right and middle of labels
  const clear = (left: number, right: number, at: number): boolean =>
    left > FRAME.left &&
    !taken.some(
      (each) => left < each[1] + APART && right + APART > each[0] && Math.abs(at - each[2]) < line,
    ) &&
    !places.some(([px, py]) => px > left - 5 && px < right + 5 && Math.abs(py - at) < 11);
  const drawn: SVGElement[] = [];
  const rest: number[] = [];
  const write = (index: number, left: number, at: number): void => {
    const name = points[index]?.system ?? "";
    taken.push([left, left + widthOf(name), at]);
    drawn.push(svg("text", { x: left, y: at + 4, class: "point-label" }, clipped(name)));
  };
  points.forEach((point, index) => {
    const [px, py] = places[index] ?? [0, 0];
    const width = widthOf(point.system);
    const left = [px + 9, px - 9 - width].find((each) => clear(each, each + width, py));
    if (left === undefined) rest.push(index);
    else write(index, left, py);
  });
  const up = (index: number): number => places[index]?.[1] ?? 0;
  rest.sort((left, right) => up(left) - up(right));
  const margin = WIDTH - FRAME.right + 24;
  let lowest = FRAME.top - line;
  rest.forEach((index, rank) => {
    const bottom = height - FRAME.bottom - (rest.length - 1 - rank) * line;
    let at = Math.min(bottom, Math.max(lowest + line, up(index)));
    while (at < bottom && !clear(margin, WIDTH, at)) at += 4;
    const [px, py] = places[index] ?? [0, 0];
    drawn.unshift(svg("path", { d: `M${px},${py}L${margin - 4},${at}`, class: "leader" }));
    write(index, margin, at);
    lowest = at;
  });
  return drawn;
}

function axes({ x, y, xs, ys, height }: Plane): SVGElement[] {
  const foot = height - FRAME.bottom;
  const middle = (FRAME.top + foot) / 2;
  const marked = (
    [low, high]: [number, number],
    at: (value: number, text: string) => SVGElement,
  ): SVGElement[] => {
    const values = ticks(low, high, 4);
    const step = (values[1] ?? 1) - (values[0] ?? 0) || 0.1;
    return values.map((value) => at(value, tickText(value, step)));
  };
  const text = (x: number, y: number, anchor: string, name: string, words: string): SVGElement =>
    svg("text", { x, y, "text-anchor": anchor, class: name }, words);
  const up = text(14, middle, "middle", "axis-name order", "word order (order part) →");
  up.setAttribute("transform", `rotate(-90 14 ${middle})`);
  return [
    svg("path", {
      d: `M${FRAME.left},${FRAME.top}V${foot}H${WIDTH - FRAME.right}`,
      class: "axis-line",
    }),
    ...marked(xs, (value, words) => text(x(value), foot + 18, "middle", "tick", words)),
    ...marked(ys, (value, words) => text(FRAME.left - 8, y(value) + 4, "end", "tick", words)),
    text(
      (FRAME.left + WIDTH - FRAME.right) / 2,
      height - 6,
      "middle",
      "axis-name lexical",
      "word choice (lexical part) →",
    ),
    up,
  ];
}

/** The weight of the lexical part that explains the totals; none where no weight does. */
export function lexicalWeight(points: readonly Point[]): number | null {
  const known = points.filter((point) => point.total !== null);
  let [top, bottom] = [0, 0];
  for (const { lexical, order, total } of known) {
    top += ((total ?? 0) - order) * (lexical - order);
    bottom += (lexical - order) ** 2;
  }
  if (bottom === 0) return null;
  const weight = top / bottom;
  const fits = known.every(
    ({ lexical, order, total }) =>
      Math.abs(weight * lexical + (1 - weight) * order - (total ?? 0)) < 0.005,
  );
  return fits && weight > 0 && weight < 1 ? weight : null;
}

function equalTotals(points: Point[], { x, y, xs, ys }: Plane): SVGElement[] {
  const weight = lexicalWeight(points);
  if (weight === null) return [];
  const [[lowX, highX], [lowY, highY]] = [xs, ys];
  const lowest = weight * lowX + (1 - weight) * lowY;
  const highest = weight * highX + (1 - weight) * highY;
  const values = ticks(lowest, highest, 6);
  const step = (values[1] ?? 1) - (values[0] ?? 0) || 0.1;
  return values.flatMap((total) => {
    const orderAt = (lexical: number): number => (total - weight * lexical) / (1 - weight);
    const lexicalAt = (order: number): number => (total - (1 - weight) * order) / weight;
    const from = Math.max(lowX, lexicalAt(highY));
    const to = Math.min(highX, lexicalAt(lowY));
    if (from >= to) return [];
    const ends = { x1: x(from), y1: y(orderAt(from)), x2: x(to), y2: y(orderAt(to)) };
    const label = { x: ends.x1 + 4, y: ends.y1 + 12, class: "equal-label" };
    return [svg("line", { ...ends, class: "equal" }), svg("text", label, tickText(total, step))];
  });
}
