// Which segments are listed, and in what order.

import type { LossKind, Overview, SegmentIndex } from "../types";

export type Options = Record<string, string>;

export interface Corpus {
  overview: Overview;
  index: SegmentIndex;
}

export interface Listing {
  segments: number[]; // counted from 0
  problem: string | null; // why the query cannot be answered as it stands
}

type Test = (segment: number) => boolean;

export function systemAt(overview: Overview, name: string | undefined, otherwise: number): number {
  const found = overview.systems.findIndex((system) => system.name === name);
  return found < 0 ? otherwise : found;
}

export function metricAt(overview: Overview, name: string | undefined): number {
  return Math.max(
    0,
    overview.metrics.findIndex((metric) => metric.name === name),
  );
}

/** The metric by which one system beats another on order. */
export function orderMetric(overview: Overview): number {
  const named = overview.metrics.findIndex((metric) => metric.name === overview.order_metric);
  return named >= 0 ? named : overview.metrics.findIndex((metric) => metric.kind === "order");
}

export function listed(corpus: Corpus, options: Options): Listing {
  const tests: Test[] = [];
  let problem: string | null = null;
  try {
    tests.push(...textTests(corpus, options));
  } catch (error) {
    problem = `The search is no regular expression: ${(error as Error).message}`;
  }
  tests.push(...numberTests(corpus, options), ...setTests(corpus, options));
  const all = Array.from({ length: corpus.overview.segments }, (_, segment) => segment);
  const segments = all.filter((segment) => tests.every((test) => test(segment)));
  return { segments: sorted(corpus, options, segments), problem };
}

function textTests({ index }: Corpus, options: Options): Test[] {
  if (!options.find) return [];
  const pattern = options.regex
    ? options.find
    : options.find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const wanted = new RegExp(pattern, "iu");
  return [
    (segment) =>
      wanted.test(index.sources?.[segment] ?? "") ||
      (index.references[segment] ?? []).some((text) => wanted.test(text)) ||
      index.systems.some((system) => wanted.test(system.texts[segment] ?? "")),
  ];
}

function numberTests({ overview, index }: Corpus, options: Options): Test[] {
  const system = index.systems[systemAt(overview, options.system, 0)];
  const scores = system?.scores[metricAt(overview, options.metric)] ?? [];
  const tests: Test[] = [];
  const bound = (name: string, test: (value: number) => Test): void => {
    const value = Number(options[name]?.replace(",", "."));
    if (options[name] && Number.isFinite(value)) tests.push(test(value));
  };
  bound("low", (low) => (segment) => (scores[segment] ?? -Infinity) >= low);
  bound("high", (high) => (segment) => (scores[segment] ?? Infinity) <= high);
  bound("far", (far) => (segment) => (system?.farthest[segment] ?? 0) >= far);
  bound("short", (short) => (segment) => (index.words[segment] ?? 0) >= short);
  bound("long", (long) => (segment) => (index.words[segment] ?? 0) <= long);
  return tests;
}

function setTests(corpus: Corpus, options: Options): Test[] {
  const { overview, index } = corpus;
  const system = systemAt(overview, options.system, 0);
  const tests: Test[] = [];
  const { pattern } = options;
  if (pattern)
    tests.push((segment) => index.systems[system]?.patterns[segment]?.includes(pattern) ?? false);
  const metric = orderMetric(overview);
  if (options.beats && options.against && metric >= 0) {
    const against = systemAt(overview, options.against, 0);
    const sign = overview.metrics[metric]?.higher_is_better === false ? -1 : 1;
    const score = (which: number, segment: number): number =>
      index.systems[which]?.scores[metric]?.[segment] ?? NaN;
    tests.push((segment) => sign * (score(system, segment) - score(against, segment)) > 1e-12);
  }
  const chosen = options.set ? new Set(membersOf(overview, options.set)) : null;
  if (chosen) tests.push((segment) => chosen.has(segment + 1));
  return tests;
}

/** Segments behind a mark of the overview, worst first: `loss~loom~distance~5`, `fixes~0` or `breaks~0`. */
export function membersOf(overview: Overview, name: string): number[] {
  const [kind = "", first = "", which = "", ...label] = name.split("~");
  if (kind === "fixes" || kind === "breaks")
    return overview.comparisons[Number(first)]?.[kind] ?? [];
  const classes = overview.losses[first]?.[which as LossKind];
  return classes?.find((each) => each.label === label.join("~"))?.segments ?? [];
}

/** The same in words. */
export function membersInWords(overview: Overview, name: string): string {
  const [kind = "", first = "", which = "", ...label] = name.split("~");
  const comparison = overview.comparisons[Number(first)];
  if (kind === "fixes" && comparison)
    return `${comparison.second} loses to ${comparison.first} by word order`;
  if (kind === "breaks" && comparison)
    return `${comparison.first} loses to ${comparison.second} by word order`;
  const classes: Record<string, string> = {
    distance: "distance moved",
    block: "words in the block",
    length: "sentence length",
    tag: "part of speech",
  };
  return `${first}, ${classes[which] ?? which}: ${label.join("~")}`;
}

/** By a column, or from the worst segment to the best; `number` is the order of the files. */
function sorted(corpus: Corpus, options: Options, segments: number[]): number[] {
  const key = options.sort || "worst";
  const value = sortValue(corpus, options, key.replace("-", ""));
  const direction = key.startsWith("-") ? -1 : 1;
  return segments
    .map((segment) => ({ segment, value: value(segment) ?? NaN }))
    .sort(
      (left, right) =>
        Number(Number.isNaN(left.value)) - Number(Number.isNaN(right.value)) ||
        direction * (left.value - right.value) ||
        left.segment - right.segment,
    )
    .map((each) => each.segment);
}

function sortValue(
  { overview, index }: Corpus,
  options: Options,
  key: string,
): (segment: number) => number | null | undefined {
  const focus = systemAt(overview, options.system, 0);
  const system = index.systems[focus];
  const metric = metricAt(overview, options.metric);
  if (key === "words") return (segment) => index.words[segment];
  if (key === "moves") return (segment) => system?.moves[segment];
  if (key === "far") return (segment) => system?.farthest[segment];
  if (key === "number") return (segment) => segment;
  if (key === "worst" && options.set) {
    const ranks = new Map(membersOf(overview, options.set).map((number, at) => [number - 1, at]));
    return (segment) => ranks.get(segment);
  }
  const scores = index.systems[Number(/^score~(\d+)$/.exec(key)?.[1] ?? focus)]?.scores[metric];
  const sign = key === "worst" && overview.metrics[metric]?.higher_is_better === false ? -1 : 1;
  return (segment) => {
    const score = scores?.[segment] ?? null;
    return score === null ? null : sign * score;
  };
}
