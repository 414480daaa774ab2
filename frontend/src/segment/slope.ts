// The slope chart: the reference above, the output below, as text, with ribbons between their blocks.
// A long sentence becomes several staves; a second output stands above the reference.

import { html, place, replace, svg, verbatim } from "../dom";
import { FIT } from "../printing";
import { textWidth } from "../text_width";
import type { Explanation, Move } from "../types";
import { type Arrangement, linkKeys, moveKey, type Placed, type Side } from "./arrangement";
import { hue } from "./hues";
import { around, badge, type Box, ground, middle, ribbon, tails, tip } from "./ribbons";
import { numbered, type Run, runs } from "./runs";
import { type Stave, staves } from "./staves";
import { lend, travel } from "./travel";
import { type TreeRow, treeRow } from "./tree_boxes";
import { direction, mayBegin, type Word, written } from "./words";

export interface Score {
  name?: string; // of the row that the others are linked with, where that is not the reference
  reference: Explanation["reference"];
  below: Arrangement;
  above: Arrangement | null;
}

/** One step forth or back: the move that is undone or put back, where it is a single one. */
export interface Turn {
  side: Side;
  move: Move | null;
  label: number;
}

interface Voice {
  name: string;
  words: Word[];
  direction: "ltr" | "rtl";
  arrangement: Arrangement | null; // none: the reference
  rows: number[]; // the stave of each word
  elements: HTMLElement[];
}

export class Slope {
  readonly element = html("div", { class: "slope" });
  private score: Score | null = null;
  private drawing = svg("svg", { class: "ribbons", "aria-hidden": "true" });
  private voices: Voice[] = [];
  private trees: { voice: Voice; row: TreeRow; slot: HTMLElement; flipped: boolean }[] = [];
  private width = 0;

  constructor() {
    this.element.addEventListener(FIT, (event) => this.fit((event as CustomEvent<string>).detail));
    new ResizeObserver(() => {
      if (this.score && this.element.clientWidth > 0 && this.element.clientWidth !== this.width)
        this.lay();
    }).observe(this.element);
  }

  /** Shows the score; after a turn, words travel to their new places, the block that moved in its hue. */
  show(score: Score, turn: Turn | null = null): void {
    const before = turn ? this.positions() : null;
    this.score = score;
    if (this.element.isConnected) this.lay();
    if (!before || !turn) return;
    travel(this.wordElements(), before, () => this.draw());
    if (turn.move) lend(this.elementsOf(turn.side, turn.move), ["travelling", hue(turn.label)]);
  }

  private elementsOf(side: Side, move: Move): HTMLElement[] {
    const voice = this.voices.find((each) => each.arrangement?.side === side);
    const [start, stop] = move.tokens;
    return (voice?.elements ?? []).filter((_, place) => {
      const token = voice?.arrangement?.order[place] ?? -1;
      return start <= token && token < stop;
    });
  }

  /** Lays the words out anew for a width other than that of the window. */
  private fit(width: string): void {
    place(this.element, { width });
    if (this.element.isConnected) this.lay();
  }

  private wordElements(): Map<string, HTMLElement> {
    const found = new Map<string, HTMLElement>();
    for (const voice of this.voices) {
      voice.elements.forEach((element, at) =>
        found.set(`${voice.name} ${voice.arrangement?.order[at] ?? at}`, element),
      );
    }
    return found;
  }

  private positions(): Map<string, DOMRect> {
    return new Map(
      [...this.wordElements()].map(([key, element]) => [key, element.getBoundingClientRect()]),
    );
  }

  /** Breaks the words into rows and makes their elements. */
  private lay(): void {
    if (!this.score) return;
    this.width = this.element.clientWidth;
    this.voices = voicesOf(this.score);
    this.element.classList.toggle(
      "calm",
      this.score.below.moves.length + (this.score.above?.moves.length ?? 0) === 0,
    );
    const broken = this.breakRows();
    this.trees = [];
    this.drawing = svg("svg", { class: "ribbons", "aria-hidden": "true" });
    replace(
      this.element,
      this.drawing,
      ...broken.map((stave, number) => this.staveElement(stave, number)),
    );
    this.draw();
  }

