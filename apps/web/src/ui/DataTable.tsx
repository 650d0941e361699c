import './table.css';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useRowFocus } from '../lib/focus.ts';
import { type SortValue, sorted, toggledSort } from './sorting.ts';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  /** Numbers and amounts stand at the end of the cell. */
  readonly align?: 'end';
  /** By what a click on the header sorts; a column without it does not. */
  readonly sortBy?: (row: T) => SortValue;
  /** Under this column, in the row of totals. */
  readonly footer?: ReactNode;
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** `date` or `-date`, as in the address; undefined: in the service's own order. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  readonly rowClass?: (row: T) => string | undefined;
  /** Buttons at the end of each row. */
  readonly actions?: (row: T) => ReactNode;
  /** Called where the last rows come into view. */
  readonly onEnd?: () => void;
  /** What stands in the place of rows where there are none. */
  readonly empty?: ReactNode;
}

const estimated = 41;
/** Fewer rows than this are simply all there. */
const manyRows = 100;

/** A table of any length: only what is in view is drawn, except on paper. Narrow windows show cards. */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rows, rowKey, sort, onSort, rowClass, actions, onEnd, empty } = props;
  const { t } = useTranslation();
  // Neither the order nor the places of the rows are found anew at every step of a scroll.
  const ordered = useMemo(() => sorted(rows, columns, sort), [rows, columns, sort]);
  const keys = useMemo(() => ordered.map(rowKey), [ordered, rowKey]);
  const keyAt = useCallback((index: number) => keys[index] as string, [keys]);
  const body = useRef<HTMLTableSectionElement>(null);
  const keepRow = useRowFocus(body, keys);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setOffset(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    // What stands above the table may come later, and open and close.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);
  const printing = usePrinting();
  const whole = printing || ordered.length < manyRows;
  const virtualizer = useWindowVirtualizer({
    count: ordered.length,
    estimateSize: () => estimated,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: keyAt,
    enabled: !whole,
  });
  const items = virtualizer.getVirtualItems();
  const last = whole ? ordered.length - 1 : (items.at(-1)?.index ?? 0);
  useEffect(() => {
    if (last >= ordered.length - 20) onEnd?.();
  }, [last, ordered.length, onEnd]);

  const width = columns.length + (actions ? 1 : 0);
  const before = whole ? 0 : (items[0]?.start ?? offset) - offset;
  const after = whole ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? offset) + offset;
  const shown = whole ? ordered.map((_, index) => index) : items.map(({ index }) => index);
  const hasFooter = columns.some(({ footer }) => footer !== undefined);

  if (ordered.length === 0)
    return (
      <Text c="dimmed" py="lg" ta="center">
        {empty ?? t('nothing')}
      </Text>
    );
  return (
    <table className="table stacks" aria-label={label} aria-rowcount={ordered.length + 1}>
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
      <tbody ref={body} onFocus={keepRow}>
        {before > 0 && <Spacer height={before} width={width} />}
        {shown.map((index) => {
          const row = ordered[index] as T;
          return (
            <Row
              key={rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              rowClass={rowClass}
              actions={actions}
              measure={whole ? undefined : virtualizer.measureElement}
            />
          );
        })}
        {after > 0 && <Spacer height={after} width={width} />}
      </tbody>
      {hasFooter && (
        <tfoot>
          <tr>
            {columns.map(({ key, header, align, footer }) => (
              <td key={key} className={align} data-label={footer ? header : undefined}>
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

interface RowProps<T> extends Pick<Props<T>, 'columns' | 'rowClass' | 'actions'> {
  readonly row: T;
  readonly index: number;
  readonly measure: ((element: Element | null) => void) | undefined;
}

/** Drawn once, and not again at every step of a scroll. */
const Row = memo(function Row<T>({ row, index, columns, rowClass, actions, measure }: RowProps<T>) {
  return (
    <tr data-index={index} ref={measure} aria-rowindex={index + 2} className={rowClass?.(row)}>
      {columns.map((column) => (
        <td key={column.key} className={column.align} data-label={column.header}>
          {column.cell(row)}
        </td>
      ))}
      {actions && <td className="actions end no-print">{actions(row)}</td>}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr className="spacer" aria-hidden>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

function HeaderCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<Props<T>, 'sort' | 'onSort'>) {
  const { t } = useTranslation();
  const { key, header, align, sortBy } = column;
  if (!sortBy || !onSort) return <th className={align}>{header}</th>;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none';
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
        {direction === 'ascending' && <IconArrowUp size={14} aria-hidden />}
        {direction === 'descending' && <IconArrowDown size={14} aria-hidden />}
      </button>
    </th>
  );
}

/** True while the page goes to paper, which needs every row. */
function usePrinting() {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
