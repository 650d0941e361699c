import type { ChequeForm } from '@daybook/domain';
import type { DayText } from '../../lib/dates.ts';

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

const MIN_SCALE = 0.55;
const SCALE_STEP = 0.95;
/** Paper is set by other roundings than a screen. */
const slack = 0.99;

/** A text laid in lines that differ in width, in letters as large as can be. */
export function fitText(text: string, lines: readonly Line[], measure: Measure): Fitted {
  for (let scale = 1; ; scale = Math.max(MIN_SCALE, scale * SCALE_STEP)) {
    const { texts, rest } = laid(text, lines, (line, size) => measure(line, size * scale));
    if (rest === '') return { texts, scale, isCut: false };
    if (scale > MIN_SCALE) continue;
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

export type FieldName = keyof ChequeForm['fields'];
export type Place = NonNullable<ChequeForm['fields'][FieldName]>;

/** In the order in which a cheque is filled in. */
export const fieldNames = [
  'date',
  'payee',
  'amount',
  'words',
  'wordsSecondLine',
  'crossed',
] as const satisfies readonly FieldName[];

/** What a form begins with: one of the size that most banks have. */
export const defaultForm: ChequeForm = {
  width: 170,
  height: 80,
  fields: {
    date: { x: 125, y: 10, width: 38, size: 4 },
    payee: { x: 25, y: 24, width: 95, size: 4 },
    amount: { x: 125, y: 33, width: 38, size: 4.5 },
    words: { x: 25, y: 34, width: 95, size: 4 },
    wordsSecondLine: { x: 10, y: 43, width: 110, size: 4 },
    crossed: { x: 3, y: 3, width: 32, size: 3 },
  },
};

const DEFAULT_SIZE = 4;

/** A place with its width, else up to the edge of the form, and its size. */
export const placeBox = ({ width }: Pick<ChequeForm, 'width'>, place: Place): Required<Place> => ({
  ...place,
  width: place.width ?? Math.max(0, width - place.x),
  size: place.size ?? DEFAULT_SIZE,
});

/** The sheet that holds the form, with the room above it and to its left. */
export function paperOf({ width, height, margin = { left: 0, top: 0 } }: ChequeForm) {
  return { width: margin.left + width, height: margin.top + height, ...margin };
}

/** A text on the form, in millimetres from its top left corner. */
export interface PlacedText extends Required<Place> {
  readonly name: FieldName;
  readonly text: string;
  /** There is more of it than fits, however small. */
  readonly isCut: boolean;
}

/** What stands on a cheque, as far as the form has a place for it. */
export type ChequeTexts = Readonly<Record<'date' | 'payee' | 'amount' | 'words', string>>;

/** Where each text comes to stand, and how large; the words go on in the second line. */
export function placeTexts(form: ChequeForm, contents: ChequeTexts, measure: Measure): PlacedText[] {
  const { words, wordsSecondLine, ...others } = form.fields;
  const put = (names: readonly FieldName[], text: string): PlacedText[] => {
    const boxes = names.flatMap((name) => {
      const place = form.fields[name];
      return place ? [{ name, ...placeBox(form, place) }] : [];
    });
    const { texts, scale, isCut } = fitText(text, boxes, measure);
    return boxes.flatMap((box, at) => {
      const line = texts[at];
      return line ? [{ ...box, size: box.size * scale, text: line, isCut }] : [];
    });
  };
  const single = (['date', 'payee', 'amount'] as const).filter((name) => others[name]);
  return [
    ...single.flatMap((name) => put([name], contents[name])),
    ...put(words ? ['words', 'wordsSecondLine'] : [], contents.words),
  ];
}

/** As forms have it in every country that these languages are of: 08/12/2026. */
export const paperDate = (day: DayText) => day.split('-').toReversed().join('/');
