// The controls over the list of segments.

import { field, html, select } from "../dom";
import type { Overview, SegmentIndex } from "../types";
import {
  type Corpus,
  membersInWords,
  metricAt,
  type Options,
  orderMetric,
  systemAt,
} from "./query";

const FILTERS = ["low", "high", "far", "pattern", "short", "long", "beats"];

type Change = (changes: Options) => void;

export function filters(corpus: Corpus, options: Options, change: Change): HTMLElement {
  const { overview, index } = corpus;
  const metric = overview.metrics[metricAt(overview, options.metric)];
  const system = overview.systems[systemAt(overview, options.system, 0)]?.name ?? "";
  return html(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": "Filter segments",
      submit: (event) => event.preventDefault(),
    },
    searchField(options, change),
    html(
      "details",
      {
        class: "more-filters",
        open: matchMedia("(min-width: 801px)").matches || FILTERS.some((name) => options[name]),
      },
      html("summary", {}, "Filters"),
      html(
        "div",
        { class: "fields" },
        field(
          "System",
          select(
            overview.systems.map((each) => each.name),
            system,
            (value) => change({ system: value }),
          ),
        ),
        field(
          "Metric",
          select(
            overview.metrics.map((each) => each.name),
            metric?.name ?? "",
            (value) => change({ metric: value }),
          ),
        ),
        range("Score", "low", "high", options, change),
        range("Words", "short", "long", options, change),
        field(
          "Moved at least",
          html(
            "span",
            { class: "range" },
            entry("far", "Moved at least, in words", options, change),
            "words",
          ),
        ),
        patternField(index, systemAt(overview, options.system, 0), options, change),
        beatsField(overview, system, options, change),
      ),
    ),
    options.set ? chosenSet(overview, options.set, change) : null,
  );
}

function searchField(options: Options, change: Change): HTMLElement {
  const find = html("input", {
    type: "search",
    id: "find",
    placeholder: "Search source, reference and outputs",
    "aria-label": "Search",
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
    input: () => change({ find: find.value }),
  });
  find.value = options.find ?? "";
  const regex = html("input", {
    type: "checkbox",
    change: () => change({ regex: regex.checked ? "1" : "" }),
  });
  regex.checked = Boolean(options.regex);
  return html(
    "div",
    { class: "search" },
    find,
    html("label", { class: "check" }, regex, "regular expression"),
  );
}

function entry(name: string, label: string, options: Options, change: Change): HTMLInputElement {
  const typed: HTMLInputElement = html("input", {
    type: "text",
    inputmode: "decimal",
    "aria-label": label,
    size: 4,
    input: () => change({ [name]: typed.value.trim() }),
  });
  typed.value = options[name] ?? "";
  return typed;
}

function range(
  label: string,
  low: string,
  high: string,
  options: Options,
  change: Change,
): HTMLElement {
  return html(
    "div",
    { class: "field", role: "group", "aria-label": label },
    html("span", {}, label),
    html(
      "span",
      { class: "range" },
      entry(low, `${label} from`, options, change),
      "–",
      entry(high, `${label} to`, options, change),
    ),
  );
}

function patternField(
  index: SegmentIndex,
  system: number,
  options: Options,
  change: Change,
): HTMLElement | null {
  const patterns = [...new Set(index.systems[system]?.patterns.flat() ?? [])].sort();
  if (patterns.length === 0 && !options.pattern) return null;
  const choose = (value: string): void => change({ pattern: value });
  return field("Pattern", select(patterns, options.pattern ?? "", choose, "any"));
}

function beatsField(
  overview: Overview,
  system: string,
  options: Options,
  change: Change,
): HTMLElement | null {
  const others = overview.systems.map((each) => each.name).filter((name) => name !== system);
  if (others.length === 0 || orderMetric(overview) < 0) return null;
  const choose = (value: string): void =>
    change(value ? { beats: "1", against: value } : { beats: "", against: "" });
  const chosen = options.beats ? (options.against ?? "") : "";
  return field("Beats on order", select(others, chosen, choose, "–"));
}

function chosenSet(overview: Overview, set: string, change: Change): HTMLElement {
  return html(
    "p",
    { class: "chosen-set" },
    "Only segments where ",
    html("strong", {}, html("bdi", {}, membersInWords(overview, set))),
    " ",
    html("button", { type: "button", click: () => change({ set: "" }) }, "Show all"),
  );
}
