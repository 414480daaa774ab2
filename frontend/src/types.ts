// What the document carries. Made from the dataclasses of Python by `make generated`.

export type Values = Record<string, number | null>;
export type BlockKind = "leaf" | "monotone" | "inverted" | "prime";
export type MetricKind = "mixed" | "order" | "lexical" | "other";
export type LossKind =
  "pattern" | "distance" | "block" | "length" | "phrase" | "word" | "mark" | "tag" | "relation";

/** What moved in one segment, how far, and what it costs. */
export interface Explanation {
  schema: string;
  system: string;
  segment: number;
  language: string;
  source: string | null;
  hypothesis: ExplainedText;
  reference: ExplainedReference;
  links: Link[];
  permutation: number[];
  tree: Block | null;
  moves: Move[];
  steps: Step[];
  fewest_words: number;
  scores: Values;
  parts: Record<string, Values>;
  higher_is_better: Record<string, boolean>;
  restored: Values;
  edits: Edits;
  trees: Trees | null;
}

/** One side of a segment in JSON: as it is written, and its words. */
export interface ExplainedText {
  text: string;
  tokens: string[];
}

/** The same with the number of the reference, from 1. */
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
  prices: Values;
  where: string;
}

/** The segment after some moves have been undone, most costly first. */
export interface Step {
  order: number[];
  text: string;
  scores: Values;
}

/** What other measures do: TER's shifts and edits, and the swaps of inversion distance. */
export interface Edits {
  ter: EditScript | null;
  invwer: Derivation | null;
}

/** All edits of one hypothesis. */
export interface EditScript {
  cost: number;
  shifts: Shift[];
  edits: Edit[];
}

/** A block of words moved before anything else is counted. */
export interface Shift {
  start: number;
  length: number;
  destination: number;
}

/** One step from the hypothesis to the reference. */
export interface Edit {
  kind: "match" | "substitution" | "insertion" | "deletion";
  hypothesis: number | null;
  reference: number | null;
}

/** The derivation of inversion distance: written out, and the stretches that it swaps. */
export interface Derivation {
  cost: number;
  exact: boolean;
  text: string;
  swaps: [number, number][][];
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

/** A report without its segments; systems are in the order of the metric `hyperbaton`. */
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
  losses: Record<string, Record<LossKind, LossClass[] | null>>;
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
  links: SourceLinks | null;
  references: string[][];
  words: number[];
  systems: SystemIndex[];
}

/** The words of sources and their links, as `0-1 2-0` for source and translation. */
export interface SourceLinks {
  words: string[][];
  references: string[][];
  outputs: string[][];
}

/** What the list of segments shows of a system: columns with an entry per segment. */
export interface SystemIndex {
  texts: string[];
  scores: (number | null)[][];
  moves: number[];
  farthest: number[];
  patterns: string[][];
}
