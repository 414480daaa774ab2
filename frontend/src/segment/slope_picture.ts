// The slope chart as one drawing: its ribbons, with the words as text.

import { svg } from "../dom";
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
    picture.append(
      svg(
        "text",
        {
          x: (rtl ? box.right : box.left).toFixed(1),
          y: baseline.toFixed(1),
          class: label ? "voice-letter" : "letter",
          direction: rtl ? "rtl" : null,
        },
        text,
      ),
    );
  }
  return picture;
}
