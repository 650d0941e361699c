import { Checkbox } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, createChoice } from '../lib/choice.ts';
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

/** Rows to choose by a column of boxes: with Shift all from the last one on, by that in the header all that are loaded. */
export function useChoice<T extends Row>({ rows, order, nameOf }: Options<T>) {
  const { t } = useTranslation();
  const [choice] = useState(createChoice);
  const all = useSyncExternalStore(choice.subscribe, choice.all);
  // Escape gives them up, unless it closes something.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role=dialog], [role=menu]')
      )
        choice.clear();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [choice]);
  const chosen = rows.filter(({ _id }) => all.has(_id));
  const column: Column<T> = {
    key: 'choice',
    header: t('many.choose'),
    place: 'hidden',
    head: (
      <Checkbox
        size="xs"
        aria-label={t('many.all')}
        checked={chosen.length > 0 && chosen.length === rows.length}
        indeterminate={chosen.length > 0 && chosen.length < rows.length}
        onChange={() => choice.setAll(chosen.length === rows.length ? [] : idsOf(rows))}
      />
    ),
    cell: (row) => <Box id={row._id} name={nameOf(row)} choice={choice} order={() => idsOf(order())} />,
  };
  return { chosen, column, clear: choice.clear };
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
