// The moves as sentences, dearest first, each with its price as a small bar per metric.

import { html, place, replace, verbatim, type Child } from "../dom";
import { counted, signed } from "../numbers";
import type { Explanation, Move } from "../types";
import { type Labels, moveKey } from "./arrangement";
import { hue } from "./hues";
import { kindOf, rangeOf, shortName } from "./metrics";

const COLUMNS = 5; // prices that fit beside a sentence

export class MoveList {
  readonly element = html("div", { class: "moves" });
  private items: HTMLElement[] = [];

  constructor(
    explanation: Explanation,
    labels: Labels,
    largest: number,
    choose: (step: number) => void,
  ) {
    const metrics = pricedMetrics(explanation);
    this.items = explanation.moves.map((move) =>
      html(
        "li",
        { class: `move ${hue(labels(move))}`, "data-move": moveKey(labels(move)) },
        html(
          "button",
          { type: "button", class: "move-sentence", click: () => choose(move.number) },
          html("span", { class: "number", "aria-hidden": "true" }, labels(move)),
          html("span", {}, ...sentence(move)),
        ),
        html(
          "div",
          { class: "prices" },
          ...metrics.map((metric) => price(move, metric, largest, explanation)),
        ),
      ),
    );
    this.element.classList.toggle("many", metrics.length > COLUMNS);
    place(this.element, { "--metrics": String(metrics.length) });
    if (this.items.length > 0)
      replace(this.element, priceHead(metrics), html("ol", {}, ...this.items));
  }

  /** Marks the moves that have been undone. */
  show(step: number): void {
    this.items.forEach((item, index) => {
      item.classList.toggle("undone", index < step);
      item.classList.toggle("next", index === step);
    });
  }
}

/** The metrics over their columns, where there is room for columns. */
function priceHead(metrics: string[]): HTMLElement {
  return html(
    "div",
    { class: "price-head", "aria-hidden": "true" },
    ...metrics.map((metric) => html("span", { class: kindOf(metric) }, shortName(metric))),
  );
}

/** A sentence with its quotations kept apart from the direction of the text around them. */
export function sentence(move: Move): Child[] {
  const parts = /^“(.*)”((?:, [^“”]+,)? [^“”]+) “(.*)”$/s.exec(move.where);
  if (!parts) return [verbatim(move.where)];
  return [
    "“",
    verbatim(parts[1] ?? "", { class: "quoted" }),
    `”${parts[2] ?? ""} “`,
    verbatim(parts[3] ?? ""),
    "”",
  ];
}

export function pricedMetrics(explanation: Explanation): string[] {
  return Object.keys(explanation.moves[0]?.prices ?? {});
}

/** The largest share of a metric's range that a move costs: the length of all bars is measured by it. */
export function dearest(explanations: Explanation[]): number {
  const shares = explanations.flatMap((explanation) =>
    explanation.moves.flatMap((move) =>
      Object.keys(move.prices).map((metric) => shareOfRange(move, metric, explanation)),
    ),
  );
  return Math.max(...shares, 1e-9);
}

function shareOfRange(move: Move, metric: string, explanation: Explanation): number {
  const [low, high] = rangeOf(metric, explanation.scores[metric] ?? null);
  return Math.abs(move.prices[metric] ?? 0) / (high - low);
}

function price(move: Move, metric: string, largest: number, explanation: Explanation): HTMLElement {
  const value = move.prices[metric] ?? null;
  const better = explanation.higher_is_better[metric] === false ? -1 : 1;
  const helps = (value ?? 0) * better > 0;
  const bar = html("span", { class: `bar ${helps ? kindOf(metric) : "against"}` });
  place(bar, { width: `${(shareOfRange(move, metric, explanation) / largest) * 100}%` });
  const cost = value === null ? "–" : signed(value === 0 ? 0 : -value);
  return html(
    "span",
    {
      class: "price",
      "data-tip":
        value === null
          ? `${metric} cannot price this move`
          : `${metric}: undoing this move alone changes the score by ${signed(value, 3)}`,
    },
    html("span", { class: "price-name" }, shortName(metric)),
    html("span", { class: "price-track", "aria-hidden": "true" }, bar),
    html("span", { class: "price-value" }, cost),
  );
}

/** What the list says when nothing, or only little, has to move. */
export function summary(explanation: Explanation): string {
  if (explanation.hypothesis.tokens.length === 0) return "The output is empty.";
  if (explanation.links.length === 0)
    return "No word of the output could be matched with the reference.";
  if (explanation.moves.length === 0) return "Every matched word is in its place.";
  return `${counted(explanation.moves.length, "block")} out of place.`;
}
