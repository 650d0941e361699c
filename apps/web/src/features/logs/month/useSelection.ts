import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Position } from '../logic/grid.ts';
import { areaOf, selectionAmong } from '../logic/selection.ts';

type Happened = KeyboardEvent | MouseEvent | FocusEvent | ClipboardEvent;

/** Of the cell in which something happened; undefined for what happens in a popover over it. */
export function positionOf({ currentTarget, target }: Happened): Position | undefined {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined;
  const [row, column] = target.closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(':') ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}

const isSame = (one: Position, other: Position) => one.row === other.row && one.column === other.column;

/** The cell that has the focus, and the cells chosen with it: by Shift and arrows, Shift and a click, or drawing the mouse over them. */
export function useSelection(
  table: RefObject<HTMLTableElement | null>,
  first: Position,
  workers: readonly string[],
) {
  const [chosen, setChosen] = useState({ anchor: first, active: first, workers });
  // Others may be hired while cells are chosen.
  const { anchor, active } = selectionAmong(chosen, workers);
  const drawing = useRef<'begun' | 'drawn'>(undefined);
  const isExtending = useRef(false);

  const select = (position: Position, extend = false) => {
    setChosen({ anchor: extend ? anchor : position, active: position, workers });
    isExtending.current = extend;
    table.current?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`)?.focus();
    isExtending.current = false;
  };
  useEffect(() => {
    const end = () => {
      // The click that follows is the end of the drawing.
      setTimeout(() => {
        drawing.current = undefined;
      });
    };
    window.addEventListener('mouseup', end);
    return () => window.removeEventListener('mouseup', end);
  }, []);

  return {
    active,
    area: areaOf(anchor, active),
    select,
    setArea(from: Position, to: Position) {
      select(from);
      setChosen({ anchor: from, active: to, workers });
    },
    /** A click that only chooses, and opens nothing. */
    isChoosing: (event: MouseEvent) => event.shiftKey || drawing.current === 'drawn',
    handlers: {
      onFocus(event: FocusEvent) {
        const position = positionOf(event);
        if (!position || isExtending.current || isSame(position, active)) return;
        setChosen({ anchor: position, active: position, workers });
      },
      onMouseDown(event: MouseEvent) {
        const position = positionOf(event);
        if (!position || event.button !== 0 || event.target instanceof HTMLInputElement) return;
        // Nothing is marked as text.
        event.preventDefault();
        select(position, event.shiftKey);
        drawing.current = 'begun';
      },
      onMouseOver(event: MouseEvent) {
        const position = drawing.current && positionOf(event);
        if (!position || isSame(position, active)) return;
        drawing.current = 'drawn';
        select(position, true);
      },
    },
  };
}
