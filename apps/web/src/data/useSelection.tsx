import { Button, Checkbox } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../lib/narrow.ts';
import { createSelection, type RowSelection } from '../lib/selection.ts';
import type { Column } from '../ui/columns.ts';

interface Row {
  readonly _id: string;
}

interface Options<T> {
  readonly rows: readonly T[];
  /** The rows as they are shown. */
  readonly order: () => readonly T[];
  readonly nameOf: (row: T) => string;
  /** What is chosen at first; it is then always chosen among the rows, and Escape gives nothing up. */
  readonly initial?: readonly string[];
}

const idsOf = (rows: readonly Row[]) => rows.map(({ _id }) => _id);

/**
 * Rows to choose by a column of boxes: with Shift all from the last one on, by that in the header all that are loaded. In a
 * narrow window the boxes are there, and a tap chooses a row, once that is begun.
 */
export function useSelection<T extends Row>({ rows, order, nameOf, initial }: Options<T>) {
  const { t } = useTranslation();
  const [selection] = useState(() => createSelection(initial));
  const ids = useSyncExternalStore(selection.subscribe, selection.all);
  const isKept = initial !== undefined;
  const [isBegun, setBegun] = useState(isKept);
  const isTapped = useIsNarrow() && isBegun;
  const clear = useCallback(() => {
    selection.clear();
    setBegun(false);
  }, [selection]);
  // Escape gives them up, unless it closes something.
  useEffect(() => {
    if (isKept) return;
    const listen = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role=dialog], [role=menu]')
      )
        clear();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [clear, isKept]);
  const selected = rows.filter(({ _id }) => ids.has(_id));
  const all = {
    checked: selected.length > 0 && selected.length === rows.length,
    indeterminate: selected.length > 0 && selected.length < rows.length,
    onChange: () => selection.setAll(selected.length === rows.length ? [] : idsOf(rows)),
  };
  const column: Column<T> = {
    key: 'selection',
    header: t('bulk.choose'),
    place: isTapped ? 'selection' : 'hidden',
    head: <Checkbox size="xs" aria-label={t('bulk.all')} {...all} />,
    cell: (row) => <Box id={row._id} name={nameOf(row)} selection={selection} order={() => idsOf(order())} />,
  };
  const begin = (
    <Button
      variant={isBegun ? 'light' : 'default'}
      px="sm"
      aria-label={t('bulk.choose')}
      aria-pressed={isBegun}
      onClick={() => (isBegun ? clear() : setBegun(true))}
    >
      <IconListCheck size={20} aria-hidden />
    </Button>
  );
  const allBox = isTapped && rows.length > 0 && <Checkbox mb="xs" mx="sm" label={t('bulk.all')} {...all} />;
  const tap = isTapped ? ({ _id }: T) => selection.toggle(_id) : undefined;
  return { selected, column, clear, begin, allBox, tap };
}

interface BoxProps {
  readonly id: string;
  readonly name: string;
  readonly selection: RowSelection;
  readonly order: () => readonly string[];
}

function Box({ id, name, selection, order }: BoxProps) {
  const { t } = useTranslation();
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={t('bulk.one', { name })}
      checked={isSelected}
      onChange={({ nativeEvent }) => {
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        selection.toggle(id, isRange ? order() : undefined);
      }}
    />
  );
}
