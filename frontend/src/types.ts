// What the document carries: the overview, the index of segments, and one explanation per segment and system.

export type Values = Record<string, number | null>;

export interface Link {
  hypothesis: number;
  reference: number;
  matcher: string;
  credit: number;
}

export type BlockKind = "leaf" | "monotone" | "inverted" | "prime";

export interface Block {
  start: number;
  stop: number;
  kind: BlockKind;
  operator: number[];
  inversions: number;
  loss: number;
  children: Block[];
}

export interface Move {
  number: number;
  start: number;
  stop: number;
  tokens: [number, number];
  text: string;
  neighbour: [number, number];
  neighbour_text: string;
  after: boolean;
  distance: number;
  depth: number;
  prices: Values;
  where: string;
}

export interface Step {
  order: number[];
  text: string;
  scores: Values;
}

export interface Edit {
  kind: "match" | "substitution" | "insertion" | "deletion";
  hypothesis: number | null;
  reference: number | null;
}

export interface EditScript {
  cost: number;
  shifts: { start: number; length: number; destination: number }[];
  edits?: Edit[]; // reports leave them out
}

export interface Derivation {
  cost: number;
  exact: boolean;
  text: string;
  swaps: [number, number][][];
}

export interface DependencyTree {
  words: string[];
  heads: number[];
  relations: string[];
  tags: string[];
}

export interface Explanation {
  schema: string;
  system: string;
  segment: number;
  source: string | null;
  hypothesis: { text: string; tokens: string[] };
  reference: { text: string; tokens: string[]; number: number };
  links: Link[];
  permutation: number[];
  tree: Block | null;
  moves: Move[];
  steps: Step[];
  fewest_words: number;
  scores: Values | null;
  higher_is_better: Record<string, boolean>;
  restored: Values | null;
  interaction: Values | null;
  edits: { ter?: EditScript; invwer?: Derivation };
  trees: {
    hypothesis: DependencyTree;
    reference: DependencyTree;
    matches: [number, number][];
  } | null;
}

export type MetricKind = "mixed" | "order" | "lexical" | "other";

export interface Metric {
  name: string;
  heading: string;
  higher_is_better: boolean;
  low: number | null;
  high: number | null;
  decimals: number;
  kind: MetricKind;
  signature: string;
}

export interface SystemScore {
  score: number | null;
  low: number | null;
  high: number | null;
  p_value: number | null;
}

export interface LossClass {
  label: string;
  loss: number;
  low: number | null;
  high: number | null;
  moves: number;
  segments: number[];
}

export const LOSS_KINDS = [
  "pattern",
  "distance",
  "block",
  "length",
  "phrase",
  "tag",
  "relation",
] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

export interface Difference {
  difference: number;
  low: number | null;
  high: number | null;
  p_value: number | null;
}

export interface Comparison {
  first: string;
  second: string;
  metric: string;
  difference: number;
  p_value?: number | null;
  lexical: Difference | null;
  order: Difference | null;
  fixes: number[];
  breaks: number[];
}

export interface Overview {
  schema: string;
  hyperbaton: string;
  title: string;
  sentence: string;
  segments: number;
  references: number;
  language: string | null;
  has_source: boolean;
  metrics: Metric[];
  systems: { name: string; scores: SystemScore[] }[];
  distributions: { edges: number[]; counts: Record<string, number[][]> } | null;
  balance: { system: string; lexical: number | null; order: number | null; total: number | null }[];
  losses: Record<string, Partial<Record<LossKind, LossClass[] | null>>>;
  comparisons: Comparison[];
  order_metric: string | null;
}

export interface SystemIndex {
  texts: string[];
  scores: (number | null)[][];
  moves: number[];
  farthest: number[];
  moved_words: number[];
  patterns: string[][];
}

export interface SegmentIndex {
  sources: string[] | null;
  references: string[][];
  words: number[];
  systems: SystemIndex[];
}

export interface Example {
  name?: string;
  reference: string;
  hypothesis: string;
  language?: string | null;
}

export interface ServeSettings {
  examples: Example[];
  limits: Record<string, number>;
  languages?: string[];
  tokenizers?: string[];
  aligners?: string[];
  metrics?: string[];
  kinds?: Record<string, MetricKind>; // by metric, what it looks at
}
