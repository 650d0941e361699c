import { inflateSync } from 'node:zlib';

/** A run of letters on a sheet. */
interface Run {
  readonly text: string;
  /** Where it begins: millimetres from the left and the upper edge. */
  readonly x: number;
  readonly y: number;
}

export interface Sheet {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
  /**
   * What it says, line by line, without spaces: where a letter has a place of its own, those are places too. Hebrew
   * and Arabic stand as they are seen, from left to right.
   */
  readonly lines: readonly string[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Letters = ReadonlyMap<string, string>;

const mm = (points: number) => (points * 25.4) / 72;
const one: Matrix = [1, 0, 0, 1, 0, 0];

/** The sheets of a PDF that Chromium made. */
export function sheetsOf(pdf: Buffer): Sheet[] {
  const objects = objectsOf(pdf);
  const part = (id: string | undefined) => objects.get(id ?? '') ?? { head: '', stream: '' };
  const lettersOf = (font: string): Letters =>
    lettersIn(part(/\/ToUnicode (\d+) 0 R/.exec(part(font).head)?.[1]).stream);
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\s/.test(head))
    .map(({ head }) => {
      const [, width = 0, height = 0] = (/\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(head) ?? []).map(Number);
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(id)]),
      );
      const runs = runsIn(part(/\/Contents (\d+) 0 R/.exec(head)?.[1]).stream, fonts, height);
      return { width: mm(width), height: mm(height), runs, lines: linesOf(runs) };
    });
}

function objectsOf(pdf: Buffer) {
  const source = pdf.toString('latin1');
  return new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\s(?:endobj|stream\r?\n)/g)].map((found) => {
      const [whole, id = '', head = ''] = found;
      const begin = found.index + whole.length;
      const isText = !whole.endsWith('endobj') && !head.includes('/Length1') && head.includes('/FlateDecode');
      const end = begin + Number(/\/Length (\d+)/.exec(head)?.[1]);
      return [id, { head, stream: isText ? inflateSync(pdf.subarray(begin, end)).toString('latin1') : '' }];
    }),
  );
}

const toText = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** What each glyph of a font stands for. */
function lettersIn(map: string): Letters {
  const letters = new Map<string, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(glyph, toText(hex));
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', hex = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let at = Number.parseInt(first, 16); at <= Number.parseInt(last, 16); at += 1)
        letters.set(
          at.toString(16).toUpperCase().padStart(4, '0'),
          String.fromCodePoint(Number.parseInt(hex, 16) + at - Number.parseInt(first, 16)),
        );
  return letters;
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

function runsIn(stream: string, fonts: ReadonlyMap<string, Letters>, height: number): Run[] {
  const runs: Run[] = [];
  const kept: Matrix[] = [];
  let [page, line] = [one, one];
  let letters: Letters | undefined;
  for (const command of stream.split('\n')) {
    const [, before = '', name] = /^(.*?)\s?(\S+)$/.exec(command) ?? [];
    const matrix = () => before.split(' ').map(Number) as unknown as Matrix;
    if (name === 'q') kept.push(page);
    else if (name === 'Q') page = kept.pop() ?? one;
    else if (name === 'cm') page = times(matrix(), page);
    else if (name === 'Tf') letters = fonts.get(before.slice(1).split(' ')[0] ?? '');
    else if (name === 'Tm') line = matrix();
    else if (name === 'Tj' || name === 'TJ') {
      const glyphs = [...before.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      const [, , , , x, y] = times(line, page);
      runs.push({
        text: glyphs.map((glyph) => letters?.get(glyph) ?? '').join(''),
        x: mm(x),
        y: mm(height - y),
      });
    }
  }
  return runs;
}

/** Runs of one height are one line. */
function linesOf(runs: readonly Run[]): string[] {
  const lines = Map.groupBy(runs, ({ y }) => Math.round(y * 4));
  return [...lines]
    .toSorted(([one], [other]) => one - other)
    .map(([, parts]) =>
      parts
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join('')
        .replace(/[\s\p{Cf}]/gu, '')
        // Ligatures, which some fonts have.
        .replace(/[\uFB00-\uFB06]/g, (letters) => letters.normalize('NFKC')),
    );
}
