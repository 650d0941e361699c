import './table.css';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSteadyColumns } from '../lib/column-widths.ts';
import { useRowFocus } from '../lib/focus.ts';
import { useChangeNotes } from '../lib/live.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { useIsPrinting } from '../lib/printing.ts';
import { useDrawnRows } from '../lib/rows.ts';
import type { Column, RowParts } from './columns.ts';
import { directionOf, sortRows, toggledSort } from './columns.ts';
import { SortMenu } from './FilterBar.tsx';
import { NarrowRow, TableRow } from './rows.tsx';

export type { Column } from './columns.ts';

interface Props<T> extends RowParts<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** `date` or `-date`, as in the address; undefined: in the service's own order. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** Whether the order of a narrow list is chosen elsewhere on the page. */
  readonly isSortedElsewhere?: boolean;
  /** Called where the last rows come into view. */
  readonly onEnd?: () => void;
  /** What stands in the place of rows where there are none. */
  readonly empty?: ReactNode;
}

/** Rows of any length, of which only those in view are drawn, except on paper: a table, or two lines a row where it is narrow. */
export function DataTable<T>(props: Props<T>) {
  const { columns, rows, rowKey, sort, onEnd, empty } = props;
  const { t } = useTranslation();
  const isPrinting = useIsPrinting();
  const isNarrow = useIsNarrow() && !isPrinting;
  // Neither the order nor the places of the rows are found anew at every step of a scroll.
  const ordered = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const keys = useMemo(() => ordered.map(rowKey), [ordered, rowKey]);
  const body = useRef<HTMLElement>(null);
  const noteOf = useChangeNotes();
  const keepRow = useRowFocus(body, keys);
  const drawn = useDrawnRows({ body, keys, height: isNarrow ? 61 : 39, isWhole: isPrinting, onEnd });
  if (ordered.length === 0)
    return (
      <Text component="div" c="dimmed" p="xl" ta="center" className="panel">
        {empty ?? t('nothing')}
      </Text>
    );
  const Rows = isNarrow ? NarrowRows : WideRows;
  return (
    <div className="panel">
      <Rows {...props} ordered={ordered} body={body} noteOf={noteOf} keepRow={keepRow} drawn={drawn} />
    </div>
  );
}

/**
 * The same for rows without fields. Each answer renders the page around it in one piece, which would block a phone: the rows
 * follow in slices. On paper they are there at once.
 */
export function DeferredTable<T>(props: Props<T>) {
  const deferred = useDeferredValue(props);
  return <DataTable {...(useIsPrinting() ? props : deferred)} />;
}

interface RowsProps<T> extends Props<T> {
  readonly ordered: readonly T[];
  readonly body: RefObject<HTMLElement | null>;
  readonly noteOf: ReturnType<typeof useChangeNotes>;
  readonly keepRow: ReturnType<typeof useRowFocus>;
  readonly drawn: ReturnType<typeof useDrawnRows>;
}

const setBody = (body: RowsProps<unknown>['body']) => (element: HTMLElement | null) => {
  body.current = element;
};

