// The report: shows the view that the address names, and moves between segments.

import { Segments } from "./data";
import { html, replace } from "./dom";
import { frame } from "./frame";
import { installKeys, type Keys } from "./keyboard";
import { type Corpus, listed } from "./listing/query";
import { ListView } from "./listing/view";
import { overviewView } from "./overview/view";
import { segmentPage, type SegmentPage } from "./segment/page";
import { rememberMetrics } from "./segment/metrics";
import { whole } from "./numbers";
import { current, fragment, go, type State, to } from "./state";
import type { Overview } from "./types";

export function startReport(app: HTMLElement, overview: Overview): void {
  new Report(app, overview);
}

class Report {
  private segments = new Segments();
  private list: ListView | null = null;
  private page: SegmentPage | null = null;
  private shown = 0; // which request for a view is the latest
  private scrolled = new Map<string, number>();
  private before = "";
  private links: Record<"overview" | "segments", HTMLAnchorElement>;

  constructor(
    private app: HTMLElement,
    private overview: Overview,
  ) {
    rememberMetrics(overview.metrics);
    this.links = {
      overview: html("a", { href: "#/" }, "Overview"),
      segments: html("a", { href: "#/segments" }, "Segments"),
    };
    const { help } = frame(app, overview.title, this.links.overview, this.links.segments);
    history.scrollRestoration = "manual";
    installKeys(() => this.keys(help));
    addEventListener("hashchange", () => void this.show());
    void this.show();
  }

  private async corpus(): Promise<Corpus> {
    return { overview: this.overview, index: await this.segments.index() };
  }

  private async show(): Promise<void> {
    const state = current();
    const request = ++this.shown;
    this.scrolled.set(this.before, scrollY);
    const view = await this.viewOf(state);
    if (request !== this.shown) return;
    this.list?.stop();
    this.list = view instanceof ListView ? view : null;
    replace(this.app, view instanceof HTMLElement ? view : view.element);
    this.list?.start();
    this.mark(state);
    this.before = fragment(state);
    const arrived = state.view === "segments" ? (this.scrolled.get(this.before) ?? 0) : 0;
    scrollTo(0, arrived);
  }

  private async viewOf(state: State): Promise<HTMLElement | ListView> {
    this.page = null;
    if (state.view === "overview") return overviewView(this.overview);
    const corpus = await this.corpus();
    if (state.view === "segments") return new ListView(corpus);
    const explanations = await this.segments.explanations(state.segment);
    if (explanations.length === 0) return missing(state.segment, this.overview.segments);
    this.page = segmentPage(corpus, explanations, state);
    return this.page.element;
  }

  private mark(state: State): void {
    const here = state.view === "overview" ? "overview" : "segments";
    this.links.segments.href = to("segments", 0);
    for (const [name, link] of Object.entries(this.links)) {
      if (name === here)
        link.setAttribute("aria-current", state.view === "segment" ? "true" : "page");
      else link.removeAttribute("aria-current");
    }
    const place =
      state.view === "segment"
        ? `Segment ${whole(state.segment)} – `
        : state.view === "segments"
          ? "Segments – "
          : "";
    document.title = `${place}${this.overview.title}`;
  }

  private keys(help: HTMLDialogElement): Keys {
    const keys: Keys = {
      "?": () => help.showModal(),
      "/": () => void this.search(),
      o: () => go("#/"),
      l: () => go(to("segments", 0)),
      j: () => void this.walk(1),
      k: () => void this.walk(-1),
    };
    if (this.page) {
      keys.ArrowRight = () => this.page?.view.turn(1);
      keys.ArrowLeft = () => this.page?.view.turn(-1);
    }
    return keys;
  }

  private async search(): Promise<void> {
    if (!this.list) {
      go(to("segments", 0));
      await this.corpus();
      await new Promise((done) => setTimeout(done));
    }
    document.getElementById("find")?.focus();
  }

  private async walk(by: number): Promise<void> {
    const state = current();
    const { segments } = listed(await this.corpus(), state.options);
    const at =
      state.view === "segment"
        ? segments.indexOf(state.segment - 1)
        : by > 0
          ? -1
          : segments.length;
    const next = segments[at + by];
    if (next !== undefined) go(to("segment", next + 1, { compare: state.options.compare ?? "" }));
  }
}

function missing(segment: number, count: number): HTMLElement {
  return html(
    "section",
    { class: "missing" },
    html("h1", {}, `There is no segment ${whole(segment)}`),
    html("p", {}, `This report has segments 1 to ${whole(count)}.`),
  );
}
