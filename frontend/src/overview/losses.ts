// What word order costs, and where: bars with intervals, each a link to the segments behind it.

import { html, place, verbatim } from "../dom";
import { counted, fixed } from "../numbers";
import { list } from "../state";
import type { LossClass, LossKind, Overview } from "../types";

const TITLES: Record<LossKind, string> = {
  pattern: "By pattern",
  distance: "By distance moved, in words",
  block: "By length of the block, in words",
  length: "By sentence length, in words",
  phrase: "By phrase",
  tag: "By part of speech",
  relation: "By dependency relation",
};

const NUMBERED = new Set<LossKind>(["distance", "block", "length"]);
const FEW = 10; // classes shown at first

export function losses(overview: Overview): HTMLElement | null {
  const panels = (Object.keys(TITLES) as LossKind[])
    .map((kind) => (kind === "phrase" ? phrases(overview) : panel(overview, kind)))
    .filter((each) => each !== null);
  if (panels.length === 0) return null;
  return html(
    "section",
    { class: "losses", "aria-labelledby": "losses-title" },
    html("h2", { id: "losses-title" }, "Where word order is lost"),
    html(
      "p",
      { class: "lead" },
      `Mean loss per segment${overview.order_metric ? ` by ${overview.order_metric}` : ""}, with 95% intervals. Each bar opens the segments behind it.`,
    ),
    ...panels,
  );
}

/** Phrases differ from system to system, so each has a list of its own. */
function phrases(overview: Overview): HTMLElement | null {
  const lists = overview.systems.map((system) => ({
    name: system.name,
    found: overview.losses[system.name]?.phrase ?? [],
  }));
  const most = Math.max(
    1e-9,
    ...lists.flatMap(({ found }) => found.map((each) => each.high ?? each.loss)),
  );
  if (lists.every(({ found }) => found.length === 0)) return null;
  return html(
    "div",
    {},
    html("h3", {}, TITLES.phrase),
    html(
      "div",
      { class: "phrase-lists" },
      ...lists.map(({ name, found }) =>
        html(
          "div",
          {},
          html("h4", {}, verbatim(name)),
          found.length === 0 && html("p", { class: "note" }, "none"),
          html(
            "ul",
            {},
            ...found
              .slice(0, FEW)
              .map((each) => html("li", {}, verbatim(each.label), bar(name, "phrase", each, most))),
          ),
        ),
      ),
    ),
  );
}

function panel(overview: Overview, kind: LossKind): HTMLElement | null {
  const systems = overview.systems.map((system) => system.name);
  const bySystem = new Map(systems.map((name) => [name, overview.losses[name]?.[kind] ?? []]));
  const all = [...bySystem.values()].flat();
  if (all.length === 0) return null;
  const labels = ordered(kind, all);
  const most = Math.max(1e-9, ...all.map((each) => each.high ?? each.loss));
  const row = (label: string): HTMLElement =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, verbatim(label)),
      ...systems.map((name) => {
        const found = bySystem.get(name)?.find((each) => each.label === label);
        return html(
          "td",
          {},
          found ? bar(name, kind, found, most) : html("span", { class: "none" }, "–"),
        );
      }),
    );
  const body = html("tbody", {}, ...labels.slice(0, FEW).map(row));
  const table = html(
    "table",
    { class: "loss-table" },
    html("caption", {}, html("h3", {}, TITLES[kind])),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...systems.map((name) => html("th", { scope: "col" }, verbatim(name))),
      ),
    ),
    body,
  );
  place(table, { "--columns": String(systems.length) });
  return html(
    "div",
    {},
    html(
      "div",
      { class: "scroller", tabindex: 0, role: "group", "aria-label": TITLES[kind] },
      table,
    ),
    labels.length > FEW &&
      moreButton(labels.length, () => body.append(...labels.slice(FEW).map(row))),
  );
}

function moreButton(count: number, show: () => void): HTMLElement {
  const button = html(
    "button",
    { type: "button", class: "show-all", click: () => (show(), button.remove()) },
    `Show all ${count}`,
  );
  return button;
}

/** Numbers in their order; anything else dearest first. */
function ordered(kind: LossKind, all: LossClass[]): string[] {
  const highest = new Map<string, number>();
  for (const { label, loss } of all)
    highest.set(label, Math.max(loss, highest.get(label) ?? -Infinity));
  const labels = [...highest.keys()];
  if (NUMBERED.has(kind))
    return labels.sort((left, right) => Number.parseFloat(left) - Number.parseFloat(right));
  return labels.sort((left, right) => (highest.get(right) ?? 0) - (highest.get(left) ?? 0));
}

function bar(system: string, kind: LossKind, found: LossClass, most: number): HTMLElement {
  const share = (value: number): string => `${Math.min(100, (Math.max(0, value) / most) * 100)}%`;
  const fill = html("span", { class: "loss-fill" });
  place(fill, { width: share(found.loss) });
  const interval = html("span", { class: "loss-interval" });
  const [low, high] = [found.low ?? found.loss, found.high ?? found.loss];
  place(interval, { left: share(low), width: `calc(${share(high)} - ${share(low)})` });
  const said = `${system}, ${found.label}: loses ${fixed(found.loss, 3)} per segment (${fixed(low, 3)} to ${fixed(high, 3)}); ${counted(found.moves, "move")} in ${counted(found.segments.length, "segment")}`;
  return html(
    "a",
    {
      class: "loss-bar",
      href: list({ system, set: `loss~${system}~${kind}~${found.label}` }),
      "aria-label": said,
      "data-tip": said,
    },
    html("span", { class: "loss-track" }, fill, interval),
    html("span", { class: "loss-value" }, fixed(found.loss, 3)),
  );
}
