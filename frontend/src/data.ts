// Reads what the document carries. Segments are unpacked only when they are looked at.

import type { Explanation, Overview, SegmentIndex } from "./types";

function json<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

const DECIMALS = 3; // more say nothing about systems

export function overview(): Overview | null {
  const found = json<Overview>("overview");
  for (const metric of found?.metrics ?? []) metric.decimals = Math.min(metric.decimals, DECIMALS);
  return found;
}

async function unpack<T>(packed: string): Promise<T> {
  const bytes = Uint8Array.from(atob(packed.trim()), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as T;
}

/** The segments of a report: an index over all, and their explanations in chunks. */
export class Segments {
  private chunks = new Map<HTMLElement, Promise<Explanation[][]>>();
  private found: Promise<SegmentIndex> | null = null;

  index(): Promise<SegmentIndex> {
    this.found ??= unpack<SegmentIndex>(document.getElementById("index")?.textContent ?? "");
    return this.found;
  }

  /** The explanations of one segment, counted from 1, in the order of the systems. */
  async explanations(segment: number): Promise<Explanation[]> {
    for (const chunk of document.querySelectorAll<HTMLElement>("script.chunk")) {
      const first = Number(chunk.dataset.first);
      if (segment < first || segment > Number(chunk.dataset.last)) continue;
      let unpacked = this.chunks.get(chunk);
      if (!unpacked) this.chunks.set(chunk, (unpacked = unpack(chunk.textContent ?? "")));
      return (await unpacked)[segment - first] ?? [];
    }
    return [];
  }
}
