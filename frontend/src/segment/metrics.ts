// What is known of a metric: what it looks at, its range, and how it is called in little room.

import { clamp, fixed } from "../numbers";
import type { Metric, MetricKind } from "../types";

const known = new Map<string, Metric>();

/** Remembers what the report says of its metrics. */
export function rememberMetrics(metrics: readonly Metric[]): void {
  for (const metric of metrics) known.set(metric.name, metric);
}

const kinds = new Map<string, MetricKind>();

/** Remembers what metrics look at where nothing else is known of them. */
export function rememberKinds(told: Record<string, MetricKind>): void {
  for (const [metric, kind] of Object.entries(told)) kinds.set(metric, kind);
}

export function kindOf(metric: string): MetricKind {
  const told = known.get(metric)?.kind ?? kinds.get(metric);
  if (told) return told;
  if (metric.includes("part=lexical")) return "lexical";
  if (metric.includes("part=order")) return "order";
  return "other";
}

/** `hyperbaton(part=order)` is the order part of the score beside it. */
export function shortName(metric: string): string {
  const part = /\(part=(\w+)\)$/.exec(metric)?.[1];
  return part ? `${part} part` : metric;
}

export function scoreText(metric: string, score: number | null): string {
  return fixed(score, known.get(metric)?.decimals ?? (Math.abs(score ?? 0) > 1.5 ? 1 : 3));
}

/** Where pictures of a metric begin and end; by a score's size where nothing is known of it. */
export function rangeOf(metric: string, score: number | null): [number, number] {
  const told = known.get(metric);
  return told ? [told.low, told.high] : [0, Math.abs(score ?? 0) > 1.5 ? 100 : 1];
}

/** Where a score lies in that range, from 0 to 1. */
export function shareOf(metric: string, score: number | null): number {
  const [low, high] = rangeOf(metric, score);
  return score === null ? 0 : clamp((score - low) / (high - low), 0, 1);
}
