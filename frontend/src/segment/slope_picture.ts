// The slope chart as one drawing: its ribbons, with the words as text.

import { svg } from "../dom";
import { type Box, middle } from "./ribbons";
import type { Slope } from "./slope";

export function slopePicture(slope: Slope): SVGSVGElement {
  const picture = slope.picture().cloneNode(true) as SVGSVGElement;
  for (const { text, box, hollow, rtl, label } of slope.letters()) {
    const baseline = box.top + (box.bottom - box.top) * 0.74;
    if (hollow) {
      picture.append(
        svg("rect", {
          x: box.left,
          y: box.top,
          width: box.right - box.left,
          height: box.bottom - box.top,
          rx: 3,
          class: "hollow-word",
        }),
      );
    }
    picture.append(label ? labelText(text, box, rtl, baseline) : wordText(text, box, baseline));
  }
  return picture;
}

function labelText(text: string, box: Box, rtl: boolean, baseline: number): SVGElement {
  const x = (rtl ? box.right : box.left).toFixed(1);
  const anchor = rtl ? "end" : "start";
  return svg(
    "text",
    { x, y: baseline.toFixed(1), "text-anchor": anchor, class: "voice-letter" },
    text,
  );
}

/** Centred in its box, so that it stays over its ribbon in a font of another width. */
function wordText(text: string, box: Box, baseline: number): SVGElement {
  const at = { x: middle(box).toFixed(1), y: baseline.toFixed(1), "text-anchor": "middle" };
  return svg("text", { ...at, class: "letter" }, text);
}
