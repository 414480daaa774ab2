// The page of one segment: which one, of which system, beside which other, and its view.

import { html, select, verbatim } from "../dom";
import { type Corpus, listed, metricAt, systemAt } from "../listing/query";
import { fixed, whole } from "../numbers";
import { MANY } from "../overview/distributions";
import { adjust, go, type State, to } from "../state";
import type { Explanation } from "../types";
import { isLinked } from "./interlinear";
import { SegmentView, type Steps } from "./view";

export interface SegmentPage {
  element: HTMLElement;
  view: SegmentView;
}

export function segmentPage(
  corpus: Corpus,
  explanations: Explanation[],
  state: State,
): SegmentPage {
  const { overview, index } = corpus;
  const chosen = systemAt(overview, state.options.system, 0);
  const other =
    state.options.compare && state.options.against
      ? systemAt(overview, state.options.against, -1)
      : -1;
  const below = explanations[chosen] as Explanation;
  const above = other >= 0 && other !== chosen ? (explanations[other] ?? null) : null;
  const steps = { below: Number(state.options.step ?? 0), above: Number(state.options.step2 ?? 0) };
  const turned = (now: Steps): void =>
    adjust({ step: now.below ? String(now.below) : "", step2: now.above ? String(now.above) : "" });
  const view = new SegmentView(below, above, steps, turned);
  const references = index.references[state.segment - 1] ?? [];
  const source = index.sources?.[state.segment - 1];
  const element = html(
    "div",
    { class: "segment-page" },
    html(
      "div",
      { class: "segment-head" },
      html("h1", {}, `Segment ${whole(state.segment)}`),
      neighbours(corpus, state),
    ),
    systemTabs(corpus, state, chosen, other),
    source && !isLinked(below)
      ? html(
          "p",
          { class: "source" },
          html("span", { class: "voice" }, "source"),
          html("span", { dir: "auto" }, source),
        )
      : null,
    patterns(corpus, state, chosen),
    view.element,
    references.length > 1
      ? html(
          "p",
          { class: "note" },
          `Compared with reference ${below.reference.number} of ${references.length}.`,
        )
      : null,
  );
  return { element, view };
}

function neighbours(corpus: Corpus, state: State): HTMLElement {
  const { segments } = listed(corpus, state.options);
  const at = segments.indexOf(state.segment - 1);
  const link = (position: number, text: string, key: string): HTMLElement => {
    const segment = at < 0 ? undefined : segments[position];
    if (segment === undefined)
      return html("span", { class: "step-link off", "aria-hidden": "true" }, text);
    return html(
      "a",
      {
        class: "step-link",
        href: to("segment", segment + 1, { compare: state.options.compare ?? "" }),
        "aria-keyshortcuts": key,
        "data-tip": `key ${key}`,
      },
      text,
    );
  };
  const where = at < 0 ? "" : `${whole(at + 1)} of ${whole(segments.length)}`;
  return html(
    "nav",
    { class: "neighbours", "aria-label": "Neighbouring segments" },
    link(at - 1, "← Previous", "k"),
    html("span", { class: "where" }, where),
    link(at + 1, "Next →", "j"),
  );
}

function systemTabs(corpus: Corpus, state: State, chosen: number, other: number): HTMLElement {
  const { overview, index } = corpus;
  const at = metricAt(overview, state.options.metric);
  const metric = overview.metrics[at];
  const keep = { compare: state.options.compare ?? "" };
  const names = overview.systems.map((system) => system.name);
  const toSystem = (system: string): string => to("segment", state.segment, { ...keep, system });
  const score = (which: number): HTMLElement => {
    const found = index.systems[which]?.scores[at]?.[state.segment - 1] ?? null;
    return html("span", { class: "tab-score" }, fixed(found, metric?.decimals ?? 3));
  };
  const tab = (name: string, which: number): HTMLElement => {
    const current = which === chosen ? "true" : null;
    const link = { class: "tab", href: toSystem(name), "aria-current": current };
    return html("a", link, verbatim(name), " ", score(which));
  };
  const pick = (name: string): void => go(toSystem(name));
  const tabs =
    names.length > MANY
      ? [
          html("label", { class: "tab" }, "system ", select(names, names[chosen] ?? "", pick)),
          score(chosen),
        ]
      : names.map(tab);
  const others = names.filter((_, which) => which !== chosen);
  const compared = other >= 0 && other !== chosen ? (names[other] ?? "") : "";
  const choose = (name: string): void =>
    go(to("segment", state.segment, name ? { against: name, compare: "1" } : { compare: "" }));
  return html(
    "nav",
    { class: "tabs", "aria-label": "Systems" },
    ...tabs,
    others.length > 0 &&
      html(
        "label",
        { class: "compare" },
        "compare with ",
        select(others, compared, choose, "nothing"),
      ),
  );
}

function patterns(corpus: Corpus, state: State, chosen: number): HTMLElement | null {
  const found = corpus.index.systems[chosen]?.patterns[state.segment - 1] ?? [];
  if (found.length === 0) return null;
  const system = corpus.overview.systems[chosen]?.name ?? "";
  return html(
    "p",
    { class: "patterns" },
    ...found.map((pattern) =>
      html(
        "a",
        { class: "chip", href: to("segments", 0, { pattern, system, set: "" }) },
        verbatim(pattern),
      ),
    ),
  );
}
