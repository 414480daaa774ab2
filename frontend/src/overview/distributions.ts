// How the scores of segments are spread: one panel per metric, one ridge per system.

import { html, svg, verbatim } from "../dom";
import { fixed, scale } from "../numbers";
import type { Metric, Overview } from "../types";

const [WIDTH, RIDGE] = [260, 34];

export function distributions(overview: Overview): HTMLElement | null {
  const spread = overview.distributions;
  if (!spread) return null;
  return html(
    "section",
    { class: "distributions", "aria-labelledby": "distributions-title" },
    html("h2", { id: "distributions-title" }, "How the segments score"),
    html(
      "div",
      { class: "panels" },
      ...overview.metrics.map((metric, index) => panel(overview, metric, index, spread)),
    ),
  );
}

type Spread = NonNullable<Overview["distributions"]>;

function panel(overview: Overview, metric: Metric, index: number, spread: Spread): HTMLElement {
  const counts = overview.systems.map((system) => spread.counts[system.name]?.[index] ?? []);
  const most = Math.max(1, ...counts.flat());
  return html(
    "figure",
    { class: "panel" },
    html("figcaption", {}, metric.heading),
    html(
      "div",
      { class: "ridges" },
      ...overview.systems.map((system, which) =>
        html(
          "div",
          { class: "ridge-row" },
          html("span", { class: "ridge-name" }, verbatim(system.name)),
          ridge(
            counts[which] ?? [],
            spread.edges,
            most,
            metric,
            system.name,
            system.scores[index]?.score ?? null,
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
          html("span", {}, fixed(metric.low ?? 0, 0)),
          html("span", {}, fixed(metric.high ?? 1, metric.high === null ? 1 : 0)),
        ),
      ),
    ),
  );
}

function ridge(
  counts: number[],
  edges: number[],
  most: number,
  metric: Metric,
  system: string,
  mean: number | null,
): SVGElement {
  const x = scale(edges[0] ?? 0, edges[edges.length - 1] ?? 1, 2, WIDTH - 2);
  const y = scale(0, most, RIDGE - 2, 3);
  const points = counts.map(
    (count, bin) =>
      `${x(((edges[bin] ?? 0) + (edges[bin + 1] ?? 1)) / 2).toFixed(1)},${y(count).toFixed(1)}`,
  );
  const base = RIDGE - 2;
  const outline = `M2,${base}L${[`2,${y(counts[0] ?? 0).toFixed(1)}`, ...points, `${WIDTH - 2},${y(counts[counts.length - 1] ?? 0).toFixed(1)}`].join("L")}`;
  const [low, high] = [metric.low ?? 0, metric.high ?? 1];
  const at =
    mean === null ? null : x(scale(low, high, edges[0] ?? 0, edges[edges.length - 1] ?? 1)(mean));
  return svg(
    "svg",
    {
      class: `ridge ${metric.kind}`,
      viewBox: `0 0 ${WIDTH} ${RIDGE}`,
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
        "data-tip": `mean ${fixed(mean, metric.decimals)}`,
      }),
  );
}
