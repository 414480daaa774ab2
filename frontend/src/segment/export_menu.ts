// Saves the drawings of a segment as SVG.

import { html } from "../dom";
import { standalone } from "../export/standalone";
import type { Arrangement } from "./arrangement";
import { slopePicture } from "./slope_picture";
import type { Slope } from "./slope";
import { treePicture } from "./tree_picture";

export interface Drawings {
  plot: SVGSVGElement | null;
  arrangement: Arrangement;
}

export function exportMenu(slope: Slope, drawings: () => Drawings): HTMLElement {
  const button = (name: string, picture: () => SVGSVGElement | null): HTMLElement =>
    html("button", { type: "button", click: () => save(picture(), `${name}.svg`) }, name);
  return html(
    "div",
    { class: "export", role: "group", "aria-label": "Save a drawing" },
    html("span", { class: "export-label", "aria-hidden": "true" }, "Save as SVG"),
    button("slope", () => slopePicture(slope)),
    button("tree", () => treePicture(drawings().arrangement)),
    button("dots", () => drawings().plot),
  );
}

function save(picture: SVGSVGElement | null, name: string): void {
  if (!picture) return;
  const text = new XMLSerializer().serializeToString(standalone(picture));
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
