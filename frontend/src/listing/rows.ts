// A table of any length that only holds the rows in sight.

import { html, place, replace } from "../dom";

const SPARE = 8; // rows kept above and below what is in sight

export class Rows {
  readonly body = html("tbody");
  private count = 0;
  private first = -1;
  private last = -1;
  private height = 64;
  private made = new Map<number, HTMLTableRowElement>(); // rows in sight, by position
  private above = spacer();
  private below = spacer();
  private scrolled = (): void => this.fill();

  constructor(private row: (position: number) => HTMLTableRowElement) {}

  /** Follows the window until the table leaves the page. */
  start(): void {
    addEventListener("scroll", this.scrolled, { passive: true });
    addEventListener("resize", this.scrolled, { passive: true });
    this.fill();
  }

  stop(): void {
    removeEventListener("scroll", this.scrolled);
    removeEventListener("resize", this.scrolled);
  }

  show(count: number): void {
    this.count = count;
    this.first = -1;
    this.made.clear();
    this.fill();
  }

  /** Where the row at a position begins on the page. */
  offset(position: number): number {
    return this.body.getBoundingClientRect().top + scrollY + position * this.height;
  }

  private fill(): void {
    if (!this.body.isConnected) return;
    const top = this.body.getBoundingClientRect().top;
    const first = Math.min(Math.max(0, Math.floor(-top / this.height) - SPARE), this.count);
    const last = Math.min(this.count, Math.ceil((innerHeight - top) / this.height) + SPARE);
    if (first === this.first && last === this.last) return;
    [this.first, this.last] = [first, Math.max(first, last)];
    const kept = this.made;
    this.made = new Map();
    for (let position = this.first; position < this.last; position++) {
      this.made.set(position, kept.get(position) ?? this.row(position));
    }
    const rows = [...this.made.values()];
    this.keepFocus(() => replace(this.body, this.above, ...rows, this.below));
    if (kept.size === 0) this.measure(rows[0]);
    place(this.above, { height: `${this.first * this.height}px` });
    place(this.below, { height: `${(this.count - this.last) * this.height}px` });
  }

  private measure(row: HTMLElement | undefined): void {
    const height = row?.offsetHeight ?? 0;
    if (height > 0 && height !== this.height) this.height = height;
  }

  private keepFocus(change: () => void): void {
    const focused = document.activeElement;
    const address = this.body.contains(focused) ? focused?.getAttribute("href") : null;
    change();
    if (!address) return;
    for (const link of this.body.querySelectorAll("a")) {
      if (link.getAttribute("href") === address) link.focus({ preventScroll: true });
    }
  }
}

function spacer(): HTMLTableRowElement {
  return html("tr", { class: "spacer", "aria-hidden": "true" });
}
