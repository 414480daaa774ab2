// Puts a drawing on the clipboard, or in a file where the browser allows no clipboard.

import { html } from "../dom";

export async function copyText(text: string, name: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = html("textarea", { class: "off-screen" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (!copied) return save(new Blob([text]), `drawing.${name === "TikZ" ? "tex" : "svg"}`);
  }
  return `${name} copied`;
}

export async function copyImage(image: Blob, name: string): Promise<string> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return "PNG copied";
  } catch {
    return save(image, `${name.replace(" ", "-")}.png`);
  }
}

export function save(content: Blob, name: string): string {
  const address = URL.createObjectURL(content);
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return `saved as ${name}`;
}
