// The source between an output and a reference, where links with the source are given: what moved has
// the hue and number that it has in the comparison of output and reference.

import type { Explanation, SegmentIndex } from "../types";
import { arrange, type Arrangement, type Labels, type Side } from "./arrangement";
import { type Score, Slope } from "./slope";
import { written } from "./words";

const APART = 1_000_000; // numbers of links with the source, so that no other has them

/** The drawing for a segment and a system; none where links are not given. */
export function interlinear(
  { links, sources }: SegmentIndex,
  explanation: Explanation,
  system: number,
  labels: Labels,
): Slope | null {
  const segment = explanation.segment - 1;
  const tokens = links?.words[segment];
  if (!links || !tokens) return null;
  const moves = new Map<string, number>();
  for (const { link, move } of arrange(explanation, 0, "below", labels).placed) {
    moves.set(`output ${link.hypothesis}`, move);
    moves.set(`reference ${link.reference}`, move);
  }
  const { hypothesis, reference } = explanation;
  const row = (side: Side, name: string, text: typeof hypothesis, pharaoh = ""): Arrangement => {
    const pairs = pharaoh.split(" ").flatMap((pair) => {
      const [source, target] = pair.split("-").map(Number);
      return source === undefined || target === undefined ? [] : [{ source, target }];
    });
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
    reference: { text: sources?.[segment] ?? "", tokens, number: 1 },
    above: row("above", explanation.system, hypothesis, links.outputs[system]?.[segment]),
    below: row("below", "reference", reference, links.references[segment]?.[reference.number - 1]),
  };
  const slope = new Slope();
  slope.show(score);
  return slope;
}
