// The live page: two texts, and their explanation as they are typed.

import { field, html, replace, select } from "./dom";
import { frame } from "./frame";
import { installKeys } from "./keyboard";
import { clamp, whole } from "./numbers";
import { rememberKinds } from "./segment/metrics";
import { SegmentView } from "./segment/view";
import { current, fragment } from "./state";
import type { Explanation } from "./types";

const PAUSE_MS = 350;
const HINT = "Or drop files here, with one sentence per line.";
const METRICS = ["kendall", "pef", "hyperbaton"];
const LANGUAGES = "en de fr es it pt nl ru tr fi zh ja ko ar".split(" ");
const TOKENIZERS = ["unicode", "13a", "intl", "zh", "char", "none"];
const ALIGNERS = ["best", "meteor", "bigram"];

interface Example {
  name: string;
  reference: string;
  output: string;
  language: string;
}

const EXAMPLES: Example[] = [
  {
    name: "A phrase too early",
    reference: "At noon we met in the lobby of the old hotel.",
    output: "In the lobby of the old hotel we met at noon.",
    language: "en",
  },
  {
    name: "German order in English",
    reference: "She did not attend the meeting because she had caught a cold.",
    output: "She has because she a cold caught had the meeting not attended.",
    language: "en",
  },
  {
    name: "Verb in the wrong place (German)",
    reference: "Gestern habe ich im Park einen alten Freund getroffen.",
    output: "Gestern ich habe getroffen einen alten Freund im Park.",
    language: "de",
  },
  {
    name: "Japanese",
    reference: "私は昨日図書館で本を読みました。",
    output: "図書館で私は本を昨日読みました。",
    language: "ja",
  },
  {
    name: "Arabic, from right to left",
    reference: "التقينا ظهرا في ردهة الفندق القديم",
    output: "في ردهة الفندق القديم التقينا ظهرا",
    language: "ar",
  },
];

export function startServe(app: HTMLElement): void {
  new Live(app);
}

class Live {
  private reference: HTMLTextAreaElement;
  private output: HTMLTextAreaElement;
  private language: HTMLSelectElement;
  private tokenizer: HTMLSelectElement;
  private aligner: HTMLSelectElement;
  private result = html("div", { class: "live-result" });
  private status = html("p", { class: "status", role: "status" });
  private walker = html("div", { class: "walker note" }, HINT);
  private lines = new Map<HTMLTextAreaElement, string[]>(); // of files that were dropped
  private line = 0;
  private view: SegmentView | null = null;
  private pause = 0;
  private asked: AbortController | null = null;
  private written = "";
  private example: Example | null = null;

  constructor(app: HTMLElement) {
    rememberKinds({ kendall: "order", pef: "order", hyperbaton: "mixed" });
    const { help } = frame(app, "live");
    this.reference = this.textField("reference");
    this.output = this.textField("output");
    const ask = (): void => this.ask();
    const choose = (): void => {
      this.example = null;
      this.ask();
    };
    this.language = select(LANGUAGES, "", choose, "detect");
    this.tokenizer = select(TOKENIZERS, "", ask, "for the language");
    this.aligner = select(ALIGNERS, "", ask, "default");
    replace(app, this.form(), this.status, this.result);
    installKeys(() => ({
      "?": () => help.showModal(),
      "/": () => this.reference.focus(),
      ArrowRight: () => this.view?.turn(1),
      ArrowLeft: () => this.view?.turn(-1),
      j: () => this.walk(1),
      k: () => this.walk(-1),
    }));
    addEventListener("hashchange", () => this.restore());
    this.restore();
  }

  private form(): HTMLElement {
    return html(
      "form",
      {
        class: "live",
        "aria-label": "Texts to compare",
        submit: (event) => (event.preventDefault(), this.ask()),
        dragover: (event) => event.preventDefault(),
        drop: (event) => void this.drop(event as DragEvent),
      },
      html("h1", { class: "sentence" }, "Which words moved, where to, and what did it cost?"),
      this.examples(),
      html(
        "div",
        { class: "texts" },
        html("label", { class: "text-field" }, html("span", {}, "Reference"), this.reference),
        html("label", { class: "text-field" }, html("span", {}, "Output"), this.output),
      ),
      this.walker,
      html(
        "div",
        { class: "fields" },
        field("Language", this.language),
        field("Tokenizer", this.tokenizer),
        field("Aligner", this.aligner),
      ),
    );
  }

  private textField(id: string): HTMLTextAreaElement {
    const input = (): void => this.later();
    return html("textarea", { id, rows: 3, dir: "auto", spellcheck: "false", input });
  }

  /** Takes files with one sentence per line: two at once are a reference and an output. */
  private async drop(event: DragEvent): Promise<void> {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return; // text that is dragged goes where it is dropped
    event.preventDefault();
    const onOutput =
      event.target instanceof Element && event.target.closest("label")?.contains(this.output);
    const fields = [this.reference, this.output].slice(onOutput && files.length < 2 ? 1 : 0);
    for (const [index, field] of fields.entries()) {
      const text = await files[index]?.text();
      if (text !== undefined) this.lines.set(field, text.replace(/\r?\n$/, "").split(/\r?\n/));
    }
    this.walk(-this.line);
  }

