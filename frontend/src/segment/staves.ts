// Breaks long sentences into staves: a row of the reference with the part of each output that belongs to it.

/** The words from start to stop of each voice: the reference first, then the outputs. */
export type Stave = [number, number][];

/** The words of one voice, before they are broken into rows. */
export interface Line {
  widths: number[];
  begins: boolean[]; // whether a row may begin with the word
  links: { place: number; reference: number }[]; // none for the reference
}

interface Voice extends Line {
  ends: number[]; // where each word ends on an endless line
}

const UNFILLED = 12; // what an empty row costs, in links that leave their stave
const STAVE = 6; // what one more stave costs, in the same measure
const EMPTY = 12; // what a stave costs in which a voice has no words
const ATTEMPTS = 12; // widths that are tried
const SHORTEST = 0.55; // of the width, that a row other than the last should fill

/** Row breaks that keep most links within their stave. The first line is the reference. */
export function staves(lines: readonly Line[], room: number): Stave[] {
  const voices = lines.map((line) => ({ ...line, ends: runningSum(line.widths) }));
  const longest = Math.max(...voices.map((voice) => length(voice, 0, voice.ends.length)));
  const narrowest = longest / Math.ceil(longest / room);
  let best = { cost: Infinity, stops: [] as number[][] };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stops = allStops(voices, room - (attempt / ATTEMPTS) * (room - narrowest), room);
    const cost = costOf(voices, stops);
    if (cost < best.cost) best = { cost, stops };
  }
  return best.stops.map((stop, number) =>
    stop.map((end, voice) => [best.stops[number - 1]?.[voice] ?? 0, end]),
  );
}

/** Where every voice ends in each stave, filled one after the other up to about a width. */
function allStops(voices: Voice[], width: number, room: number): number[][] {
  const found: number[][] = [];
  let starts = voices.map(() => 0);
  while (
    found.length === 0 ||
    voices.some((voice, index) => (starts[index] ?? 0) < voice.ends.length)
  ) {
    starts = nextStops(voices, starts, Math.min(width, room));
    found.push(starts);
  }
  return found;
}

function costOf(voices: Voice[], stops: number[][]): number {
  const [, ...outputs] = voices;
  let cost = 0;
  stops.forEach((stop, number) => {
    const [reference = 0, ...ends] = stop;
    outputs.forEach((output, index) => (cost += torn(output, ends[index] ?? 0, reference)));
    const empty = voices.filter((_, voice) => stop[voice] === (stops[number - 1]?.[voice] ?? 0));
    cost += STAVE + EMPTY * empty.length;
  });
  return cost;
}

function nextStops(voices: Voice[], starts: number[], width: number): number[] {
  const furthest = voices.map((voice, index) => fitting(voice, starts[index] ?? 0, width));
  if (voices.every((voice, index) => furthest[index] === voice.ends.length)) return furthest;
  const [reference, ...outputs] = voices;
  if (!reference) return furthest;
  let best = { cost: Infinity, stops: furthest };
  for (const stop of candidates(reference, starts[0] ?? 0, furthest[0] ?? 0, width)) {
    let cost = unfilled(reference, starts[0] ?? 0, stop, width);
    const stops = [stop];
    outputs.forEach((output, index) => {
      const from = starts[index + 1] ?? 0;
      const found = bestStop(output, from, furthest[index + 1] ?? 0, stop, width);
      cost += found.cost;
      stops.push(found.stop);
    });
    if (cost < best.cost) best = { cost, stops };
  }
  return best.stops;
}

function bestStop(output: Voice, from: number, furthest: number, reference: number, width: number) {
  let best = { cost: Infinity, stop: furthest };
  for (const stop of candidates(output, from, furthest, width)) {
    const cost = unfilled(output, from, stop, width) + torn(output, stop, reference);
    if (cost < best.cost) best = { cost, stop };
  }
  return best;
}

/** Links with one end before the break and the other after it. */
function torn(output: Voice, place: number, reference: number): number {
  return output.links.filter((link) => link.place < place !== link.reference < reference).length;
}

function unfilled(voice: Voice, from: number, stop: number, width: number): number {
  if (stop === voice.ends.length) return 0;
  return UNFILLED * (1 - length(voice, from, stop) / width);
}

function candidates(voice: Voice, from: number, furthest: number, width: number): number[] {
  if (furthest === voice.ends.length && from === furthest) return [furthest];
  const found: number[] = [];
  for (let stop = furthest; stop > from; stop--) {
    if (found.length > 0 && length(voice, from, stop) < SHORTEST * width) break;
    if (stop === voice.ends.length || voice.begins[stop]) found.push(stop);
  }
  return found.length > 0 ? found : [furthest];
}

/** The last place up to which the words fit on one row; always one word at least. */
function fitting(voice: Voice, from: number, width: number): number {
  let stop = Math.min(from + 1, voice.ends.length);
  while (stop < voice.ends.length && length(voice, from, stop + 1) <= width) stop++;
  return stop;
}

function length(voice: Voice, from: number, stop: number): number {
  return (voice.ends[stop - 1] ?? 0) - (from > 0 ? (voice.ends[from - 1] ?? 0) : 0);
}

function runningSum(values: number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}
