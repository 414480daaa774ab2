// Copies the drawing of a segment as SVG, PNG or TikZ, or prints it as PDF.

import { html } from "../dom";
import { copyImage, copyText, save } from "../export/clipboard";
import { raster } from "../export/png";
import { standalone } from "../export/standalone";
import { tikz } from "../export/tikz";
import { printDrawing } from "../printing";
import type { Arrangement } from "./arrangement";
import { slopePicture } from "./slope_picture";
import type { Slope } from "./slope";
import { treePicture } from "./tree_picture";

export interface Drawings {
  plot: SVGSVGElement | null;
  arrangement: Arrangement;
}

const PICTURES = ["slope", "tree", "dot plot"] as const;
type Picture = (typeof PICTURES)[number];

export function exportMenu(slope: Slope, drawings: () => Drawings): HTMLElement {
  const said = html("span", { class: "said", role: "status" });
  const choice = html(
    "select",
    { "aria-label": "Drawing to copy" },
    ...PICTURES.map((name) => html("option", { value: name }, name)),
  );
  const picture = (): SVGSVGElement => {
    const { plot, arrangement } = drawings();
    const name = choice.value as Picture;
    if (name === "tree") return standalone(treePicture(arrangement));
    return standalone(name === "dot plot" && plot ? plot : slopePicture(slope));
  };
  const act = (name: string, run: () => Promise<string>) =>
    html(
      "button",
      {
        type: "button",
        click: () =>
          void run().then(
            (text) => (said.textContent = text),
            () => (said.textContent = `${name} could not be copied`),
          ),
      },
      name,
    );
  const text = (svg: SVGSVGElement): string => new XMLSerializer().serializeToString(svg);
  return html(
    "div",
    { class: "export", role: "group", "aria-label": "Copy the drawing" },
    html("span", { class: "export-label", "aria-hidden": "true" }, "Copy"),
    choice,
    act("SVG", async () => copyText(text(picture()), "SVG")),
    act("TikZ", async () => copyText(tikz(picture()), "TikZ")),
    act("PDF", async () => (printDrawing(picture()), "choose “Save as PDF”")),
    act("PNG", async () => copyImage(await raster(picture()), choice.value)),
    act("Save", async () =>
      save(
        new Blob([text(picture())], { type: "image/svg+xml" }),
        `${choice.value.replace(" ", "-")}.svg`,
      ),
    ),
    said,
  );
}
