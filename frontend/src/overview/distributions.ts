// How the scores of segments are spread: one panel per metric, one ridge per system.

import { html, svg, verbatim } from "../dom";
import { fixed, scale } from "../numbers";
import type { Metric, Overview } from "../types";

const WIDTH = 260;
export const MANY = 6; // systems, beyond which there is little room for each

export function distributions(overview: Overview): HTMLElement {
  const panels = html(
    "div",
    { class: "panels" },
    ...overview.metrics.map((metric, index) => panel(overview, metric, index)),
  );
  return html(
    "section",
    { class: "distributions", "aria-labelledby": "distributions-title" },
    html("h2", { id: "distributions-title" }, "How the segments score"),
    html(
      "p",
      { class: "lead" },
      "How many segments score how much: from left to right the score of a segment, upwards the number of segments. The vertical line is the score of all segments.",
    ),
    overview.systems.length > MANY
      ? html("details", {}, html("summary", {}, "Show all systems"), panels)
      : panels,
  );
}

function panel(overview: Overview, metric: Metric, index: number): HTMLElement {
  const counts = overview.distributions;
  const most = Math.max(1, ...overview.systems.flatMap(({ name }) => counts[name]?.[index] ?? []));
  const height = overview.systems.length > MANY ? 20 : 34;
  return html(
    "figure",
    { class: "panel" },
    html("figcaption", {}, metric.heading, metric.higher_is_better ? "" : " ↓"),
    html(
      "div",
      { class: "ridges" },
      ...overview.systems.map(({ name, scores }) =>
        html(
          "div",
          { class: "ridge-row" },
          html("span", { class: "ridge-name", "data-tip": name }, verbatim(name)),
          ridge(
            counts[name]?.[index] ?? [],
            { metric, most, height },
            name,
            scores[index]?.score ?? null,
          ),
        ),
      ),
      html(
        "div",
        { class: "ridge-row ends", "aria-hidden": "true" },
        html("span", {}),
        html(
          "span",
          { class: "ends-text" },
          html("span", {}, fixed(metric.low, 0)),
          html("span", {}, "score of a segment"),
          html("span", {}, fixed(metric.high, 0)),
        ),
      ),
    ),
  );
}

function ridge(
  counts: number[],
  { metric, most, height }: { metric: Metric; most: number; height: number },
  system: string,
  mean: number | null,
): SVGElement {
  const x = scale(metric.low, metric.high, 2, WIDTH - 2);
  const bin = scale(0, counts.length, 2, WIDTH - 2);
  const y = scale(0, most, height - 2, 3);
  const heights = counts.map((count) => y(count).toFixed(1));
  const points = heights.map((at, index) => `${bin(index + 0.5).toFixed(1)},${at}`);
  const base = height - 2;
  const outline = `M2,${base}L2,${heights[0]}L${points.join("L")}L${WIDTH - 2},${heights.at(-1)}`;
  const at = mean === null ? null : x(mean);
  return svg(
    "svg",
    {
      class: `ridge ${metric.kind}`,
      viewBox: `0 0 ${WIDTH} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${system}, ${metric.name}: ${counts.join(", ")} segments per bin`,
    },
    svg("path", { d: `${outline}L${WIDTH - 2},${base}Z`, class: "area" }),
    svg("path", { d: outline, class: "outline" }),
    at !== null &&
      svg("line", {
        x1: at,
        x2: at,
        y1: 4,
        y2: base,
        class: "mean",
        "data-tip": `score ${fixed(mean, metric.decimals)}`,
      }),
  );
}
