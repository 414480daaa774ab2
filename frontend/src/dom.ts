// Elements made by hand. Text always becomes a text node, so nothing that a user wrote is ever parsed.

export type Child = Node | string | number | null | undefined | false;
export type Attributes = Record<
  string,
  string | number | boolean | null | undefined | ((event: Event) => void)
>;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element. An attribute whose value is a function is a listener for the event of that name. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element; sizes and colours are presentation attributes or classes, never style attributes. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A text of the user's, whose direction its own letters decide. */
export function verbatim(text: string, attributes: Attributes = {}): HTMLElement {
  return html("bdi", { dir: "auto", ...attributes }, text);
}

/** Sets properties that a policy without inline styles still allows. */
export function place(element: HTMLElement | SVGElement, properties: Record<string, string>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** A table that scrolls sideways where it is wider than the page. */
export function scroller(label: string, table: HTMLTableElement): HTMLElement {
  return html("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": label }, table);
}

/** A choice among names; `none` is what no choice is called, where that is one. */
export function select(
  names: readonly string[],
  value: string,
  choose: (value: string) => void,
  none?: string,
): HTMLSelectElement {
  const found: HTMLSelectElement = html(
    "select",
    { change: () => choose(found.value) },
    none !== undefined && html("option", { value: "" }, none),
    ...names.map((name) => html("option", { value: name }, name)),
  );
  found.value = value;
  return found;
}

/** A control under its name. */
export function field(label: string, ...control: Child[]): HTMLElement {
  return html("label", { class: "field" }, html("span", {}, label), ...control);
}
