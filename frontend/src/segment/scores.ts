// The scores of the order on show, which count up as moves are undone.

import { html, place, replace } from "../dom";
import { fixed } from "../numbers";
import type { Explanation, Values } from "../types";
import { kindOf, scoreText, shareOf, shortName } from "./metrics";
import { count } from "./travel";

interface Gauge {
  shown: number;
  digits: HTMLElement;
  bar: HTMLElement;
  ghost: HTMLElement;
  product: HTMLElement;
}

/** A strip of numbers, each over a bar that runs to what the score would be with all moves undone. */
export class ScoreStrip {
  readonly element = html("dl", { class: "scores" });
  private gauges = new Map<string, Gauge>();

  constructor(private explanation: Explanation) {
    replace(
      this.element,
      ...Object.keys(explanation.scores ?? {}).map((metric) => this.gauge(metric)),
    );
    this.show(explanation.scores ?? {}, false);
  }

  private gauge(metric: string): HTMLElement {
    const digits = html("dd", { class: "digits" });
    const bar = html("span", { class: `bar ${kindOf(metric)}` });
    const ghost = html("span", { class: "ghost" });
    const product = html("dd", { class: "product" });
    this.gauges.set(metric, { shown: 0, digits, bar, ghost, product });
    return html(
      "div",
      { class: "gauge" },
      html("dt", { "data-tip": metric }, shortName(metric)),
      digits,
      html("dd", { class: "track", "aria-hidden": "true" }, ghost, bar),
      product,
    );
  }

  /** A score of word order as a product; undoing moves changes the order and not the coverage. */
  private product(metric: string, score: number | null): string {
    const coverage = this.explanation.parts[metric]?.coverage;
    return coverage
      ? `order ${fixed((score ?? 0) / coverage, 3)} × coverage ${fixed(coverage, 3)}`
      : "";
  }

  show(scores: Values, moving: boolean): void {
    for (const [metric, gauge] of this.gauges) {
      const value = scores[metric] ?? null;
      const restored = this.explanation.restored?.[metric] ?? null;
      place(gauge.bar, { width: `${shareOf(metric, value) * 100}%` });
      place(gauge.ghost, { width: `${shareOf(metric, restored) * 100}%` });
      if (value === null || !moving) gauge.digits.textContent = scoreText(metric, value);
      else count(gauge.shown, value, (now) => (gauge.digits.textContent = scoreText(metric, now)));
      gauge.shown = value ?? 0;
      gauge.product.textContent = this.product(metric, value);
    }
  }
}
