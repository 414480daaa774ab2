// Words that travel to their new places.

export const TRAVEL_MS = 250;

export function motionWanted(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Lets elements glide from where they were to where they are, drawing after every frame. */
export function travel(
  elements: Map<string, HTMLElement>,
  before: Map<string, DOMRect>,
  draw: () => void,
): void {
  if (!motionWanted()) return;
  let moving = 0;
  for (const [key, element] of elements) {
    const from = before.get(key);
    const to = element.getBoundingClientRect();
    if (!from || (Math.abs(from.left - to.left) < 1 && Math.abs(from.top - to.top) < 1)) continue;
    const start = { left: `${from.left - to.left}px`, top: `${from.top - to.top}px` };
    moving++;
    element.animate([start, { left: "0px", top: "0px" }], {
      duration: TRAVEL_MS,
      easing: "ease-in-out",
    });
  }
  if (moving === 0) return;
  const end = performance.now() + TRAVEL_MS + 40;
  const frame = (): void => {
    draw();
    if (performance.now() < end) requestAnimationFrame(frame);
  };
  frame();
}

/** Lends elements a class for as long as words travel. */
export function lend(elements: readonly HTMLElement[], names: readonly string[]): void {
  if (!motionWanted()) return;
  for (const element of elements) element.classList.add(...names);
  setTimeout(() => {
    for (const element of elements) element.classList.remove(...names);
  }, TRAVEL_MS);
}

/** Counts a number up or down to its new value. */
export function count(from: number, to: number, show: (value: number) => void): void {
  if (!motionWanted() || from === to) return show(to);
  const start = performance.now();
  const frame = (now: number): void => {
    const part = Math.min(Math.max((now - start) / TRAVEL_MS, 0), 1);
    show(from + (to - from) * part);
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
