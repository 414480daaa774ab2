// One small note beside the pointer or the focused element, for everything that has data-tip.

import { html, place } from "./dom";

export function installTooltips(): void {
  const note = html("div", { class: "tooltip", role: "tooltip", hidden: true });
  document.body.append(note);
  const show = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
    note.hidden = target === null;
    if (!target) return;
    note.textContent = target.getAttribute("data-tip");
    const box = target.getBoundingClientRect();
    const x = event instanceof PointerEvent ? event.clientX : box.left + box.width / 2;
    const left = Math.max(8, Math.min(x - note.offsetWidth / 2, innerWidth - note.offsetWidth - 8));
    const above = box.top - note.offsetHeight - 8;
    place(note, { left: `${left}px`, top: `${above > 4 ? above : box.bottom + 8}px` });
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("focusout", () => (note.hidden = true));
  document.addEventListener("scroll", () => (note.hidden = true), { passive: true });
}
