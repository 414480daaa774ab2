// The live page: two texts, and their explanation as they are typed.

import { html, replace } from "./dom";
import { frame } from "./frame";
import { installKeys } from "./keyboard";
import { rememberKinds } from "./segment/metrics";
import { SegmentView } from "./segment/view";
import { current, fragment } from "./state";
import type { Example, Explanation, ServeSettings } from "./types";

const PAUSE_MS = 350;

export function startServe(app: HTMLElement, settings: ServeSettings): void {
  new Live(app, settings);
}

class Live {
  private reference: HTMLTextAreaElement;
  private hypothesis: HTMLTextAreaElement;
  private language: HTMLSelectElement;
  private tokenizer: HTMLSelectElement;
  private aligner: HTMLSelectElement;
  private result = html("div", { class: "live-result" });
  private status = html("p", { class: "status", role: "status" });
  private view: SegmentView | null = null;
  private pause = 0;
  private asked: AbortController | null = null;
  private written = "";

  constructor(
    app: HTMLElement,
    private settings: ServeSettings,
  ) {
    rememberKinds(settings.kinds ?? {});
    const { help } = frame(app, "live");
    const typed = (): void => this.later();
    this.reference = html("textarea", {
      id: "reference",
      rows: 3,
      dir: "auto",
      spellcheck: "false",
      input: typed,
    });
    this.hypothesis = html("textarea", {
      id: "hypothesis",
      rows: 3,
      dir: "auto",
      spellcheck: "false",
      input: typed,
    });
    this.language = select(
      settings.languages ?? ["en", "de", "fr", "es", "ru", "zh", "ja", "ko", "ar", "he"],
      "any language",
      () => this.ask(),
    );
    this.tokenizer = select(
      settings.tokenizers ?? ["13a", "intl", "zh", "char", "none"],
      "for the language",
      () => this.ask(),
    );
    this.aligner = select(settings.aligners ?? [], "default", () => this.ask());
    replace(app, this.form(), this.status, this.result);
    installKeys(() => ({
      "?": () => help.showModal(),
      "/": () => this.reference.focus(),
      ArrowRight: () => this.view?.turn(1),
      ArrowLeft: () => this.view?.turn(-1),
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
      },
      html("h1", { class: "sentence" }, "Which words moved, where to, and what did it cost?"),
      this.examples(),
      html(
        "div",
        { class: "texts" },
        html("label", { class: "text-field" }, html("span", {}, "Reference"), this.reference),
        html("label", { class: "text-field" }, html("span", {}, "Output"), this.hypothesis),
      ),
      html(
        "div",
        { class: "fields" },
        html("label", { class: "field" }, html("span", {}, "Language"), this.language),
        html("label", { class: "field" }, html("span", {}, "Tokenizer"), this.tokenizer),
        (this.settings.aligners ?? []).length > 0 &&
          html("label", { class: "field" }, html("span", {}, "Aligner"), this.aligner),
      ),
    );
  }

  private examples(): HTMLElement | null {
    if (this.settings.examples.length === 0) return null;
    const chips = this.settings.examples.map((example, index) =>
      html(
        "button",
        { type: "button", class: "chip", click: () => this.take(example) },
        example.name ?? `example ${index + 1}`,
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
    this.reference.value = example.reference;
    this.hypothesis.value = example.hypothesis;
    this.language.value = example.language ?? "";
    this.ask();
  }

  /** Reads the texts from the address. */
  private restore(): void {
    if (location.hash === this.written && this.written !== "") return;
    const { options } = current();
    this.reference.value = options.reference ?? "";
    this.hypothesis.value = options.output ?? "";
    this.language.value = options.language ?? "";
    this.tokenizer.value = options.tokenize ?? "";
    this.aligner.value = options.aligner ?? "";
    const [first] = this.settings.examples;
    if (!location.hash && first) this.take(first);
    else this.ask(Number(options.step ?? 0));
  }

  private later(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask(), PAUSE_MS);
  }

  private remember(step: number): void {
    const options = {
      reference: this.reference.value,
      output: this.hypothesis.value,
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
    this.remember(step);
    this.asked?.abort();
    if (this.reference.value.trim() === "") {
      this.say("Write a reference and an output, or try an example.", false);
      return replace(this.result);
    }
    this.asked = new AbortController();
    explain(this.body(), this.asked.signal).then(
      (explanation) => this.show(explanation, step),
      (error: Error) => error.name !== "AbortError" && this.say(error.message, true),
    );
  }

  private body(): Record<string, unknown> {
    return {
      hypothesis: this.hypothesis.value,
      references: [this.reference.value],
      ...(this.settings.metrics ? { metrics: this.settings.metrics } : {}),
      ...(this.language.value ? { language: this.language.value } : {}),
      ...(this.tokenizer.value ? { tokenize: this.tokenizer.value } : {}),
      ...(this.aligner.value ? { aligner: this.aligner.value } : {}),
    };
  }

  private show(explanation: Explanation, step: number): void {
    this.say("", false);
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

function select(names: string[], none: string, chosen: () => void): HTMLSelectElement {
  return html(
    "select",
    { change: chosen },
    html("option", { value: "" }, none),
    ...names.map((name) => html("option", { value: name }, name)),
  );
}
