// Systems by metrics, each score with its interval as a whisker and a mark for significance.

import { html, scroller, svg, verbatim } from "../dom";
import { fixed, scale, significance } from "../numbers";
import { list } from "../state";
import type { Metric, Overview, SystemScore, Values } from "../types";

const WHISKER = { width: 96, height: 12 };

/** One metric with the scores of all systems. */
interface Column {
  metric: Metric;
  best: number;
  x: (value: number) => number; // one scale for all whiskers
}

export function leaderboard(overview: Overview): HTMLElement {
  const [first] = overview.systems;
  const columns = overview.metrics.map((metric, index) => column(overview, metric, index));
  const notes = [
    overview.systems.length > 1 && "Sorted by hyperbaton; the best score of each column is bold. ",
    "Whiskers are 95% bootstrap intervals. ",
    overview.systems.some((system) => system.scores.some((each) => significance(each.p_value))) &&
      `* differs from ${first?.name} with p < 0.05, ** with p < 0.01. `,
    overview.metrics.some((metric) => !metric.higher_is_better) && "↓ lower is better. ",
    overview.systems.some((system) => system.scores.some((each) => product(each))) &&
      "Below scores of word order: order of the aligned words × coverage of the reference by them = score.",
  ];
  return html(
    "section",
    { class: "leaderboard-section", "aria-label": "Scores" },
    scroller(
      "Table of scores",
      html(
        "table",
        { class: "leaderboard" },
        html("caption", { class: "unseen" }, "Scores of the systems, with confidence intervals"),
        html(
          "thead",
          {},
          html("tr", {}, html("th", { scope: "col" }, "system"), ...overview.metrics.map(heading)),
        ),
        html(
          "tbody",
          {},
          ...overview.systems.map((system) =>
            html(
              "tr",
              {},
              html(
                "th",
                { scope: "row" },
                html("a", { href: list({ system: system.name }) }, verbatim(system.name)),
              ),
              ...system.scores.map((score, index) => cell(score, columns[index])),
            ),
          ),
        ),
      ),
    ),
    html("p", { class: "note" }, ...notes),
  );
}

function heading(metric: Metric): HTMLElement {
  return html(
    "th",
    { scope: "col", class: `number ${metric.kind}`, "data-tip": metric.signature },
    metric.heading,
    metric.higher_is_better ? "" : " ↓",
  );
}

function column(overview: Overview, metric: Metric, index: number): Column {
  const cells = overview.systems.flatMap((system) => system.scores[index] ?? []);
  const scores = cells.map((each) => each.score).filter((each) => each !== null);
  const all = cells.flatMap((each) => [each.low, each.high, each.score]);
  const ends = all.filter((each) => each !== null);
  return {
    metric,
    best: metric.higher_is_better ? Math.max(...scores) : Math.min(...scores),
    x: scale(Math.min(...ends), Math.max(...ends), 5, WHISKER.width - 5),
  };
}

function cell(score: SystemScore, of: Column | undefined): HTMLElement | null {
  if (!of) return null;
  const { decimals } = of.metric;
  const { low, high, p_value: p } = score;
  const tips = [
    low !== null &&
      high !== null &&
      `95% interval ${fixed(low, decimals)} to ${fixed(high, decimals)}`,
    p !== null && `p ${p < 0.001 ? "< 0.001" : `= ${fixed(p, 3)}`}`,
  ];
  return html(
    "td",
    {
      class: `number ${score.score === of.best ? "best" : ""}`,
      "data-tip": tips.filter(Boolean).join(" · ") || null,
    },
    html(
      "span",
      { class: "value" },
      fixed(score.score, decimals),
      html("sup", { class: "mark" }, significance(p)),
    ),
    whisker(score, of),
    product(score) && html("span", { class: "product" }, product(score)),
  );
}

/** Order × coverage, where the score is their product. */
export function product({ parts }: { parts: Values }): string {
  return Object.values(parts)
    .map((part) => fixed(part, 3))
    .join(" × ");
}

function whisker({ score, low, high }: SystemScore, { metric, x }: Column): SVGElement {
  const middle = WHISKER.height / 2;
  const line = (from: number, to: number, name: string): SVGElement =>
    svg("line", { x1: from, x2: to, y1: middle, y2: middle, class: name });
  return svg(
    "svg",
    {
      class: `whisker ${metric.kind}`,
      width: WHISKER.width,
      height: WHISKER.height,
      viewBox: `0 0 ${WHISKER.width} ${WHISKER.height}`,
      "aria-hidden": "true",
    },
    line(0, WHISKER.width, "rail"),
    low !== null && high !== null && line(x(low), x(high), "interval"),
    score !== null && svg("circle", { cx: x(score), cy: middle, r: 3.5, class: "point" }),
  );
}
