// Numbers as they are shown: a real minus sign, and a dash where there is none.

const MINUS = "\u2212";
export const UNKNOWN = "–";

export function fixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  return value.toFixed(decimals).replace("-", MINUS);
}

const NOISE = 1e-9; // below this a difference is rounding

/** With its sign, and as many digits as it takes to see that a small number is not nothing. */
export function signed(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN;
  const size = Math.abs(value) < NOISE ? 0 : Math.abs(value);
  const small = size > 0 && size < 0.5 * 10 ** -decimals;
  const text = small
    ? size.toPrecision(1)
    : size.toFixed(size >= 10 ? Math.min(decimals, 1) : decimals);
  return `${size === 0 ? "±" : value > 0 ? "+" : MINUS}${text}`;
}

/** A whole number with separators of thousands. */
export const whole = (count: number): string => count.toLocaleString("en");

/** A share as per cent, with two decimals. */
export const percent = (share: number): string => `${fixed(100 * share, 2)}%`;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** A function from values to places on a line. */
export function scale(
  low: number,
  high: number,
  from: number,
  to: number,
): (value: number) => number {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** Round numbers between two values, about as many as asked for. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const found: number[] = [];
  for (let at = Math.ceil(low / step); at * step <= high + step / 1e6; at++) found.push(at * step);
  return found;
}

/** Digits that tell neighbouring ticks apart. */
export function tickText(value: number, step: number): string {
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));
  return fixed(value, decimals);
}

/** A quiet mark for a p-value: two stars below 0.01, one below 0.05. */
export function significance(p: number | null): string {
  return p === null ? "" : p < 0.01 ? "**" : p < 0.05 ? "*" : "";
}
