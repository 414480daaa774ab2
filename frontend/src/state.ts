// Where the reader is, as the fragment of the address: #/segment/7?system=loom&step=2.

export type View = "overview" | "segments" | "segment";

export interface State {
  view: View;
  segment: number;
  options: Record<string, string>;
}

/** Options that say what is listed; they stay when the reader goes from one segment to the next. */
export const LISTING = [
  "metric",
  "system",
  "against",
  "sort",
  "find",
  "regex",
  "low",
  "high",
  "far",
  "pattern",
  "short",
  "long",
  "beats",
  "set",
] as const;

export function parse(fragment: string): State {
  const [path = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const [name = "", number = ""] = path.split("/");
  const options = Object.fromEntries(new URLSearchParams(query));
  const segment = Number.parseInt(number, 10);
  if (name === "segment" && segment > 0) return { view: "segment", segment, options };
  return { view: name === "segments" ? "segments" : "overview", segment: 0, options };
}

export function fragment(state: State): string {
  const path =
    state.view === "overview"
      ? ""
      : state.view === "segments"
        ? "segments"
        : `segment/${state.segment}`;
  const used = Object.entries(state.options).filter(([, value]) => value !== "");
  const query = new URLSearchParams(used).toString();
  return `#/${path}${query ? `?${query}` : ""}`;
}

export function current(): State {
  return parse(location.hash);
}

/** A link to another view that keeps what is listed, with some options changed. */
export function to(
  view: View,
  segment: number,
  changes: Record<string, string> = {},
  from = current(),
): string {
  const kept = Object.fromEntries(LISTING.map((name) => [name, from.options[name] ?? ""]));
  return fragment({ view, segment, options: { ...kept, ...changes } });
}

/** A link to the list of segments that keeps nothing. */
export function list(options: Record<string, string>): string {
  return fragment({ view: "segments", segment: 0, options });
}

export function go(address: string): void {
  if (location.hash !== address) location.hash = address;
}

/** Changes options in place: a filter that is being typed is not a page of its own. */
export function adjust(changes: Record<string, string>): void {
  const now = current();
  history.replaceState(null, "", fragment({ ...now, options: { ...now.options, ...changes } }));
}
