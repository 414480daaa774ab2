// Lexical against order: a labelled point per system, over lines of equal total.

import { html, svg } from "../dom";
import { fixed, scale, ticks, tickText } from "../numbers";
import type { Overview } from "../types";

const [WIDTH, HEIGHT] = [520, 400];
const FRAME = { left: 56, right: 96, top: 16, bottom: 44 };

interface Point {
  system: string;
  lexical: number;
  order: number;
  total: number | null;
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
  const [lowX, highX] = padded(points.map((point) => point.lexical));
  const [lowY, highY] = padded(points.map((point) => point.order));
  const x = scale(lowX, highX, FRAME.left, WIDTH - FRAME.right);
  const y = scale(lowY, highY, HEIGHT - FRAME.bottom, FRAME.top);
  const drawing = svg("svg", {
    class: "chart scatter",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
    "aria-label": described(points),
  });
  drawing.append(
    ...equalTotals(points, [lowX, highX, lowY, highY], x, y),
    ...axes([lowX, highX, lowY, highY], x, y),
  );
  const labels = spread(points.map((point) => y(point.order)));
  points.forEach((point, index) => {
    drawing.append(
      svg("circle", {
        cx: x(point.lexical),
        cy: y(point.order),
        r: 5,
        class: "system-point",
        "data-tip": `${point.system}: lexical ${fixed(point.lexical, 3)}, order ${fixed(point.order, 3)}, total ${fixed(point.total, 3)}`,
      }),
      svg(
        "text",
        { x: x(point.lexical) + 10, y: (labels[index] ?? 0) + 4, class: "point-label" },
        clipped(point.system),
      ),
    );
  });
  return drawing;
}

const clipped = (name: string): string => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

function padded(values: number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) * 0.15, 0.02);
  return [Math.max(0, low - margin), Math.min(1, high + margin)];
}

/** Labels moved apart where points lie at the same height. */
function spread(heights: number[]): number[] {
  const order = heights
    .map((_, index) => index)
    .sort((left, right) => (heights[left] ?? 0) - (heights[right] ?? 0));
  const placed = [...heights];
  order.forEach((index, rank) => {
    const before = order[rank - 1];
    if (before !== undefined)
      placed[index] = Math.max(placed[index] ?? 0, (placed[before] ?? 0) + 15);
  });
  return placed;
}

type Bounds = [number, number, number, number];
type Place = (value: number) => number;

function axes([lowX, highX, lowY, highY]: Bounds, x: Place, y: Place): SVGElement[] {
  const foot = HEIGHT - FRAME.bottom;
  const label = (
    values: number[],
    draw: (value: number, text: string) => SVGElement,
  ): SVGElement[] =>
    values.map((value) => draw(value, tickText(value, (values[1] ?? 1) - (values[0] ?? 0) || 0.1)));
  return [
    svg("path", {
      d: `M${FRAME.left},${FRAME.top}V${foot}H${WIDTH - FRAME.right}`,
      class: "axis-line",
    }),
    ...label(ticks(lowX, highX, 4), (value, text) =>
      svg("text", { x: x(value), y: foot + 16, "text-anchor": "middle", class: "tick" }, text),
    ),
    ...label(ticks(lowY, highY, 4), (value, text) =>
      svg(
        "text",
        { x: FRAME.left - 6, y: y(value) + 4, "text-anchor": "end", class: "tick" },
        text,
      ),
    ),
    svg(
      "text",
      {
        x: (FRAME.left + WIDTH - FRAME.right) / 2,
        y: HEIGHT - 6,
        "text-anchor": "middle",
        class: "axis-name lexical",
      },
      "lexical →",
    ),
    svg(
      "text",
      {
        x: 14,
        y: (FRAME.top + foot) / 2,
        "text-anchor": "middle",
        class: "axis-name order",
        transform: `rotate(-90 14 ${(FRAME.top + foot) / 2})`,
      },
      "order →",
    ),
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

function equalTotals(
  points: Point[],
  [lowX, highX, lowY, highY]: Bounds,
  x: Place,
  y: Place,
): SVGElement[] {
  const weight = lexicalWeight(points);
  if (weight === null) return [];
  const lowest = weight * lowX + (1 - weight) * lowY;
  const highest = weight * highX + (1 - weight) * highY;
  const values = ticks(lowest, highest, 6);
  return values.flatMap((total) => {
    const orderAt = (lexical: number): number => (total - weight * lexical) / (1 - weight);
    const lexicalAt = (order: number): number => (total - (1 - weight) * order) / weight;
    const from = Math.max(lowX, lexicalAt(highY));
    const to = Math.min(highX, lexicalAt(lowY));
    if (from >= to) return [];
    return [
      svg("line", {
        x1: x(from),
        y1: y(orderAt(from)),
        x2: x(to),
        y2: y(orderAt(to)),
        class: "equal",
      }),
      svg(
        "text",
        { x: x(to) + 3, y: y(orderAt(to)) + (to < highX ? -4 : 4), class: "equal-label" },
        tickText(total, (values[1] ?? 1) - (values[0] ?? 0) || 0.1),
      ),
    ];
  });
}

function described(points: Point[]): string {
  return points
    .map(
      (point) =>
        `${point.system}: lexical ${fixed(point.lexical, 3)}, order ${fixed(point.order, 3)}`,
    )
    .join("; ");
}
