// The list of segments.

import { html, replace, verbatim } from "../dom";
import { counted, fixed, scale, whole } from "../numbers";
import { adjust, current, to } from "../state";
import type { Metric } from "../types";
import { filters } from "./filters";
import { type Corpus, listed, metricAt, type Options, systemAt } from "./query";
import { Rows } from "./rows";

const MOST_COLUMNS = 6; // of scores

export class ListView {
  readonly element = html("section", { class: "listing", "aria-label": "Segments" });
  private segments: number[] = [];
  private options: Options;
  private status = html("p", { class: "status", role: "status" });
  private head = html("thead");
  private form = html("div");
  private rows = new Rows((position) => this.row(position, this.segments[position] ?? 0));
  private table: HTMLTableElement;

  constructor(private corpus: Corpus) {
    this.options = current().options;
    this.table = html(
      "table",
      { class: "segments" },
      html("caption", { class: "unseen" }, "Segments with their scores"),
      this.head,
      this.rows.body,
    );
    replace(this.element, html("h1", {}, "Segments"), this.form, this.status, this.table);
    this.renew(true);
  }

  start(): void {
    this.rows.start();
  }

  stop(): void {
    this.rows.stop();
  }

  private change(changes: Options): void {
    adjust(changes);
    this.options = current().options;
    const typed = Object.keys(changes).every((name) =>
      ["find", "low", "high", "far", "short", "long"].includes(name),
    );
    this.renew(!typed);
  }

  private renew(withForm: boolean): void {
    const { segments, problem } = listed(this.corpus, this.options);
    this.segments = segments;
    if (withForm)
      replace(
        this.form,
        filters(this.corpus, this.options, (changes) => this.change(changes)),
      );
    const all = this.corpus.overview.segments;
    const shown = segments.length === all ? "" : `${whole(segments.length)} of `;
    const order = this.options.sort ? "" : ", worst first";
    this.status.textContent = problem ?? `${shown}${counted(all, "segment")}${order}`;
    this.status.classList.toggle("problem", problem !== null);
    this.table.setAttribute("aria-rowcount", String(segments.length + 1));
    replace(this.head, this.headRow());
    this.rows.show(segments.length);
  }

  private headRow(): HTMLElement {
    const { overview } = this.corpus;
    const metric = overview.metrics[metricAt(overview, this.options.metric)];
    const systems = this.columns().map((index) => {
      const name = overview.systems[index]?.name ?? "";
      return this.heading(
        name,
        `score~${index}`,
        `number system ${index === this.focus() ? "focus" : ""}`,
        `Sort by ${metric?.name} of ${name}`,
      );
    });
    return html(
      "tr",
      {},
      this.heading("#", "number", "number", "Sort by number"),
      html("th", { scope: "col", class: "text" }, "Reference and output"),
      this.heading("words", "words", "number optional"),
      this.heading("moves", "moves", "number optional"),
      this.heading("farthest", "far", "number optional"),
      ...systems,
    );
  }

  private heading(text: string, key: string, kind: string, label?: string): HTMLElement {
    const now = this.options.sort ?? "";
    const active = now.replace("-", "") === key;
    const order = !active ? null : now.startsWith("-") ? "descending" : "ascending";
    const sort = (): void => {
      this.change({ sort: active && !now.startsWith("-") ? `-${key}` : key });
      this.head.querySelector<HTMLElement>("[aria-sort] button")?.focus();
    };
    return html(
      "th",
      { scope: "col", class: kind, "aria-sort": order },
      html(
        "button",
        { type: "button", "aria-label": label ?? null, click: sort },
        verbatim(text),
        html(
          "span",
          { class: "arrow", "aria-hidden": "true" },
          order === "descending" ? "↓" : order ? "↑" : "",
        ),
      ),
    );
  }

  private focus(): number {
    return systemAt(this.corpus.overview, this.options.system, 0);
  }

  /** The systems that have a column: the chosen one is always among the few that fit. */
  private columns(): number[] {
    const { systems } = this.corpus.overview;
    const all = systems.map((_, index) => index);
    if (all.length <= MOST_COLUMNS) return all;
    const against = systemAt(this.corpus.overview, this.options.against, 0);
    return [...new Set([this.focus(), against, ...all])].slice(0, MOST_COLUMNS);
  }

  private row(position: number, segment: number): HTMLTableRowElement {
    const { overview, index } = this.corpus;
    const focus = this.focus();
    const system = index.systems[focus];
    const at = metricAt(overview, this.options.metric);
    const metric = overview.metrics[at];
    return html(
      "tr",
      { "aria-rowindex": position + 2 },
      html("td", { class: "number" }, whole(segment + 1)),
      html(
        "td",
        { class: "text" },
        html(
          "a",
          { href: to("segment", segment + 1) },
          html("span", { class: "line", dir: "auto" }, index.references[segment]?.[0] ?? ""),
          html("span", { class: "line output", dir: "auto" }, system?.texts[segment] || "(empty)"),
        ),
      ),
      html("td", { class: "number optional" }, index.words[segment] ?? ""),
      html("td", { class: "number optional" }, system?.moves[segment] ?? ""),
      html("td", { class: "number optional" }, system?.farthest[segment] || "–"),
      ...this.columns().map((which) =>
        scoreCell(index.systems[which]?.scores[at]?.[segment] ?? null, metric, which === focus),
      ),
    );
  }
}

function scoreCell(
  score: number | null,
  metric: Metric | undefined,
  focused: boolean,
): HTMLElement {
  const bar = html("span", { class: `spark ${metric?.kind ?? ""}`, "aria-hidden": "true" });
  const [low, high] = [metric?.low ?? 0, metric?.high ?? 1];
  const share = score === null ? 0 : Math.min(100, Math.max(0, scale(low, high, 0, 100)(score)));
  bar.style.setProperty("--share", `${share}%`);
  return html(
    "td",
    { class: `number system ${focused ? "focus" : ""}` },
    html("span", {}, fixed(score, metric?.decimals ?? 3)),
    bar,
  );
}