  /** Goes to another line of the files that were dropped. */
  private walk(by: number): void {
    const counts = [...this.lines.values()].map((lines) => lines.length);
    const count = Math.max(0, ...counts);
    if (count === 0) return;
    this.line = clamp(this.line + by, 0, count - 1);
    for (const [field, lines] of this.lines) field.value = lines[this.line] ?? "";
    const step = (text: string, by: number): HTMLElement =>
      html("button", { type: "button", click: () => this.walk(by) }, text);
    const uneven = new Set(counts).size > 1 ? `; the files have ${counts.join(" and ")} lines` : "";
    const place = `Line ${whole(this.line + 1)} of ${whole(count)}${uneven}`;
    replace(this.walker, step("← Previous", -1), html("span", {}, place), step("Next →", 1));
    this.ask();
  }

  private examples(): HTMLElement {
    const chips = EXAMPLES.map((example) =>
      html(
        "button",
        { type: "button", class: "chip", click: () => this.take(example) },
        example.name,
      ),
    );
    return html(
      "div",
      { class: "chips", role: "group", "aria-label": "Examples" },
      html("span", { class: "note" }, "Try "),
      ...chips,
    );
  }

  private take(example: Example): void {
    this.lines.clear();
    replace(this.walker, HINT);
    this.reference.value = example.reference;
    this.output.value = example.output;
    this.language.value = example.language;
    this.example = example;
    this.ask();
  }

  /** Reads the texts from the address. */
  private restore(): void {
    if (location.hash === this.written && this.written !== "") return;
    const { options } = current();
    this.reference.value = options.reference ?? "";
    this.output.value = options.output ?? "";
    this.language.value = options.language ?? "";
    this.tokenizer.value = options.tokenize ?? "";
    this.aligner.value = options.aligner ?? "";
    const [first] = EXAMPLES;
    if (!location.hash && first) this.take(first);
    else this.ask(Number(options.step ?? 0));
  }

  /** Texts of one's own may be in another language than those of the example. */
  private forgetExample(): void {
    const { reference, output } = this.example ?? {};
    if (!this.example || this.reference.value === reference || this.output.value === output) return;
    this.example = null;
    this.language.value = "";
  }

  private later(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask(), PAUSE_MS);
  }

  private remember(step: number): void {
    const options = {
      reference: this.reference.value,
      output: this.output.value,
      language: this.language.value,
      tokenize: this.tokenizer.value,
      aligner: this.aligner.value,
      step: step ? String(step) : "",
    };
    this.written = fragment({ view: "overview", segment: 0, options });
    history.replaceState(null, "", this.written);
  }

  private ask(step = 0): void {
    clearTimeout(this.pause);
    this.forgetExample();
    this.remember(step);
    this.asked?.abort();
    if (this.reference.value.trim() === "") {
      this.say("Write a reference and an output, or try an example.", false);
      return replace(this.result);
    }
    this.asked = new AbortController();
    explain(this.body(), this.asked.signal).then(
      (explanation) => this.show({ ...explanation, system: "output" }, step),
      (error: Error) => error.name !== "AbortError" && this.say(error.message, true),
    );
  }

  private body(): Record<string, unknown> {
    return {
      hypothesis: this.output.value,
      references: [this.reference.value],
      metrics: METRICS,
      ...(this.language.value ? { language: this.language.value } : {}),
      ...(this.tokenizer.value ? { tokenize: this.tokenizer.value } : {}),
      ...(this.aligner.value ? { aligner: this.aligner.value } : {}),
    };
  }

  private show(explanation: Explanation, step: number): void {
    this.say("", false);
    const [detect] = this.language.options;
    const name = new Intl.DisplayNames("en", { type: "language" }).of(
      explanation.language || "und",
    );
    if (detect) detect.text = this.language.value ? "detect" : `taken as ${name}`;
    this.view = new SegmentView(explanation, null, { below: step, above: 0 }, (now) =>
      this.remember(now.below),
    );
    replace(this.result, this.view.element);
  }

  private say(text: string, problem: boolean): void {
    this.status.textContent = text;
    this.status.classList.toggle("problem", problem);
    this.result.classList.toggle("stale", problem);
  }
}

async function explain(body: Record<string, unknown>, signal: AbortSignal): Promise<Explanation> {
  let answer: Response;
  try {
    answer = await fetch("/api/explain", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new Error("The server does not answer. Is hyperbaton serve still running?");
  }
  const found = (await answer.json().catch(() => null)) as
    (Explanation & { error?: string }) | null;
  if (!answer.ok || !found || found.error)
    throw new Error(found?.error ?? `The server answered with status ${answer.status}.`);
  return found;
}
