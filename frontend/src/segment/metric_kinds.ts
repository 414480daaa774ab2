// What a metric looks at, which decides the hue of its bars, and what it is called in little room.

import type { Metric, MetricKind } from "../types";

const kinds = new Map<string, MetricKind>();

/** Remembers what the report says of its metrics. */
export function rememberKinds(metrics: readonly Metric[]): void {
  for (const metric of metrics) kinds.set(metric.name, metric.kind);
}

export function kindOf(metric: string): MetricKind {
  const known = kinds.get(metric);
  if (known) return known;
  if (metric.includes("part=lexical")) return "lexical";
  if (metric.includes("part=order")) return "order";
  return "other";
}

/** `hyperbaton(part=order)` is the order part of the score beside it. */
export function shortName(metric: string): string {
  const part = /\(part=(\w+)\)$/.exec(metric)?.[1];
  return part ? `${part} part` : metric;
}
