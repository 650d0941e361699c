import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

interface Options {
  /** In which the rows stand. */
  readonly body: RefObject<HTMLElement | null>;
  readonly keys: readonly string[];
  /** Of a row that has not been drawn yet, in pixels. */
  readonly height: number;
  /** Every row is drawn, as paper needs it. */
  readonly isWhole: boolean;
  /** Called where the last rows come into view. */
  readonly onEnd: (() => void) | undefined;
}

/** Fewer rows than this are simply all there. */
const manyRows = 100;

/** Which rows of a long list are drawn, and how much room those before and after them take. */
export function useDrawnRows({ body, keys, height, isWhole, onEnd }: Options) {
  const { length } = keys;
  const offset = useOffset(body);
  const keyAt = useCallback((index: number) => keys[index] as string, [keys]);
  const whole = isWhole || length < manyRows;
  const virtualizer = useWindowVirtualizer({
    count: length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: keyAt,
    enabled: !whole,
  });
  const items = virtualizer.getVirtualItems();
  const last = whole ? length - 1 : (items.at(-1)?.index ?? 0);
  useEffect(() => {
    if (last >= length - 20) onEnd?.();
  }, [last, length, onEnd]);
  if (whole) return { shown: keys.map((_, index) => index), before: 0, after: 0, measure: undefined };
  return {
    shown: items.map(({ index }) => index),
    before: (items[0]?.start ?? offset) - offset,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? offset) + offset,
    measure: virtualizer.measureElement,
  };
}

/** How far below the top of the page the rows begin. */
function useOffset(body: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setOffset(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    // What stands above the rows may come later, and open and close.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, [body]);
  return offset;
}
