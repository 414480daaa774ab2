// One hue per moved block; the style sheet holds the colours, for light and for dark.

const HUES = 8;

/** The class that carries the hue of a move; numbers tell apart those that share one. */
export function hue(move: number): string {
  return move > 0 ? `hue-${((move - 1) % HUES) + 1}` : "";
}
