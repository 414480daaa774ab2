// Words as they were written, with what stands between them.

export interface Word {
  text: string;
  gap: string; // what is written before it
}

const RIGHT_TO_LEFT =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u;

/** The tokens found in the text one after the other; a text that does not hold them is spaced evenly. */
export function written(tokens: readonly string[], text: string): Word[] {
  const found: Word[] = [];
  let at = 0;
  for (const token of tokens) {
    const next = text.indexOf(token, at);
    if (next < 0) return tokens.map((each, index) => ({ text: each, gap: index ? " " : "" }));
    found.push({ text: token, gap: text.slice(at, next).replace(/\s+/g, " ") });
    at = next + token.length;
  }
  if (found[0]) found[0].gap = found[0].gap.trimStart();
  return found;
}

/** The direction of a sentence: that of its first letter. */
export function direction(text: string): "ltr" | "rtl" {
  const letter = /\p{Letter}/u.exec(text)?.[0];
  return letter && RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

/** The middles of words that stand beside each other in a drawing, and how wide they are together. */
export function lined(
  widths: number[],
  towards: "ltr" | "rtl",
): { centres: number[]; total: number } {
  const total = widths.reduce((sum, width) => sum + width, 0);
  let end = 0;
  const centres = widths.map((width) => (end += width) - width / 2);
  return { centres: towards === "rtl" ? centres.map((x) => total - x) : centres, total };
}

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a row may begin with the word: not with a comma, nor within what is written as one. */
export function mayBegin(word: Word): boolean {
  return word.gap !== "" || UNSPACED.test(word.text);
}
