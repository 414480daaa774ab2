// Systems by metrics, each score with its interval as a whisker and a mark for significance.

import { html, svg, verbatim } from "../dom";
import { fixed, scale, significance } from "../numbers";
import { list } from "../state";
import type { Metric, Overview, SystemScore } from "../types";

const WHISKER = { width: 96, height: 12 };

export function leaderboard(overview: Overview): HTMLElement {
  const [first] = overview.systems;
  const marks = overview.systems.some((system) =>
    system.scores.some((score) => significance(score.p_value)),
  );
  return html(
    "section",
    { class: "leaderboard-section", "aria-label": "Scores" },
    html(
      "div",
      { class: "scroller", tabindex: 0, role: "group", "aria-label": "Table of scores" },
      html(
        "table",
        { class: "leaderboard" },
        html("caption", { class: "unseen" }, "Scores of the systems, with confidence intervals"),
        html(
          "thead",
          {},
          html("tr", {}, html("th", { scope: "col" }, "system"), ...overview.metrics.map(heading)),
        ),
        html("tbody", {}, ...overview.systems.map((system) => row(overview, system))),
      ),
    ),
    html(
      "p",
      { class: "note" },
      "Whiskers are 95% bootstrap intervals.",
      marks && first ? ` Against ${first.name}: * p < 0.05, ** p < 0.01.` : "",
      overview.metrics.some((metric) => !metric.higher_is_better) ? " ↓ lower is better." : "",
    ),
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

function row(overview: Overview, system: Overview["systems"][number]): HTMLElement {
  return html(
    "tr",
    {},
    html(
      "th",
      { scope: "row" },
      html("a", { href: list({ system: system.name }) }, verbatim(system.name)),
    ),
    ...overview.metrics.map((metric, index) => cell(overview, metric, index, system.scores[index])),
  );
}

function cell(
  overview: Overview,
  metric: Metric,
  index: number,
  score: SystemScore | undefined,
): HTMLElement {
  const interval =
    score && score.low !== null && score.high !== null
      ? `${fixed(score.low, metric.decimals)} to ${fixed(score.high, metric.decimals)}`
      : "";
  const p = score?.p_value ?? null;
  return html(
    "td",
    {
      class: "number",
      "data-tip":
        [
          interval && `95% interval ${interval}`,
          p !== null && `p = ${p < 0.001 ? "< 0.001" : fixed(p, 3)}`,
        ]
          .filter(Boolean)
          .join(" · ")
          .replace("= <", "<") || null,
    },
    html(
      "span",
      { class: "value" },
      fixed(score?.score, metric.decimals),
      html("sup", { class: "mark" }, significance(p)),
    ),
    score ? whisker(overview, metric, index, score) : null,
  );
}

/** All whiskers of a column share one scale, from its lowest bound to its highest. */
function whisker(
  overview: Overview,
  metric: Metric,
  index: number,
  score: SystemScore,
): SVGElement {
  const all = overview.systems.flatMap((system) => {
    const each = system.scores[index];
    return each ? [each.low, each.high, each.score].filter((value) => value !== null) : [];
  });
  const x = scale(Math.min(...all), Math.max(...all), 5, WHISKER.width - 5);
  const middle = WHISKER.height / 2;
  return svg(
    "svg",
    {
      class: `whisker ${metric.kind}`,
      width: WHISKER.width,
      height: WHISKER.height,
      viewBox: `0 0 ${WHISKER.width} ${WHISKER.height}`,
      "aria-hidden": "true",
    },
    svg("line", { x1: 0, x2: WHISKER.width, y1: middle, y2: middle, class: "rail" }),
    score.low !== null &&
      score.high !== null &&
      svg("line", {
        x1: x(score.low),
        x2: x(score.high),
        y1: middle,
        y2: middle,
        class: "interval",
      }),
    score.score !== null &&
      svg("circle", { cx: x(score.score), cy: middle, r: 3.5, class: "point" }),
  );
}
