// What other measures saw: TER's shifts and edits, and the derivation of inversion distance.

import { html, verbatim, type Child } from "../dom";
import { counted, fixed } from "../numbers";
import type { Derivation, EditScript, Explanation } from "../types";

export function evidenceSection(explanation: Explanation, heading: string): HTMLElement | null {
  const { ter, invwer } = explanation.edits;
  if (!ter && !invwer) return null;
  return html(
    "details",
    { class: "evidence" },
    html("summary", {}, html("h3", {}, `Edit scripts${heading}`)),
    ter ? terElement(ter, explanation.hypothesis.tokens) : null,
    invwer ? derivationElement(invwer) : null,
  );
}

function terElement(script: EditScript, tokens: string[]): HTMLElement {
  return html(
    "div",
    { class: "script" },
    html("h4", {}, `TER: ${counted(script.cost, "edit")}`),
    html("p", {}, `${counted(script.shifts.length, "shift")}, ${otherEdits(script)}.`),
    script.shifts.length > 0 &&
      html("ol", {}, ...shiftSentences(script, tokens).map((parts) => html("li", {}, ...parts))),
  );
}

function otherEdits({ cost, shifts, edits }: EditScript): string {
  if (!edits) return counted(cost - shifts.length, "other edit");
  const kinds = ["substitution", "insertion", "deletion"] as const;
  return kinds
    .map((kind) => counted(edits.filter((edit) => edit.kind === kind).length, kind))
    .join(", ");
}

/** Each shift applies to what the ones before it left. */
function shiftSentences(script: EditScript, tokens: string[]): Child[][] {
  let now = [...tokens];
  return script.shifts.map(({ start, length, destination }) => {
    const block = now.slice(start, start + length);
    const rest = [...now.slice(0, start), ...now.slice(start + length)];
    now = [...rest.slice(0, destination), ...block, ...rest.slice(destination)];
    const next = rest[destination];
    const where: Child[] = next === undefined ? ["the end"] : ["before “", verbatim(next), "”"];
    return [
      "“",
      verbatim(block.join(" ")),
      `” shifts ${counted(Math.abs(destination - start), "word")} to the ${destination > start ? "right" : "left"}, to `,
      ...where,
    ];
  });
}

function derivationElement(derivation: Derivation): HTMLElement {
  const exact = derivation.exact ? "" : " (found within a beam; a cheaper one may exist)";
  return html(
    "div",
    { class: "script" },
    html("h4", {}, `Inversion distance: ${fixed(derivation.cost, 0)}${exact}`),
    html(
      "p",
      {},
      `${counted(derivation.swaps.length, "swap")} of neighbouring blocks; ⟨ ⟩ encloses a swap, [ ] a straight sequence.`,
    ),
    html("p", { class: "derivation", dir: "auto" }, derivation.text),
  );
}
