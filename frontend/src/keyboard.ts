// Keys that work everywhere but in a field.

import { html } from "./dom";

export type Keys = Record<string, () => void>;

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]")
  );
}

/** Listens for the keys of whatever view is on show. */
export function installKeys(keys: () => Keys): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && isField(event.target))
      return (event.target as HTMLElement).blur();
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    const act = keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const HELP: [string, string][] = [
  ["j", "next segment"],
  ["k", "previous segment"],
  ["→", "undo the next move"],
  ["←", "put the last move back"],
  ["/", "search"],
  ["o", "overview"],
  ["l", "list of segments"],
  ["Esc", "leave a field or this help"],
  ["?", "this help"],
];

const READING: [string, string][] = [
  [
    "How to read a segment",
    "Words in order are grey. A block that stands in the wrong place has a colour and a number, the same in every view and, in a comparison, in both systems. Hollow words have no partner; dotted lines are near matches. Under the words, crossed arrows mark blocks that stand in reverse; the thicker the orange edge, the more it costs. Hatched blocks are tangled; their order is written out.",
  ],
  [
    "How to read the overview",
    "Blue is word choice, orange is word order. The table is sorted by the metric hyperbaton, which is made of both; whiskers are 95% intervals, stars differ from the best system. In the picture of points, systems to the right choose better words and systems higher up order them better. In the matrix, choose a pair to see how much of its difference is word choice and how much word order, and the segments where one of the two is right. Below, moves are sorted by kind: each number is what they cost per segment, and opens the segments behind it, the worst first.",
  ],
];

export function helpDialog(): HTMLDialogElement {
  const rows = HELP.map(([key, what]) =>
    html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, what)),
  );
  const dialog: HTMLDialogElement = html(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    html("h2", { id: "help-title" }, "Keys"),
    html("dl", {}, ...rows),
    ...READING.flatMap(([title, text]) => [html("h2", {}, title), html("p", {}, text)]),
    html("button", { type: "button", click: () => dialog.close() }, "Close"),
  );
  return dialog;
}
