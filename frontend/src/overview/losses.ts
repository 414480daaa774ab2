// What word order costs, and where: bars with intervals, each a link to the segments behind it.

import { html, place, scroller, verbatim } from "../dom";
import { counted, percent } from "../numbers";
import { list } from "../state";
import type { LossClass, LossKind, Overview } from "../types";
import { MANY } from "./distributions";

const TITLES: Record<LossKind, string> = {
  pattern: "By pattern",
  phrase: "By phrase",
  word: "By single word",
  tag: "By part of speech of the head",
  relation: "By dependency relation",
  mark: "By comma, quotation mark and the like",
  distance: "By distance moved, in words",
  block: "By length of the block, in words",
  length: "By sentence length, in words; per segment of that length",
};

const NUMBERED = new Set<LossKind>(["distance", "block", "length"]);
const FEW = 10; // classes shown at first

export function losses(overview: Overview): HTMLElement | null {
  const kinds = (Object.keys(TITLES) as LossKind[]).filter((kind) => all(overview, kind).length);
  if (kinds.length === 0) return null;
  const largest = (found: LossClass[]): number =>
    Math.max(1e-9, ...found.map((each) => each.high ?? each.loss));
  // One scale for all but sentence length, where a loss is per segment of that length.
  const most = largest(kinds.flatMap((kind) => (kind === "length" ? [] : all(overview, kind))));
  return html(
    "section",
    { class: "losses", "aria-labelledby": "losses-title" },
    html("h2", { id: "losses-title" }, "Where word order is lost"),
    html(
      "p",
      { class: "lead" },
      `What the moves of a kind cost per segment by ${overview.order_metric}, in per cent, with 95% intervals. Each number opens the segments behind it, the most costly first.`,
    ),
    ...kinds.map((kind) =>
      panel(overview, kind, kind === "length" ? largest(all(overview, kind)) : most),
    ),
  );
}

function all(overview: Overview, kind: LossKind): LossClass[] {
  const found = overview.systems.flatMap((system) => overview.losses[system.name]?.[kind] ?? []);
  const seen = new Set(
    found.filter(({ loss }) => percent(loss) !== percent(0)).map((it) => it.label),
  );
  return found.filter(({ label }) => seen.has(label)); // rows of nothing but 0.00% say nothing
}

function panel(overview: Overview, kind: LossKind, most: number): HTMLElement {
  const systems = overview.systems.map((system) => system.name);
  const many = systems.length > MANY;
  const found = new Map(
    systems.flatMap((name) =>
      (overview.losses[name]?.[kind] ?? []).map((each) => [`${name}~${each.label}`, each] as const),
    ),
  );
  const row = (label: string): HTMLElement =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, verbatim(label)),
      ...systems.map((name) => {
        const each = found.get(`${name}~${label}`);
        return html("td", {}, each ? bar(name, kind, each, most, many) : null);
      }),
    );
  const labels = ordered(kind, all(overview, kind));
  const body = html("tbody", {}, ...labels.slice(0, FEW).map(row));
  const more: HTMLElement = html(
    "button",
    {
      type: "button",
      class: "show-all",
      click: () => (body.append(...labels.slice(FEW).map(row)), more.remove()),
    },
    `Show all ${labels.length}`,
  );
  const table = html(
    "table",
    { class: `loss-table ${many ? "many" : ""}` },
    html("caption", {}, html("h3", {}, TITLES[kind])),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...systems.map((name) =>
          html("th", { scope: "col", "data-tip": name }, html("span", {}, verbatim(name))),
        ),
      ),
    ),
    body,
  );
  place(table, { "--columns": String(systems.length) });
  return html("div", {}, scroller(TITLES[kind], table), labels.length > FEW && more);
}

/** Numbers in their order; anything else by what it costs all systems together. */
function ordered(kind: LossKind, found: LossClass[]): string[] {
  const totals = new Map<string, number>();
  for (const { label, loss } of found) totals.set(label, (totals.get(label) ?? 0) + loss);
  const labels = [...totals.keys()];
  if (NUMBERED.has(kind))
    return labels.sort((left, right) => Number.parseFloat(left) - Number.parseFloat(right));
  return labels.sort((left, right) => (totals.get(right) ?? 0) - (totals.get(left) ?? 0));
}

function bar(
  system: string,
  kind: LossKind,
  found: LossClass,
  most: number,
  many: boolean,
): HTMLElement {
  const share = (value: number): string => `${Math.min(100, (Math.max(0, value) / most) * 100)}%`;
  const [low, high] = [found.low ?? found.loss, found.high ?? found.loss];
  const fill = html("span", { class: "loss-fill" });
  place(fill, { width: share(found.loss) });
  const interval = html("span", { class: "loss-interval" });
  place(interval, { left: share(low), width: `calc(${share(high)} - ${share(low)})` });
  const said = `${system}, ${found.label}: loses ${percent(found.loss)} per segment (${percent(low)} to ${percent(high)}); ${counted(found.moves, "move")} in ${counted(found.segments.length, "segment")}`;
  return html(
    "a",
    {
      class: "loss-bar",
      href: list({ system, set: `loss~${system}~${kind}~${found.label}` }),
      "aria-label": said,
      "data-tip": said,
    },
    html("span", { class: "loss-track" }, fill, !many && interval),
    html("span", { class: "loss-value" }, percent(found.loss).replace("%", many ? "" : "%")),
  );
}
