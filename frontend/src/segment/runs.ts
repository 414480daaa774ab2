// Runs of links that one ribbon can show: neighbours on both sides, in the same move, on the same rows.

import { isNear, type Placed, type Side } from "./arrangement";

export interface Run {
  side: Side;
  links: Placed[];
  move: number;
  near: boolean;
}

/** Consecutive links, cut wherever a word between them is unlinked, moved elsewhere, or on another row. */
export function runs(
  placed: readonly Placed[],
  rowOfPlace: (place: number) => number,
  rowOfReference: (token: number) => number,
): Run[] {
  const found: Run[] = [];
  for (const each of placed) {
    const run = found[found.length - 1];
    const last = run?.links[run.links.length - 1];
    const follows =
      run !== undefined &&
      last !== undefined &&
      each.move === last.move &&
      !run.near &&
      !isNear(each.link) &&
      each.place === last.place + 1 &&
      each.link.reference === last.link.reference + 1 &&
      rowOfPlace(each.place) === rowOfPlace(last.place) &&
      rowOfReference(each.link.reference) === rowOfReference(last.link.reference);
    if (follows) run.links.push(each);
    else found.push({ side: each.side, links: [each], move: each.move, near: isNear(each.link) });
  }
  return found;
}

/** The runs that carry the number of their move: the longest between any two rows. */
export function numbered(all: readonly Run[], rows: (run: Run) => string): Set<Run> {
  const longest = new Map<string, Run>();
  for (const run of all) {
    const key = `${run.move} ${rows(run)}`;
    if (run.move > 0 && run.links.length > (longest.get(key)?.links.length ?? 0))
      longest.set(key, run);
  }
  return new Set(longest.values());
}
