// The source between an output and a reference, where links with the source are known: what moved has
// the hue and number that it has in the comparison of output and reference.

import type { Explanation } from "../types";
import { arrange, type Arrangement, type Labels, type Side } from "./arrangement";
import { type Score, Slope } from "./slope";
import { written } from "./words";

const FEWEST = 4; // one link for so many words of the source
const APART = 1_000_000; // numbers of links with the source, so that no other has them

/** Whether so many words of the source are linked that a drawing of them says something. */
export function isLinked({ source }: Explanation): boolean {
  return (source?.output?.length ?? 0) * FEWEST > (source?.tokens.length ?? 0);
}

/** The drawing for a segment and a system; none where few links are known. */
export function interlinear(explanation: Explanation, labels: Labels): Slope | null {
  const { source } = explanation;
  if (!source?.output || !source.reference || !isLinked(explanation)) return null;
  const moves = new Map<string, number>();
  for (const { link, move } of arrange(explanation, 0, "below", labels).placed) {
    moves.set(`output ${link.hypothesis}`, move);
    moves.set(`reference ${link.reference}`, move);
  }
  const { hypothesis, reference } = explanation;
  const row = (
    side: Side,
    name: string,
    text: typeof hypothesis,
    links: [number, number][],
  ): Arrangement => {
    const pairs = links.map(([source, target]) => ({ source, target }));
    pairs.sort((left, right) => left.target - right.target || left.source - right.source);
    return {
      side,
      explanation: { ...explanation, system: name, hypothesis: text },
      step: 0,
      words: written(text.tokens, text.text),
      order: text.tokens.map((_, index) => index),
      placed: pairs.map(({ source, target }, index) => ({
        side,
        index: APART + index,
        link: { hypothesis: target, reference: source, matcher: "exact", credit: 1 },
        place: target,
        rank: index,
        move: moves.get(`${side === "above" ? "output" : "reference"} ${target}`) ?? 0,
      })),
      moves: explanation.moves,
      spans: new Map(),
      tree: null,
      scores: {},
    };
  };
  const score: Score = {
    name: "source",
    reference: { ...source, number: 1 },
    above: row("above", explanation.system, hypothesis, source.output),
    below: row("below", "reference", reference, source.reference),
  };
  const slope = new Slope();
  slope.show(score);
  return slope;
}
