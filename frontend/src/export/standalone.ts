// A drawing that needs no style sheet: every shape carries its own colours, as on white paper.

import { html } from "../dom";

const PROPERTIES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
] as const;
const LETTERING = [
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "text-anchor",
  "direction",
] as const;
const SHAPES = "path, rect, circle, line, text";

/** A copy whose shapes have their computed looks as attributes, in light colours whatever the page wears. */
export function standalone(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const paper = html("div", { class: "on-paper" }, copy);
  document.body.append(paper);
  for (const shape of copy.querySelectorAll<SVGElement>(SHAPES)) dress(shape);
  paper.remove();
  const box = copy.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["class", "data-move", "data-link", "data-tip", "aria-hidden"])
      element.removeAttribute(name);
  }
  return copy;
}

function dress(shape: SVGElement): void {
  const computed = getComputedStyle(shape);
  const properties = shape.tagName === "text" ? [...PROPERTIES, ...LETTERING] : PROPERTIES;
  for (const property of properties) {
    const value = computed.getPropertyValue(property);
    if (value) shape.setAttribute(property, value.replace(/^url\(.*#(\w+)"?\)$/, "url(#$1)"));
  }
}
