import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';

const controls = 'a, button, input, label, select, textarea, summary';

/** Whether a click on a row means the row: not a control in it, not a menu above it, and not the end of marking text. */
export function meansRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>): boolean {
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  const control = target.closest(controls);
  if (control && currentTarget.contains(control)) return false;
  const marked = window.getSelection();
  return !marked || marked.isCollapsed || !marked.containsNode(target, true);
}

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
const manyRows = 50;

/** Rows that are rendered at once: all of them together would block a phone for half a second. */
const rowsAtOnce = 10;

/** How many rows are rendered by now. */
function useRenderedRows(length: number): number {
  const [count, setCount] = useState(rowsAtOnce);
  useEffect(() => {
    if (count < Infinity && length > 0)
      startTransition(() => setCount(count < length ? count + rowsAtOnce : Infinity));
  }, [count, length]);
  return count;
}

/** Which rows of a long list are drawn, how much room those before and after them take, and whether some are still rendered. */
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
    // Else the first rows are rendered once the size is known, and then all in one piece.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const items = virtualizer.getVirtualItems();
  const last = whole ? length - 1 : (items.at(-1)?.index ?? 0);
  useEffect(() => {
    if (last >= length - 20) onEnd?.();
  }, [last, length, onEnd]);
  const count = useRenderedRows(whole ? length : items.length);
  const isBusy = count < Infinity;
  if (whole) {
    const shown = keys.map((_, index) => index).slice(0, isWhole ? length : count);
    return { shown, before: 0, after: (length - shown.length) * height, measure: undefined, isBusy };
  }
  const rendered = items.slice(0, count);
  return {
    shown: rendered.map(({ index }) => index),
    before: (rendered[0]?.start ?? offset) - offset,
    after: virtualizer.getTotalSize() - (rendered.at(-1)?.end ?? offset) + offset,
    measure: virtualizer.measureElement,
    isBusy,
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
