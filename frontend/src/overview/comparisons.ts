// Systems against each other: a matrix of all pairs, and the chosen pair with the lexical and the
// order part of its difference as a waterfall. All bars share one scale.

import { html, place, replace, scroller, svg, verbatim } from "../dom";
import { counted, fixed, scale, signed, significance, whole } from "../numbers";
import { adjust, current, list, to } from "../state";
import type { Comparison, Difference, Overview } from "../types";

const [WIDTH, BAR, GAP] = [560, 22, 14];
const FRAME = { left: 76, right: 96 };
const FEW = 12; // segments named one by one

const value = (part: Difference): number => part.difference ?? 0;
const rounded = (score: number | null): number => Math.round(1000 * (score ?? 0)) / 1000;

/** Differences as they are written: of scores as they are written, and parts that add up to them. */
function written({ balance }: Overview, pair: Comparison): Record<string, number> {
  const scoreOf = (name: string): number =>
    rounded(balance.find((each) => each.system === name)?.total ?? null);
  const total = scoreOf(pair.first) - scoreOf(pair.second);
  const lexical = rounded(pair.lexical.difference);
  return { total, lexical, order: total - lexical };
}

export function comparisons(overview: Overview): HTMLElement | null {
  const pairs = overview.comparisons;
  if (pairs.length === 0) return null;
  const chosen = html("div", { class: "pair", role: "status" });
  const show = (index: number): void => {
    const pair = pairs[index] ?? pairs[0];
    if (pair) replace(chosen, panel(pair, pairs.indexOf(pair), overview));
    for (const button of section.querySelectorAll<HTMLElement>("[data-pair]"))
      button.setAttribute("aria-pressed", String(button.dataset.pair === String(index)));
  };
  const choose = (index: number): void => {
    adjust({ pair: String(index) });
    show(index);
  };
  const section: HTMLElement = html(
    "section",
    { class: "comparisons", "aria-labelledby": "comparisons-title" },
    html("h2", { id: "comparisons-title" }, "System against system"),
    pairs.length > 1 && matrix(overview, choose),
    chosen,
  );
  show(Number(current().options.pair ?? 0));
  return section;
}

function matrix(overview: Overview, choose: (index: number) => void): HTMLElement {
  const { systems, comparisons: pairs } = overview;
  const names = systems.map((system) => system.name);
  const ends = pairs.flatMap((pair) => [value(pair.lexical), value(pair.order)]);
  const share = scale(Math.min(0, ...ends), Math.max(0, ...ends), 0, 100);
  const bar = (kind: string, part: Difference): HTMLElement => {
    const found = html("span", { class: `pair-bar ${kind}` });
    const [left, right] = [share(0), share(value(part))].sort((a, b) => a - b);
    place(found, { "margin-left": `${left}%`, width: `${(right ?? 0) - (left ?? 0)}%` });
    return found;
  };
  const cell = (row: number, at: number): HTMLElement => {
    const index = pairs.findIndex((p) => p.first === names[row] && p.second === names[at]);
    const pair = pairs[index];
    if (!pair) return html("td", {});
    const { total, lexical, order } = written(overview, pair);
    const said = `${pair.first} is ${fixed(total, 3)} ahead of ${pair.second}: ${signed(lexical, 3)} by word choice, ${signed(order, 3)} by word order`;
    return html(
      "td",
      {},
      html(
        "button",
        {
          type: "button",
          "data-pair": index,
          "data-tip": said,
          "aria-label": said,
          click: () => choose(index),
        },
        fixed(total, 3),
        html("sup", {}, significance(pair.total.p_value)),
        bar("lexical", pair.lexical),
        bar("order", pair.order),
      ),
    );
  };
  const columns = names.slice(1);
  return html(
    "div",
    {},
    html(
      "p",
      { class: "lead" },
      `How far the system of the row is ahead of the system of the column by ${pairs[0]?.metric}: blue by word choice, orange by word order. * p < 0.05, ** p < 0.01. Choose a pair to see more.`,
    ),
    scroller(
      "Differences of all pairs",
      html(
        "table",
        { class: "matrix" },
        html(
          "thead",
          {},
          html(
            "tr",
            {},
            html("td"),
            ...columns.map((name) =>
              html("th", { scope: "col", "data-tip": name }, html("span", {}, verbatim(name))),
            ),
          ),
        ),
        html(
          "tbody",
          {},
          ...names
            .slice(0, -1)
            .map((name, row) =>
              html(
                "tr",
                {},
                html("th", { scope: "row", "data-tip": name }, verbatim(name)),
                ...columns.map((_, at) => cell(row, at + 1)),
              ),
            ),
        ),
      ),
    ),
  );
}

