// What a metric looks at: it decides the hue of its bars.

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
