// Paper is narrower than a window: before a page is printed, words are laid out for A4.

export const FIT = "fit-width";
const PAPER = "650px"; // what A4 leaves between its margins

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