  private breakRows(): Stave[] {
    const probe = html("span", { class: "word" }, "x");
    replace(
      this.element,
      html(
        "div",
        { class: "stave" },
        html(
          "p",
          { class: "row" },
          html("span", { class: "voice" }),
          html("span", { class: "words" }, probe),
        ),
      ),
    );
    const room = (probe.parentElement?.clientWidth ?? 600) - 8;
    const { fontFamily, fontSize } = getComputedStyle(probe);
    const size = Number.parseFloat(fontSize);
    const lines = this.voices.map((voice) => ({
      widths: voice.words.map((word) => textWidth(word.gap + word.text, size, fontFamily) + 1),
      begins: voice.words.map(mayBegin),
      links: (voice.arrangement?.placed ?? []).map((each) => ({
        place: each.place,
        reference: each.link.reference,
      })),
    }));
    const broken = staves(lines, room);
    broken.forEach((stave, number) =>
      stave.forEach(([start, stop], voice) => {
        for (let at = start; at < stop; at++) this.voices[voice]?.rows.push(number);
      }),
    );
    return broken;
  }

  private staveElement(stave: Stave, number: number): HTMLElement {
    const [reference, below, above] = this.voices;
    const rowOf = (voice: Voice | undefined, index: number) => {
      const [start, stop] = stave[index] ?? [0, 0];
      return voice ? this.rowElement(voice, start, stop, number) : null;
    };
    return html(
      "div",
      { class: "stave" },
      above && this.treeSlot(above, stave[2] ?? [0, 0], true),
      rowOf(above, 2),
      rowOf(reference, 0),
      rowOf(below, 1),
      below && this.treeSlot(below, stave[1] ?? [0, 0], false),
    );
  }

  private treeSlot(voice: Voice, [start, stop]: [number, number], flipped: boolean): HTMLElement {
    const placed = voice.arrangement?.placed ?? [];
    const first = placed.findIndex((each) => each.place >= start && each.place < stop);
    const last = placed.findLastIndex((each) => each.place >= start && each.place < stop);
    const slot = html("div", { class: "tree-slot" });
    if (!voice.arrangement || first < 0) return slot;
    const row = treeRow(voice.arrangement, first, last);
    place(slot, { height: `${row.height}px` });
    this.trees.push({ voice, row, slot, flipped });
    return slot;
  }

  private rowElement(voice: Voice, start: number, stop: number, number: number): HTMLElement {
    const isReference = voice.arrangement === null;
    const words = html("span", { class: "words", dir: voice.direction });
    for (let at = start; at < stop; at++) {
      const word = voice.words[at];
      if (!word) continue;
      const element = this.wordElement(voice, at, word);
      voice.elements[at] = element;
      words.append(at > start ? word.gap : "", element);
    }
    if (voice.words.length === 0 && number === 0)
      words.append(html("span", { class: "nothing" }, "(empty)"));
    return html(
      "p",
      { class: `row ${isReference ? "reference" : "output"}`, dir: this.side() },
      html("span", { class: "voice" }, number === 0 ? verbatim(voice.name) : ""),
      words,
    );
  }

  /** Where rows begin: on the right if all are written from there; else links would be too long. */
  private side(): "ltr" | "rtl" {
    const written = this.voices.filter((voice) => voice.words.length > 0);
    return written.some((voice) => voice.direction !== "rtl") ? "ltr" : "rtl";
  }

  private wordElement(voice: Voice, at: number, word: Word): HTMLElement {
    const links = this.linksOf(voice, at);
    const [first] = links;
    const move = first?.move ?? 0;
    return html(
      "span",
      {
        class: `word ${first ? "" : "unaligned"} ${move ? `moved ${hue(move)}` : ""}`,
        "data-link": linkKeys(links),
        "data-move":
          [...new Set(links.map((each) => moveKey(each.move)))].filter(Boolean).join(" ") || null,
        "data-tip": first
          ? tip([first])
          : voice.arrangement
            ? `stands for no word of the ${this.score?.name ?? "reference"}`
            : "no word stands for it",
      },
      word.text,
    );
  }

  private linksOf(voice: Voice, at: number): Placed[] {
    if (voice.arrangement) return voice.arrangement.placed.filter((each) => each.place === at);
    return this.voices
      .slice(1)
      .flatMap(
        (output) => output.arrangement?.placed.filter((each) => each.link.reference === at) ?? [],
      )
      .sort((left, right) => Number(right.move > 0) - Number(left.move > 0));
  }

