import { memo, type ReactNode } from 'react';
import { meansRow } from '../lib/row-click.ts';
import type { Column, Place, RowProps } from './columns.ts';

/** A row in two lines: what it is and its amount, and the rest. A tap anywhere opens it. */
export const NarrowRow = memo(function NarrowRow<T>(props: RowProps<T>) {
  const { row, index, columns, rowClass, actions, onOpen, measure } = props;
  const at = (place: Place) => columns.filter((column) => placeOf(column, columns) === place);
  const values = (place: Place) => at(place).map((column) => itemOf(column, row));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has a control of its own in the row
    <li
      data-index={index}
      ref={measure}
      className={rowClass?.(row)}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen && ((event) => meansRow(event) && onOpen(row))}
    >
      {at('selection').map(({ key, cell }) => (
        <div key={key} className="selection">
          {cell(row)}
        </div>
      ))}
      <div className="first">{values('first')}</div>
      <div className="end">{values('end')}</div>
      <div className="second">{values('second')}</div>
      <div className="state">{values('state')}</div>
      {actions && <div className="actions no-print">{actions(row)}</div>}
    </li>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

/** Where no column says that it comes first, the first one of the second line does. */
function placeOf<T>(column: Column<T>, columns: readonly Column<T>[]): Place {
  const place = column.place ?? 'second';
  if (place !== 'second' || columns.some((other) => other.place === 'first')) return place;
  return columns.find((other) => (other.place ?? 'second') === 'second') === column ? 'first' : place;
}

function itemOf<T>({ key, header, cell }: Column<T>, row: T) {
  return (
    <span key={key} className="item">
      <span className="item-label">{header}: </span>
      <span className="item-value">{cell(row)}</span>
    </span>
  );
}
