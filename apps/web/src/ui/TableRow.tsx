import { memo, type ReactNode } from 'react';
import { meansRow } from '../lib/row-click.ts';
import type { RowProps } from './columns.ts';

/** The cell that names the row is its header. Drawn once, and not again at every step of a scroll. */
export const TableRow = memo(function TableRow<T>(props: RowProps<T>) {
  const { row, index, columns, rowClass, actions, onOpen, measure } = props;
  return (
    <tr
      data-index={index}
      ref={measure}
      aria-rowindex={index + 2}
      className={rowClass?.(row)}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen && ((event) => meansRow(event) && onOpen(row))}
    >
      {columns.map((column) =>
        column.place === 'first' ? (
          <th key={column.key} scope="row" className={column.align}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={column.head ? 'selection no-print' : column.align}>
            {column.cell(row)}
          </td>
        ),
      )}
      {actions && <td className="actions end no-print">{actions(row)}</td>}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;