  /** Draws ribbons and trees where the words now are. */
  private draw(): void {
    if (!this.element.isConnected) return; // the reader went on while words were travelling
    const origin = this.element.getBoundingClientRect();
    const boxOf = (element: HTMLElement | undefined): Box => {
      const rect = element?.getBoundingClientRect() ?? origin;
      return {
        left: rect.left - origin.left,
        right: rect.right - origin.left,
        top: rect.top - origin.top,
        bottom: rect.bottom - origin.top,
      };
    };
    const [width, height] = [this.element.clientWidth, this.element.clientHeight];
    for (const [name, value] of Object.entries({
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    })) {
      this.drawing.setAttribute(name, String(value));
    }
    const [reference, ...outputs] = this.voices;
    const layers = { kept: svg("g"), moved: svg("g"), badges: svg("g"), trees: svg("g") };
    for (const output of outputs) if (reference) drawRibbons(reference, output, boxOf, layers);
    for (const { voice, row, slot, flipped } of this.trees) {
      const box = boxOf(slot);
      const at = (position: number): Box =>
        boxOf(voice.elements[voice.arrangement?.placed[position]?.place ?? 0]);
      layers.trees.append(row.draw(at, flipped ? box.bottom : box.top, flipped));
    }
    replace(this.drawing, hatching(), layers.kept, layers.moved, layers.trees, layers.badges);
  }

  /** The words with their places, for a drawing that stands alone. */
  letters(): { text: string; box: Box; hollow: boolean; rtl: boolean; label: boolean }[] {
    const origin = this.element.getBoundingClientRect();
    const found = [...this.element.querySelectorAll<HTMLElement>(".word, .voice, .nothing")];
    return found
      .filter((element) => element.textContent)
      .map((element) => {
        const rect = element.getBoundingClientRect();
        const box = {
          left: rect.left - origin.left,
          right: rect.right - origin.left,
          top: rect.top - origin.top,
          bottom: rect.bottom - origin.top,
        };
        const rtl = element.closest("[dir]")?.getAttribute("dir") === "rtl";
        return {
          text: element.textContent ?? "",
          box,
          hollow: element.classList.contains("unaligned"),
          rtl,
          label: element.classList.contains("voice"),
        };
      });
  }

  picture(): SVGSVGElement {
    return this.drawing;
  }
}

type Layers = Record<"kept" | "moved" | "badges", SVGGElement>;

function drawRibbons(
  reference: Voice,
  output: Voice,
  boxOf: (element?: HTMLElement) => Box,
  layers: Layers,
): void {
  const isAbove = output.arrangement?.side === "above";
  const rowOfPlace = (place: number): number => output.rows[place] ?? 0;
  const rowOfReference = (token: number): number => reference.rows[token] ?? 0;
  const all = runs(output.arrangement?.placed ?? [], rowOfPlace, rowOfReference);
  const carriers = numbered(all, ({ links: [first] }) =>
    first ? `${rowOfPlace(first.place)} ${rowOfReference(first.link.reference)}` : "",
  );
  const blocks = all.map((run): [Run, Box, Box] => [
    run,
    around(run.links.map((each) => boxOf(reference.elements[each.link.reference]))),
    around(run.links.map((each) => boxOf(output.elements[each.place]))),
  ]);
  for (const [run, above, below] of blocks) {
    const [first] = run.links;
    const torn = first && rowOfPlace(first.place) !== rowOfReference(first.link.reference);
    const joined = torn ? tails(run, above, below, isAbove) : [ribbon(run, above, below)];
    if (run.move === 0) {
      layers.kept.append(...joined);
      continue;
    }
    layers.moved.append(ground(run, above), ground(run, below), ...joined);
    if (!carriers.has(run)) continue;
    layers.badges.append(
      badge(run, middle(above), isAbove ? above.top - 1 : above.bottom + 1),
      badge(run, middle(below), isAbove ? below.bottom + 1 : below.top - 1),
    );
  }
}

function voicesOf({ name = "reference", reference, below, above }: Score): Voice[] {
  const voice = (
    name: string,
    words: Word[],
    text: string,
    arrangement: Arrangement | null,
  ): Voice => ({
    name,
    words,
    direction: direction(text),
    arrangement,
    rows: [],
    elements: [],
  });
  const output = (arrangement: Arrangement): Voice =>
    voice(
      arrangement.explanation.system,
      arrangement.words,
      arrangement.explanation.hypothesis.text,
      arrangement,
    );
  const voices = [
    voice(name, written(reference.tokens, reference.text), reference.text, null),
    output(below),
  ];
  return above ? [...voices, output(above)] : voices;
}

/** The hatching of prime blocks. */
function hatching(): SVGElement {
  const lines = svg("pattern", {
    id: "hatch",
    width: 6,
    height: 6,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  lines.append(svg("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch" }));
  return svg("defs", {}, lines);
}
