// What the document carries. Made from the dataclasses of Python by `make generated`.

export type Values = Record<string, number | null>;
export type BlockKind = "leaf" | "monotone" | "inverted" | "prime";
export type MetricKind = "mixed" | "order" | "lexical" | "other";
export type LossKind =
  "pattern" | "distance" | "block" | "length" | "word" | "phrase" | "mark" | "tag" | "relation";

/** What moved in one segment, how far, and what it costs. */
export interface Explanation {
  schema: string;
  system: string;
  segment: number;
  language: string;
  source: ExplainedSource | null;
  hypothesis: ExplainedText;
  reference: ExplainedReference;
  links: Link[];
  permutation: number[];
  tree: Block | null;
  moves: Move[];
  steps: Step[];
  scores: Values;
  parts: Record<string, Values>;
  higher_is_better: Record<string, boolean>;
  restored: Values;
  trees: Trees | null;
}

/** The source with its links, each a word of the source and one of the other side. */
export interface ExplainedSource {
  text: string;
  tokens: string[];
  output: [number, number][] | null;
  reference: [number, number][] | null;
}

/** One side of a segment: as it is written, and its words. */
export interface ExplainedText {
  text: string;
  tokens: string[];
}

/** A reference with its number among those of the segment, from 1. */
export interface ExplainedReference {
  text: string;
  tokens: string[];
  number: number;
}

/** A word of the hypothesis and its counterpart in the reference. */
export interface Link {
  hypothesis: number;
  reference: number;
  matcher: string;
  credit: number;
}

/** A block of the flattened permutation tree. */
export interface Block {
  start: number;
  stop: number;
  kind: BlockKind;
  operator: number[];
  inversions: number;
  loss: number;
  children: Block[];
}

/** A block that is out of place, and what that costs. */
export interface Move {
  number: number;
  start: number;
  stop: number;
  tokens: [number, number];
  text: string;
  role: string | null;
  neighbour: [number, number];
  neighbour_text: string;
  after: boolean;
  distance: number;
  unit: "word" | "character";
  depth: number;
  as_in_source: boolean | null;
  prices: Values;
  where: string;
}

/** The segment after some moves have been undone, most costly first. */
export interface Step {
  order: number[];
  text: string;
  scores: Values;
}

/** The trees of both sides, and which of their words a cheapest edit script matches. */
export interface Trees {
  hypothesis: DependencyTree;
  reference: DependencyTree;
  matches: [number, number][];
}

/** Words with their heads, relations and parts of speech. */
export interface DependencyTree {
  words: string[];
  heads: number[];
  relations: string[];
  tags: string[];
}

/** Scores with everything that moved; systems are in the order of the metric `hyperbaton`. */
export interface Overview {
  schema: string;
  hyperbaton: string;
  title: string;
  sentence: string;
  segments: number;
  references: number;
  metrics: Metric[];
  systems: ScoredSystem[];
  distributions: Record<string, number[][]>;
  balance: Balance[];
  losses: Record<string, Record<LossKind, LossClass[]>>;
  comparisons: Comparison[];
  order_metric: string;
}

/** A metric as the page shows it: `low` and `high` are where pictures begin and end. */
export interface Metric {
  name: string;
  heading: string;
  higher_is_better: boolean;
  low: number;
  high: number;
  decimals: number;
  kind: MetricKind;
  signature: string;
}

/** A system with its scores, in the order of metrics. */
export interface ScoredSystem {
  name: string;
  scores: SystemScore[];
}

/** A score, what it is the product of, its 95 % interval, and p against the first system. */
export interface SystemScore {
  score: number | null;
  parts: Record<string, number | null>;
  low: number | null;
  high: number | null;
  p_value: number | null;
}

/** Lexical part, order part and total of the metric `hyperbaton`. */
export interface Balance {
  system: string;
  lexical: number | null;
  order: number | null;
  total: number | null;
}

/** Moves of one kind. */
export interface LossClass {
  label: string;
  loss: number;
  low: number | null;
  high: number | null;
  moves: number;
  segments: number[];
}

/** Two systems compared by the metric `hyperbaton`, the better one first. */
export interface Comparison {
  first: string;
  second: string;
  metric: string;
  total: Difference;
  lexical: Difference;
  order: Difference;
  fixes: number[];
  breaks: number[];
}

/** What one part contributes to the difference of two systems. */
export interface Difference {
  difference: number | null;
  low: number | null;
  high: number | null;
  p_value: number | null;
}

/** What the list of segments shows: columns with an entry per segment. */
export interface SegmentIndex {
  sources: string[] | null;
  references: string[][];
  words: number[];
  systems: SystemIndex[];
}

/** What the list of segments shows of a system: columns with an entry per segment. */
export interface SystemIndex {
  texts: string[];
  scores: (number | null)[][];
  moves: number[];
  farthest: number[];
  patterns: string[][];
}
