import { Button, Checkbox } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, createChoice } from '../lib/choice.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import type { Column } from '../ui/columns.ts';

interface Row {
  readonly _id: string;
}

interface Options<T> {
  readonly rows: readonly T[];
  /** The rows as they are shown. */
  readonly order: () => readonly T[];
  readonly nameOf: (row: T) => string;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ _id }) => _id);

/**
 * Rows to choose by a column of boxes: with Shift all from the last one on, by that in the header all that are loaded. In a
 * narrow window the boxes are there, and a tap chooses a row, once that is begun.
 */
export function useChoice<T extends Row>({ rows, order, nameOf }: Options<T>) {
  const { t } = useTranslation();
  const [choice] = useState(createChoice);
  const ids = useSyncExternalStore(choice.subscribe, choice.all);
  const [isBegun, setBegun] = useState(false);
  const isTapped = useIsNarrow() && isBegun;
  const clear = useCallback(() => {
    choice.clear();
    setBegun(false);
  }, [choice]);
  // Escape gives them up, unless it closes something.
  useEffect(() => {
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
  }, [clear]);
  const chosen = rows.filter(({ _id }) => ids.has(_id));
  const all = {
    checked: chosen.length > 0 && chosen.length === rows.length,
    indeterminate: chosen.length > 0 && chosen.length < rows.length,
    onChange: () => choice.setAll(chosen.length === rows.length ? [] : idsOf(rows)),
  };
  const column: Column<T> = {
    key: 'choice',
    header: t('many.choose'),
    place: isTapped ? 'choice' : 'hidden',
    head: <Checkbox size="xs" aria-label={t('many.all')} {...all} />,
    cell: (row) => <Box id={row._id} name={nameOf(row)} choice={choice} order={() => idsOf(order())} />,
  };
  const begin = (
    <Button
      variant={isBegun ? 'light' : 'default'}
      px="sm"
      aria-label={t('many.choose')}
      aria-pressed={isBegun}
      onClick={() => (isBegun ? clear() : setBegun(true))}
    >
      <IconListCheck size={20} aria-hidden />
    </Button>
  );
  const allBox = isTapped && rows.length > 0 && <Checkbox mb="xs" mx="sm" label={t('many.all')} {...all} />;
  const tap = isTapped ? ({ _id }: T) => choice.toggle(_id) : undefined;
  return { chosen, column, clear, begin, allBox, tap };
}

interface BoxProps {
  readonly id: string;
  readonly name: string;
  readonly choice: Choice;
  readonly order: () => readonly string[];
}

function Box({ id, name, choice, order }: BoxProps) {
  const { t } = useTranslation();
  const isChosen = useSyncExternalStore(choice.subscribe, () => choice.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={t('many.one', { name })}
      checked={isChosen}
      onChange={({ nativeEvent }) => {
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        choice.toggle(id, isRange ? order() : undefined);
      }}
    />
  );
}
