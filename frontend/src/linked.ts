// Lights a moved block, or a pair of words, in every view at once, on hover and on focus.

/** Makes every element with data-move or data-link under the root light its likes. */
export function linkViews(root: HTMLElement): void {
  const light = (event: Event): void => {
    const target = event.target instanceof Element ? event.target : null;
    const moved = target?.closest("[data-move]")?.getAttribute("data-move") ?? "";
    const linked = target?.closest("[data-link]")?.getAttribute("data-link") ?? "";
    mark(root, "data-move", moved, "lit");
    mark(root, "data-link", moved ? "" : linked, "pointed");
    root.classList.toggle("some-lit", moved !== "");
  };
  const dim = (): void => {
    mark(root, "data-move", "", "lit");
    mark(root, "data-link", "", "pointed");
    root.classList.remove("some-lit");
  };
  root.addEventListener("pointerover", light);
  root.addEventListener("focusin", light);
  root.addEventListener("pointerleave", dim);
  root.addEventListener("focusout", dim);
}

function mark(root: HTMLElement, attribute: string, keys: string, name: string): void {
  const wanted = new Set(keys.split(" ").filter(Boolean));
  for (const element of root.querySelectorAll(`[${attribute}]`)) {
    const own = element.getAttribute(attribute)?.split(" ") ?? [];
    element.classList.toggle(
      name,
      own.some((key) => wanted.has(key)),
    );
  }
}
