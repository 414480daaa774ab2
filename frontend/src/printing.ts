// Paper is narrower than a window: before a page is printed, words are laid out for A4.

import { html } from "./dom";

export const FIT = "fit-width";
const PAPER = "650px"; // what A4 leaves between its margins

/** Prints a drawing on a page of its own size; saved as PDF, words stand where the page shows them. */
export function printDrawing(drawing: SVGSVGElement): void {
  const { width, height } = drawing.viewBox.baseVal;
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { size: ${Math.ceil(width)}px ${Math.ceil(height) + 1}px; margin: 0 }
    @media print { body > :not(.sheet) { display: none !important } }`);
  const sheet = html("div", { class: "sheet" }, drawing);
  document.body.append(sheet);
  document.adoptedStyleSheets.push(page);
  const clear = (): void => {
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
  };
  addEventListener("afterprint", clear, { once: true });
  print();
}

/** Tells everything that lays itself out how wide it may be; an empty width is that of the window. */
export function installPrinting(): void {
  const fit = (width: string): void => {
    for (const element of document.querySelectorAll(".slope")) {
      element.dispatchEvent(new CustomEvent(FIT, { detail: width }));
    }
  };
  addEventListener("beforeprint", () => fit(PAPER));
  addEventListener("afterprint", () => fit(""));
}