function WideRows<T>(props: RowsProps<T>) {
  const {
    label,
    ordered,
    columns: all,
    rowKey,
    sort,
    onSort,
    rowClass,
    actions,
    onOpen,
    body,
    noteOf,
    keepRow,
  } = props;
  const { shown, before, after, measure, isBusy } = props.drawn;
  const { t } = useTranslation();
  const isPrinting = useIsPrinting();
  const table = useRef<HTMLTableElement>(null);
  const titles = [...all.map(({ header }) => header), !!actions].join('\n');
  const leftOut = useSteadyColumns(table, titles, !isBusy, [
    ...all.map(({ key, place, head, isText = false }) => ({
      key,
      isText,
      isOptional: place === 'hidden' && !head && directionOf(key, sort) === 'none',
    })),
    ...(actions ? [{ key: 'actions', isText: false, isOptional: false }] : []),
  ]);
  const columns = useMemo(
    () => (leftOut.size === 0 || isPrinting ? all : all.filter(({ key }) => !leftOut.has(key))),
    [all, leftOut, isPrinting],
  );
  const width = columns.length + (actions ? 1 : 0);
  return (
    <table
      ref={table}
      className="table"
      aria-label={label}
      aria-rowcount={ordered.length + 1}
      aria-busy={isBusy || undefined}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions && (
            <th className="actions end">
              <VisuallyHidden>{t('actions')}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={setBody(body)} onFocus={keepRow}>
        {before > 0 && <Spacer height={before} width={width} />}
        {shown.map((index) => {
          const row = ordered[index] as T;
          const key = rowKey(row);
          const parts = { row, index, columns, rowClass, note: noteOf(key), actions, onOpen, measure };
          return <TableRow key={key} {...parts} />;
        })}
        {after > 0 && <Spacer height={after} width={width} />}
      </tbody>
      {columns.some(({ footer }) => footer !== undefined) && (
        <tfoot>
          <tr>
            {footersOf(columns).map(({ key, align, footer, span }) => (
              <td key={key} className={align} colSpan={span}>
                {footer}
              </td>
            ))}
            {actions && <td className="actions" />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** A word in the row of totals has the room of the empty columns after it, so that it widens none. */
function footersOf<T>(columns: readonly Column<T>[]) {
  const cells: (Pick<Column<T>, 'key' | 'align' | 'footer'> & { span: number })[] = [];
  for (const { key, align, footer } of columns) {
    const before = cells.at(-1);
    if (footer === undefined && before?.footer !== undefined && !before.align) before.span += 1;
    else cells.push({ key, footer, span: 1, ...(align && { align }) });
  }
  return cells;
}

function NarrowRows<T>(props: RowsProps<T>) {
  const { label, ordered, columns, rowKey, sort, onSort, rowClass, actions, onOpen, body, noteOf, keepRow } =
    props;
  const { shown, before, after, measure, isBusy } = props.drawn;
  const footers = columns.filter(({ footer }) => footer !== undefined);
  return (
    <>
      {onSort && !props.isSortedElsewhere && columns.some(({ sortBy }) => sortBy) && (
        <div className="narrow-sort">
          <SortMenu columns={columns} sort={sort} onSort={onSort} />
        </div>
      )}
      <ul
        ref={setBody(body)}
        className="narrow-rows"
        aria-label={label}
        aria-busy={isBusy || undefined}
        onFocus={keepRow}
      >
        {before > 0 && <li aria-hidden className="spacer" style={{ height: before }} />}
        {shown.map((index) => {
          const row = ordered[index] as T;
          const key = rowKey(row);
          const parts = { row, index, columns, rowClass, note: noteOf(key), actions, onOpen, measure };
          return <NarrowRow key={key} {...parts} />;
        })}
        {after > 0 && <li aria-hidden className="spacer" style={{ height: after }} />}
      </ul>
      {footers.length > 0 && (
        <p className="narrow-totals">
          {footers.map(({ key, footer }) => (
            <span key={key}>{footer}</span>
          ))}
        </p>
      )}
    </>
  );
}

function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr className="spacer" aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

function HeaderCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<Props<T>, 'sort' | 'onSort'>) {
  const { t } = useTranslation();
  const { key, header, head, sign, align, sortBy } = column;
  if (head) return <th className="selection no-print">{head}</th>;
  if (sign)
    return (
      <th className="sign">
        {sign}
        <VisuallyHidden>{header}</VisuallyHidden>
      </th>
    );
  if (!sortBy || !onSort) return <th className={align}>{header}</th>;
  const direction = directionOf(key, sort);
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th className={align} aria-sort={direction}>
      {/* Chromium draws buttons on the first sheet of paper alone. */}
      <span className="print-only">{header}</span>
      <button
        type="button"
        className="sort no-print"
        title={t('sortBy', { column: header })}
        onClick={() => onSort(toggledSort(key, sort))}
      >
        {header}
        <Icon size={14} className={direction === 'none' ? 'unsorted' : undefined} aria-hidden />
      </button>
    </th>
  );
}
