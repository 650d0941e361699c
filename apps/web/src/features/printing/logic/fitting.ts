/** How many millimetres a text in letters of this size takes. */
export type Measure = (text: string, size: number) => number;

interface Line {
  readonly width: number;
  readonly size: number;
}

interface Fitted {
  /** Of each line; empty where there is nothing left for it. */
  readonly texts: readonly string[];
  /** By how much the letters are smaller. */
  readonly scale: number;
  readonly isCut: boolean;
}

const smallest = 0.55;
const step = 0.95;
/** Paper is set by other roundings than a screen. */
const slack = 0.99;

/** A text laid in lines that differ in width, in letters as large as can be. */
export function fitted(text: string, lines: readonly Line[], measure: Measure): Fitted {
  for (let scale = 1; ; scale = Math.max(smallest, scale * step)) {
    const { texts, rest } = laid(text, lines, (line, size) => measure(line, size * scale));
    if (rest === '') return { texts, scale, isCut: false };
    if (scale > smallest) continue;
    const last = [texts.at(-1), rest].filter(Boolean).join(' ');
    return { texts: [...texts.slice(0, -1), last], scale, isCut: true };
  }
}

/** @returns what had no room too */
function laid(text: string, lines: readonly Line[], measure: Measure) {
  const words = text.split(' ').filter(Boolean);
  const texts = lines.map(({ width, size }) => {
    let count = words.length;
    while (count > 0 && measure(words.slice(0, count).join(' '), size) > width * slack) count -= 1;
    return words.splice(0, count).join(' ');
  });
  return { texts, rest: words.join(' ') };
}
