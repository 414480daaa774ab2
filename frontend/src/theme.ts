// Light or dark: what the reader's system asks for, unless the reader chose.

import { html, replace } from "./dom";

const CHOICES = ["auto", "light", "dark"] as const;
type Theme = (typeof CHOICES)[number];
const SIGNS: Record<Theme, string> = { auto: "◐", light: "○", dark: "●" };
const KEY = "hyperbaton-theme";

function remembered(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return CHOICES.find((choice) => choice === found) ?? "auto";
  } catch {
    return "auto"; // some browsers keep nothing for pages opened from a file
  }
}

function wear(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    return;
  }
}

export function themeButton(): HTMLElement {
  let theme = remembered();
  wear(theme);
  const button = html("button", {
    type: "button",
    class: "theme",
    click: () => {
      theme = CHOICES[(CHOICES.indexOf(theme) + 1) % CHOICES.length] ?? "auto";
      wear(theme);
      name();
    },
  });
  const name = (): void => {
    replace(button, SIGNS[theme], html("span", { class: "theme-name" }, ` ${theme}`));
    button.setAttribute("aria-label", `Colours: ${theme}`);
  };
  name();
  return button;
}
