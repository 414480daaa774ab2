// One system against another: the difference as a waterfall of its lexical and its order part.

import { html, svg, verbatim } from "../dom";
import { counted, fixed, scale, signed, significance } from "../numbers";
import { list, to } from "../state";
import type { Comparison, Difference, Overview } from "../types";

const [WIDTH, BAR, GAP] = [560, 22, 14];
const FRAME = { left: 76, right: 96 };
const FEW = 12; // segments named one by one

export function comparisons(overview: Overview): HTMLElement | null {
  if (overview.comparisons.length === 0) return null;
  return html(
    "section",
    { class: "comparisons", "aria-labelledby": "comparisons-title" },
    html("h2", { id: "comparisons-title" }, "System against system"),
    html(
      "div",
      { class: "panels wide" },
      ...overview.comparisons.map((each, index) => panel(each, index)),
    ),
  );
}

function panel(comparison: Comparison, index: number): HTMLElement {
  const { first, second, difference } = comparison;
  return html(
    "article",
    { class: "comparison" },
    html("h3", {}, verbatim(first), " against ", verbatim(second)),
    html(
      "p",
      { class: "lead" },
      verbatim(first),
      ` scores ${fixed(difference && Math.abs(difference), 3)} ${(difference ?? 0) < 0 ? "lower" : "higher"} by ${comparison.metric}.`,
    ),
    waterfall(comparison),
    segments(comparison, index, "fixes", first, second),
    segments(comparison, index, "breaks", second, first),
  );
}

interface Bar {
  name: string;
  kind: string;
  from: number;
  to: number;
  part: Difference | null;
  p: number | null;
}

function waterfall(comparison: Comparison): SVGElement {
  const lexical = comparison.lexical?.difference ?? 0;
  const bars: Bar[] = [
    {
      name: "lexical",
      kind: "lexical",
      from: 0,
      to: lexical,
      part: comparison.lexical,
      p: comparison.lexical?.p_value ?? null,
    },
    {
      name: "order",
      kind: "order",
      from: lexical,
      to: lexical + (comparison.order?.difference ?? 0),
      part: comparison.order,
      p: comparison.order?.p_value ?? null,
    },
    {
      name: "total",
      kind: "total",
      from: 0,
      to: comparison.difference ?? 0,
      part: null,
      p: comparison.p_value ?? null,
    },
  ];
  const ends = bars.flatMap((bar) => [
    bar.from,
    bar.to,
    bar.from + (bar.part?.low ?? 0),
    bar.from + (bar.part?.high ?? 0),
  ]);
  const x = scale(Math.min(0, ...ends), Math.max(0, ...ends), FRAME.left, WIDTH - FRAME.right);
  const height = bars.length * (BAR + GAP);
  const drawing = svg("svg", {
    class: "chart waterfall",
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    "aria-label": bars.map((bar) => `${bar.name} ${signed(bar.to - bar.from, 3)}`).join(", "),
  });
  drawing.append(svg("line", { x1: x(0), x2: x(0), y1: 0, y2: height, class: "axis-line" }));
  bars.forEach((bar, index) =>
    drawing.append(...barElements(bar, index * (BAR + GAP) + GAP / 2, x)),
  );
  return drawing;
}

function barElements(bar: Bar, y: number, x: (value: number) => number): SVGElement[] {
  const [left, right] = [Math.min(x(bar.from), x(bar.to)), Math.max(x(bar.from), x(bar.to))];
  const middle = y + BAR / 2;
  const low = bar.part?.low ?? null;
  const high = bar.part?.high ?? null;
  const found: SVGElement[] = [
    svg(
      "text",
      { x: FRAME.left - 12, y: middle + 5, "text-anchor": "end", class: `bar-name ${bar.kind}` },
      bar.name,
    ),
    svg("rect", {
      x: left,
      y,
      width: Math.max(1, right - left),
      height: BAR,
      class: `fall ${bar.kind}`,
    }),
  ];
  let reach = right;
  if (low !== null && high !== null) {
    const ends = { x1: x(bar.from + low), x2: x(bar.from + high), y1: middle, y2: middle };
    found.push(
      svg("line", { ...ends, class: "fall-halo" }),
      svg("line", { ...ends, class: "fall-interval" }),
    );
    reach = Math.max(right, x(bar.from + high));
  }
  found.push(
    svg(
      "text",
      { x: reach + 8, y: middle + 5, class: "bar-value" },
      `${signed(bar.to - bar.from, 3)} ${significance(bar.p)}`,
    ),
  );
  if (bar.name !== "total")
    found.push(
      svg("line", {
        x1: x(bar.to),
        x2: x(bar.to),
        y1: y + BAR,
        y2: y + BAR + GAP,
        class: "fall-step",
      }),
    );
  return found;
}

function segments(
  comparison: Comparison,
  index: number,
  which: "fixes" | "breaks",
  better: string,
  worse: string,
): HTMLElement | null {
  const found = comparison[which];
  if (found.length === 0)
    return html(
      "p",
      { class: "note" },
      verbatim(better),
      " avoids no order error that ",
      verbatim(worse),
      " makes.",
    );
  const pair = { system: better, against: worse };
  const links = found.slice(0, FEW).map((segment) =>
    html(
      "a",
      {
        href: to("segment", segment, { ...pair, set: `${which}~${index}`, compare: "1" }),
        class: "chip",
        "aria-label": `Segment ${segment}`,
      },
      segment,
    ),
  );
  return html(
    "p",
    { class: "segment-links" },
    html(
      "a",
      { href: list({ ...pair, set: `${which}~${index}` }) },
      verbatim(better),
      ` avoids an order error of `,
      verbatim(worse),
      ` in ${counted(found.length, "segment")}`,
    ),
    html(
      "span",
      { class: "chips" },
      ...links,
      found.length > FEW ? html("span", { class: "more" }, `and ${found.length - FEW} more`) : null,
    ),
  );
}
