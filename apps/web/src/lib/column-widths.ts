import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What a column needs, in pixels: where every word has a line of its own, and where all of them are in one line. */
interface Needs {
  readonly min: number;
  readonly max: number;
  /** Whether it is left out where there is no room for all. */
  readonly isOptional: boolean;
  /** Whether it has texts, which other rows may have longer. */
  readonly isText: boolean;
}

/** Pixels that a column of texts has before another one is left out for it. */
const comfortable = 144;
/** Pixels that the longest of words, or of texts, can claim. */
const longestWord = 208;
const longestText = 480;
/** Pixels of further room with which columns that were left out are tried again: more than a scroll bar. */
const regained = 40;

/**
 * Widths of columns in this much room; undefined for those that are left out, of the optional ones the last first. Where all
 * fit, the rest is for texts.
 */
export function columnWidths(room: number, columns: readonly Needs[]): (number | undefined)[] {
  const kept = columns.map(({ min, max, isOptional, isText }, index) => {
    const word = Math.min(min, longestWord);
    const text = Math.max(word, Math.min(max, longestText));
    const steps = [0, word, Math.max(word, Math.min(text, comfortable)), text] as const;
    return { index, isOptional, steps, growth: isText ? text : 0 };
  });
  const sumOf = (step: Step) => kept.reduce((sum, { steps }) => sum + steps[step], 0);
  while (sumOf(2) > room) {
    const last = kept.findLastIndex(({ isOptional }) => isOptional);
    if (last === -1) break;
    kept.splice(last, 1);
  }
  const growth = kept.reduce((sum, one) => sum + one.growth, 0);
  const rest = room - sumOf(3);
  // The first step that does not fit is taken in part.
  const step = ([1, 2, 3] as const).find((one) => sumOf(one) > room);
  const before = ((step ?? 1) - 1) as Step;
  const share = step && (room - sumOf(before)) / (sumOf(step) - sumOf(before));
  const widthOf = ({ steps, growth: own }: (typeof kept)[number]) => {
    if (step && share !== undefined) return steps[before] + (steps[step] - steps[before]) * share;
    return growth > 0 ? steps[3] + (rest * own) / growth : (steps[3] * room) / sumOf(3);
  };
  const widths = new Map(kept.map((one) => [one.index, widthOf(one)]));
  return columns.map((_, index) => widths.get(index));
}

type Step = 0 | 1 | 2 | 3;

interface SteadyColumn extends Pick<Needs, 'isOptional' | 'isText'> {
  readonly key: string;
}

/**
 * Keeps the widths of columns that suit the first rows: later ones, and what is typed, change them no more.
 * @param titles what the widths depend on; where it changes they are found anew, as in another width of the window
 * @param isDrawn whether its first rows are there
 * @param columns all that there are, in their order; without it, the columns are those of the table's head
 * @returns keys of the columns that there is no room for
 */
export function useSteadyColumns(
  table: RefObject<HTMLTableElement | null>,
  titles: string,
  isDrawn: boolean,
  columns?: readonly SteadyColumn[],
): ReadonlySet<string> {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  // Also of columns that are left out just now.
  const sizes = useRef(new Map<string, Pick<Needs, 'min' | 'max'>>());
  const chosen = useRef({ titles: '', room: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns, and more rows, are measured anew
  useLayoutEffect(() => {
    const element = table.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    const heads = [...element.querySelectorAll<HTMLElement>('thead th')];
    const all =
      columns ?? heads.map((_, index) => ({ key: String(index), isOptional: false, isText: false }));
    // On paper all are there.
    const shown = heads.length === all.length ? all : all.filter(({ key }) => !leftOut.has(key));
    const measure = (width: string) => {
      element.style.width = width;
      return heads.map((head) => head.getBoundingClientRect().width);
    };
    let known = 0;
    const settle = () => {
      const room = box.clientWidth;
      if (room === known || room === 0) return;
      known = room;
      element.style.tableLayout = '';
      for (const head of heads) head.style.width = '';
      const [mins, maxs] = [measure('min-content'), measure('max-content')];
      shown.forEach(({ key }, index) => {
        sizes.current.set(key, { min: mins[index] ?? 0, max: maxs[index] ?? 0 });
      });
      // Without one column the others may measure less: what is left out comes back only where there is clearly more room.
      const isAnew = titles !== chosen.current.titles || room > chosen.current.room + regained;
      chosen.current = { titles, room: isAnew ? room : Math.min(room, chosen.current.room) };
      const possible = all.filter(({ key, isOptional }) => isAnew || !isOptional || !leftOut.has(key));
      const widths = columnWidths(
        room,
        possible.map((column) => ({ ...column, ...(sizes.current.get(column.key) ?? { min: 0, max: 0 }) })),
      );
      const widthOf = new Map(possible.map(({ key }, index) => [key, widths[index]]));
      element.style.width = '';
      element.style.tableLayout = 'fixed';
      shown.forEach(({ key }, index) => {
        const width = widthOf.get(key);
        const head = heads[index];
        if (head && width !== undefined) head.style.width = `${(100 * width) / room}%`;
      });
      const out = all.flatMap(({ key }) => (widthOf.get(key) === undefined ? [key] : []));
      setLeftOut((before) =>
        out.length === before.size && out.every((key) => before.has(key)) ? before : new Set(out),
      );
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(box);
    return () => observer.disconnect();
  }, [table, titles, isDrawn, leftOut]);
  return leftOut;
}
