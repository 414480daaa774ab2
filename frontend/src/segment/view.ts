// Everything about one segment of one system, or of two side by side.

import { html, replace, verbatim } from "../dom";
import { linkViews } from "../linked";
import { clamp, counted } from "../numbers";
import type { Explanation } from "../types";
import { arcsSection } from "./arcs";
import { arrange, type Arrangement, type Labels, sharedLabels, type Side } from "./arrangement";
import { DotPlot } from "./dot_plot";
import { exportMenu } from "./export_menu";
import { interlinear } from "./interlinear";
import { dearest, MoveList, summary } from "./moves";
import { ScoreStrip } from "./scores";
import { Slope, type Turn } from "./slope";

/** Two systems have a step each; the keys turn the first. */
export interface Steps {
  below: number;
  above: number;
}

interface Part {
  explanation: Explanation;
  scores: ScoreStrip;
  moves: MoveList;
  plot: DotPlot;
  stepper: HTMLElement;
}

export class SegmentView {
  readonly element = html("article", { class: "segment" });
  private slope = new Slope();
  private labels: Labels;
  private largest: number;
  private parts: Record<Side, Part | null>;

  constructor(
    private below: Explanation,
    private above: Explanation | null,
    private steps: Steps,
    private onStep: (steps: Steps) => void,
  ) {
    this.labels = sharedLabels(below, above);
    this.largest = dearest(above ? [below, above] : [below]);
    this.parts = {
      below: this.part(below, "below"),
      above: above ? this.part(above, "above") : null,
    };
    this.steps = { below: limit(steps.below, below), above: above ? limit(steps.above, above) : 0 };
    const sides = (["below", "above"] as const).filter((side) => this.parts[side]);
    replace(
      this.element,
      html(
        "section",
        { class: "score", "aria-label": "Reference and output" },
        this.slope.element,
        this.tools(),
      ),
      withSource(interlinear(below, this.labels)),
      html(
        "div",
        { class: `parts ${above ? "two" : "one"}` },
        ...sides.map((side) => this.partElement(side)),
      ),
      ...sides.map((side) => this.details(side)),
    );
    linkViews(this.element);
    new ResizeObserver((_, observer) => {
      if (!this.element.isConnected) return;
      observer.disconnect();
      this.show(null);
    }).observe(this.element);
  }

  /** Undoes the next move, or takes one back. */
  turn(by: number, side: Side = "below"): void {
    const explanation = side === "above" ? this.above : this.below;
    if (explanation) this.choose(side, clamp(this.steps[side] + by, 0, explanation.steps.length));
  }

  private choose(side: Side, step: number): void {
    const explanation = this.parts[side]?.explanation;
    if (!explanation) return;
    const [before, now] = [this.steps[side], limit(step, explanation)];
    this.steps = { ...this.steps, [side]: now };
    this.onStep(this.steps);
    const single = Math.abs(now - before) === 1 ? Math.max(now, before) : 0;
    const move = explanation.moves[single - 1];
    this.show({ side, move: move ?? null, label: move ? this.labels(move) : 0 });
  }

  private part(explanation: Explanation, side: Side): Part {
    return {
      explanation,
      scores: new ScoreStrip(explanation),
      moves: new MoveList(explanation, this.labels, this.largest, (step) =>
        this.choose(side, this.steps[side] >= step ? step - 1 : step),
      ),
      plot: new DotPlot(),
      stepper: html("div", { class: "stepper" }),
    };
  }

  private show(turn: Turn | null): void {
    const arranged = (side: Side): Arrangement | null => {
      const part = this.parts[side];
      return part && arrange(part.explanation, this.steps[side], side, this.labels);
    };
    const [below, above] = [arranged("below"), arranged("above")];
    if (!below) return;
    this.slope.show({ reference: this.below.reference, below, above }, turn);
    for (const arrangement of [below, above]) {
      if (!arrangement) continue;
      const part = this.parts[arrangement.side];
      part?.plot.show(arrangement);
      part?.scores.show(arrangement.scores, turn !== null);
      part?.moves.show(arrangement.step);
      if (part) this.showStepper(part, arrangement.side);
    }
  }

  private showStepper(part: Part, side: Side): void {
    const [step, last] = [this.steps[side], part.explanation.steps.length];
    if (last === 0) return;
    const focused = part.stepper.contains(document.activeElement)
      ? document.activeElement?.className
      : null;
    const button = (name: string, text: string, by: number, off: boolean) =>
      html(
        "button",
        {
          type: "button",
          class: name,
          "aria-disabled": off ? "true" : null,
          click: () => this.turn(by, side),
        },
        text,
      );
    replace(
      part.stepper,
      button("back", "← Put back", -1, step === 0),
      button("on", "Undo next move →", 1, step === last),
      html(
        "span",
        { class: "step-count", role: "status" },
        step === 0 ? "as it was written" : `${counted(step, "move")} of ${last} undone`,
      ),
    );
    if (focused) part.stepper.querySelector<HTMLElement>(`.${focused}`)?.focus();
  }

  private partElement(side: Side): HTMLElement | null {
    const part = this.parts[side];
    if (!part) return null;
    return html(
      "section",
      { class: "part", "aria-label": `Moves of ${part.explanation.system}` },
      this.above && html("h3", {}, verbatim(part.explanation.system)),
      html(
        "div",
        { class: "part-head" },
        part.scores.element,
        html("p", { class: "summary" }, summary(part.explanation)),
        part.stepper,
      ),
      html("figure", { class: "plot" }, part.plot.element),
      part.moves.element,
    );
  }

  private tools(): HTMLElement {
    return exportMenu(this.slope, () => ({
      plot: this.parts.below?.plot.element ?? null,
      arrangement: arrange(this.below, this.steps.below),
    }));
  }

  private details(side: Side): HTMLElement | null {
    const explanation = this.parts[side]?.explanation;
    if (!explanation) return null;
    const heading = this.above ? ` of ${explanation.system}` : "";
    return arcsSection(explanation, side, this.labels, heading);
  }
}

function withSource(slope: Slope | null): HTMLElement | null {
  const title = "The source between output and reference";
  return (
    slope &&
    html(
      "section",
      { class: "with-source", "aria-label": title },
      html("h3", {}, title),
      slope.element,
    )
  );
}

function limit(step: number, explanation: Explanation): number {
  return Number.isFinite(step) ? clamp(Math.round(step), 0, explanation.steps.length) : 0;
}