function panel(pair: Comparison, index: number, overview: Overview): HTMLElement {
  const { first, second } = pair;
  const numbers = written(overview, pair);
  return html(
    "article",
    { class: "comparison" },
    html("h3", {}, verbatim(first), " against ", verbatim(second)),
    html(
      "p",
      { class: "lead" },
      verbatim(first),
      ` scores ${fixed(numbers.total, 3)} more by ${pair.metric}; whiskers are 95% intervals.`,
    ),
    waterfall(pair, numbers, overview.comparisons),
    html(
      "div",
      {},
      segments(pair.fixes, `fixes~${index}`, first, second),
      segments(pair.breaks, `breaks~${index}`, second, first),
    ),
  );
}

/** Where the bars of a pair begin: the order part where the lexical part ends. */
function bars(pair: Comparison): { name: string; part: Difference; from: number }[] {
  return [
    { name: "lexical", part: pair.lexical, from: 0 },
    { name: "order", part: pair.order, from: value(pair.lexical) },
    { name: "total", part: pair.total, from: 0 },
  ];
}

function waterfall(
  pair: Comparison,
  numbers: Record<string, number>,
  all: Comparison[],
): SVGElement {
  const ends = all.flatMap((each) =>
    bars(each).flatMap(({ part, from }) =>
      [0, value(part), part.low ?? 0, part.high ?? 0].map((end) => from + end),
    ),
  );
  const x = scale(Math.min(...ends), Math.max(...ends), FRAME.left, WIDTH - FRAME.right);
  const shown = bars(pair);
  const height = shown.length * (BAR + GAP);
  return svg(
    "svg",
    {
      class: "chart waterfall",
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: "img",
      "aria-label": shown.map(({ name }) => `${name} ${signed(numbers[name], 3)}`).join(", "),
    },
    svg("line", { x1: x(0), x2: x(0), y1: 0, y2: height, class: "axis-line" }),
    ...shown.flatMap((bar, at) =>
      barElements(bar, numbers[bar.name], at * (BAR + GAP) + GAP / 2, x),
    ),
  );
}

function barElements(
  { name, part, from }: ReturnType<typeof bars>[number],
  number: number | undefined,
  y: number,
  x: (value: number) => number,
): SVGElement[] {
  const end = from + value(part);
  const [left, right] = [Math.min(x(from), x(end)), Math.max(x(from), x(end))];
  const middle = y + BAR / 2;
  const [low, high] = [x(from + (part.low ?? value(part))), x(from + (part.high ?? value(part)))];
  const interval = { x1: low, x2: high, y1: middle, y2: middle };
  return [
    svg(
      "text",
      { x: FRAME.left - 12, y: middle + 5, "text-anchor": "end", class: `bar-name ${name}` },
      name,
    ),
    svg("rect", {
      x: left,
      y,
      width: Math.max(1, right - left),
      height: BAR,
      class: `fall ${name}`,
    }),
    svg("line", { ...interval, class: "fall-halo" }),
    svg("line", { ...interval, class: "fall-interval" }),
    svg(
      "text",
      { x: Math.max(right, high) + 8, y: middle + 5, class: "bar-value" },
      `${signed(number, 3)} ${significance(part.p_value)}`,
    ),
    ...(name === "total"
      ? []
      : [
          svg("line", {
            x1: x(end),
            x2: x(end),
            y1: y + BAR,
            y2: y + BAR + GAP,
            class: "fall-step",
          }),
        ]),
  ];
}

/** Segments in which one system loses to the other by its moves, the worst ones by number. */
function segments(found: number[], set: string, better: string, worse: string): HTMLElement {
  if (found.length === 0)
    return html(
      "p",
      { class: "note" },
      verbatim(worse),
      " loses in no segment to ",
      verbatim(better),
      " by word order.",
    );
  const pair = { system: better, against: worse, set };
  return html(
    "p",
    { class: "segment-links" },
    html(
      "a",
      { href: list(pair) },
      verbatim(worse),
      " loses to ",
      verbatim(better),
      ` by word order in ${counted(found.length, "segment")}`,
    ),
    html("span", { class: "more" }, found.length > FEW ? "worst first:" : ""),
    html(
      "span",
      { class: "chips" },
      ...found.slice(0, FEW).map((segment) =>
        html(
          "a",
          {
            href: to("segment", segment, { ...pair, compare: "1" }),
            class: "chip",
            "aria-label": `Segment ${whole(segment)}`,
          },
          whole(segment),
        ),
      ),
      found.length > FEW &&
        html("span", { class: "more" }, `and ${whole(found.length - FEW)} more`),
    ),
  );
}
