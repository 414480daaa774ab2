// What surrounds every view: the header with its links, and the help.

import { html, verbatim, type Child } from "./dom";
import { helpDialog } from "./keyboard";
import { themeButton } from "./theme";

export interface Frame {
  header: HTMLElement;
  help: HTMLDialogElement;
}

export function frame(app: HTMLElement, title: string, ...links: Child[]): Frame {
  const help = helpDialog();
  app.tabIndex = -1;
  const header = html(
    "header",
    { class: "page-header" },
    html(
      "a",
      { class: "skip", href: "#app", click: (event) => (event.preventDefault(), app.focus()) },
      "Skip to the content",
    ),
    html("span", { class: "brand" }, "hyperbaton"),
    html("span", { class: "report-title" }, verbatim(title)),
    html("nav", { "aria-label": "Views" }, ...links),
    html(
      "div",
      { class: "page-tools" },
      themeButton(),
      html("button", { type: "button", "aria-label": "Help", click: () => help.showModal() }, "?"),
    ),
  );
  app.before(header);
  document.body.append(help);
  return { header, help };
}
