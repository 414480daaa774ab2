// The overview: first a sentence, then the table, then what is behind the numbers.

import { html, verbatim } from "../dom";
import { counted } from "../numbers";
import type { Overview } from "../types";
import { balance } from "./balance";
import { comparisons } from "./comparisons";
import { distributions, MANY } from "./distributions";
import { leaderboard } from "./leaderboard";
import { losses } from "./losses";

export function overviewView(overview: Overview): HTMLElement {
  const facts = [
    counted(overview.systems.length, "system"),
    counted(overview.segments, "segment"),
    counted(overview.references, "reference"),
  ];
  return html(
    "div",
    { class: "overview" },
    html("p", { class: "kicker" }, verbatim(overview.title), ` · ${facts.join(" · ")}`),
    html("h1", { class: "sentence" }, verbatim(overview.sentence)),
    leaderboard(overview),
    html(
      "div",
      { class: overview.systems.length > MANY ? "one-by-one" : "side-by-side" },
      balance(overview),
      distributions(overview),
    ),
    comparisons(overview),
    losses(overview),
    html(
      "details",
      { class: "signatures" },
      html("summary", {}, "Signatures"),
      html(
        "dl",
        {},
        ...overview.metrics.map((metric) =>
          html(
            "div",
            {},
            html("dt", {}, metric.name),
            html("dd", {}, html("code", {}, metric.signature)),
          ),
        ),
      ),
      html("p", { class: "note" }, `hyperbaton ${overview.hyperbaton}`),
    ),
  );
}
