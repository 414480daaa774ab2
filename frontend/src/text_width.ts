// How wide a text will be, before it is drawn.

let context: CanvasRenderingContext2D | null = null;

/** The width in pixels of a text in the page's font at a size, or in any other font. */
export function textWidth(text: string, size: number, font = pageFont()): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * size * 0.6;
  context.font = `${size}px ${font}`;
  return context.measureText(text).width;
}

function pageFont(): string {
  return getComputedStyle(document.documentElement).fontFamily;
}
