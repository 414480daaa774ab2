// A standalone drawing as a TikZ picture: paths, rectangles, circles, lines and words.

const PT_PER_PX = 0.75;

interface Look {
  options: string[];
  colours: Map<string, string>;
}

/** TikZ code that draws the same; y runs downwards, as on the screen. */
export function tikz(drawing: SVGSVGElement): string {
  const colours = new Map<string, string>();
  const lines = [...drawing.querySelectorAll<SVGElement>("path, rect, circle, line, text")]
    .filter((shape) => !shape.closest("defs"))
    .map((shape) => command(shape, colours))
    .filter((line) => line !== "");
  const defined = [...colours].map(([rgb, name]) => `\\definecolor{${name}}{RGB}{${rgb}}`);
  const scale = `x=${PT_PER_PX}pt, y=-${PT_PER_PX}pt`;
  return [
    "% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}; compile with LuaLaTeX or XeLaTeX for scripts other than Latin",
    ...defined,
    `\\begin{tikzpicture}[${scale}]`,
    ...lines.map((line) => `  ${line}`),
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}

function command(shape: SVGElement, colours: Map<string, string>): string {
  if (shape.tagName === "text") return textNode(shape, colours);
  const options = paint(shape, { options: [], colours });
  const path = outline(shape);
  return options.length > 0 && path ? `\\path[${options.join(", ")}] ${path};` : "";
}

function paint(shape: SVGElement, look: Look): string[] {
  const whole = Number(shape.getAttribute("opacity") ?? 1);
  for (const [property, key] of [
    ["fill", "fill"],
    ["stroke", "draw"],
  ] as const) {
    const value = shape.getAttribute(property) ?? "none";
    const hatched = value.startsWith("url(");
    if (hatched) look.options.push("pattern=north east lines", ...hatchColour(shape, look.colours));
    const name = colour(value, look.colours);
    if (!name || hatched) continue;
    look.options.push(`${key}=${name}`);
    const opacity = Number(shape.getAttribute(`${property}-opacity`) ?? 1) * whole;
    if (opacity < 1) look.options.push(`${key} opacity=${short(opacity)}`);
  }
  if (look.options.some((option) => option.startsWith("draw="))) {
    look.options.push(
      `line width=${short(pixels(shape.getAttribute("stroke-width")) * PT_PER_PX)}pt`,
    );
    if ((shape.getAttribute("stroke-dasharray") ?? "none") !== "none")
      look.options.push("densely dotted");
  }
  return look.options;
}

function hatchColour(shape: SVGElement, colours: Map<string, string>): string[] {
  const line = shape.ownerSVGElement?.querySelector("pattern line");
  const name = colour(line?.getAttribute("stroke") ?? "", colours);
  return name ? [`pattern color=${name}!50`] : [];
}

function outline(shape: SVGElement): string {
  const value = (name: string): number => pixels(shape.getAttribute(name));
  switch (shape.tagName) {
    case "rect":
      return `${point(value("x"), value("y"))} rectangle ${point(value("x") + value("width"), value("y") + value("height"))}`;
    case "circle":
      return `${point(value("cx"), value("cy"))} circle[radius=${short(value("r") * PT_PER_PX)}pt]`;
    case "line":
      return `${point(value("x1"), value("y1"))} -- ${point(value("x2"), value("y2"))}`;
    default:
      return curve(shape.getAttribute("d") ?? "");
  }
}

/** The commands of a path that this page draws: M, L, H, V, C, S, Z, and relative m and l. */
function curve(d: string): string {
  const parts: string[] = [];
  let [x, y] = [0, 0];
  let [handleX, handleY] = [0, 0];
  for (const [, letter = "", numbers = ""] of d.matchAll(/([MLHVCSZml])([^MLHVCSZml]*)/g)) {
    const n = (numbers.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    const at = (index: number): number => n[index] ?? 0;
    if (letter === "Z") {
      parts.push("-- cycle");
      continue;
    }
    if (letter === "C" || letter === "S") {
      const first = letter === "C" ? [at(0), at(1)] : [2 * x - handleX, 2 * y - handleY];
      const rest = letter === "C" ? n.slice(2) : n;
      [handleX, handleY] = [rest[0] ?? 0, rest[1] ?? 0];
      [x, y] = [rest[2] ?? 0, rest[3] ?? 0];
      parts.push(
        `.. controls ${point(first[0] ?? 0, first[1] ?? 0)} and ${point(handleX, handleY)} .. ${point(x, y)}`,
      );
      continue;
    }
    if (letter === "H") x = at(0);
    else if (letter === "V") y = at(0);
    else if (letter === "m" || letter === "l") [x, y] = [x + at(0), y + at(1)];
    else [x, y] = [at(0), at(1)];
    parts.push(letter === "M" || letter === "m" ? point(x, y) : `-- ${point(x, y)}`);
  }
  return parts.join(" ");
}

function textNode(shape: SVGElement, colours: Map<string, string>): string {
  const name = colour(shape.getAttribute("fill") ?? "", colours) ?? "black";
  const size = pixels(shape.getAttribute("font-size")) * PT_PER_PX;
  const anchor =
    { start: "base west", middle: "base", end: "base east" }[
      shape.getAttribute("text-anchor") ?? "start"
    ] ?? "base west";
  const font = `\\fontsize{${short(size)}}{${short(size * 1.2)}}\\selectfont`;
  const at = point(pixels(shape.getAttribute("x")), pixels(shape.getAttribute("y")));
  const turned = /rotate\((-?[\d.]+)/.exec(shape.getAttribute("transform") ?? "")?.[1];
  const options = [
    `anchor=${anchor}`,
    `inner sep=0`,
    `text=${name}`,
    `font=${font}`,
    ...(turned ? [`rotate=${-Number(turned)}`] : []),
    ...(shape.getAttribute("paint-order")?.startsWith("stroke") ? ["fill=white"] : []),
  ];
  return `\\node[${options.join(", ")}] at ${at} {${escape(shape.textContent ?? "")}};`;
}

function colour(value: string, colours: Map<string, string>): string | null {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value);
  if (!parts || parts[4] === "0") return null;
  const rgb = parts.slice(1, 4).join(",");
  const name = colours.get(rgb) ?? `hyperbaton${String.fromCharCode(65 + colours.size)}`;
  colours.set(rgb, name);
  return name;
}

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
};

function escape(text: string): string {
  return text
    .replace(/[\\{}$&#%_^~]/g, (character) => SPECIAL[character] ?? character)
    .replace(/\s+/g, " ");
}

const pixels = (value: string | null): number => Number.parseFloat(value ?? "0") || 0;
const short = (value: number): string => String(Math.round(value * 100) / 100);
const point = (x: number, y: number): string => `(${short(x)},${short(y)})`;
