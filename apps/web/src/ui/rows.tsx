import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { type Icon, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { markOf } from '../lib/live.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { meansRow } from '../lib/rows.ts';
import type { Column, Place, RowProps } from './columns.ts';

/** The cell that names the row is its header. Drawn once, and not again at every step of a scroll. */
export const TableRow = memo(function TableRow<T>(props: RowProps<T>) {
  const { row, index, columns, rowClass, note, actions, onOpen, measure } = props;
  return (
    <tr
      data-index={index}
      ref={measure}
      aria-rowindex={index + 2}
      {...markOf(note, rowClass?.(row))}
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

/** A row in two lines: what it is and its amount, and the rest. A tap anywhere opens it. */
export const NarrowRow = memo(function NarrowRow<T>(props: RowProps<T>) {
  const { row, index, columns, rowClass, note, actions, onOpen, measure } = props;
  const at = (place: Place) => columns.filter((column) => placeOf(column, columns) === place);
  const values = (place: Place) => at(place).map((column) => itemOf(column, row));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has a control of its own in the row
    <li
      data-index={index}
      ref={measure}
      {...markOf(note, rowClass?.(row))}
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

export interface RowAction {
  readonly text: string;
  /** What a screen reader calls the button, if not the text and the name of the record. */
  readonly label?: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** A button of its own where there is room, nothing is next, and it is the first such; the others are in a menu. */
  readonly isButton?: boolean;
  /** Its icon says how the record stands: seen also where there is little room. */
  readonly isSign?: boolean;
  /** What is probably done next: a button with its words; its icon also where there is little room. */
  readonly isNext?: boolean;
  readonly isDangerous?: boolean;
}

interface Props {
  /** What a screen reader calls the record. */
  readonly name: string;
  readonly actions: readonly (RowAction | false)[];
}

/** At the end of a record's row: the one thing that is probably done next, and all else that the caller may do in a menu. */
export function RowActions({ name, actions }: Props) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const known = actions.filter((action) => action !== false);
  const next =
    known.find(({ isNext }) => isNext) ??
    known.find(({ isButton, isSign }) => isButton && !isSign && !isNarrow);
  const buttons = known.filter((action) => action === next || action.isSign);
  const others = known.filter((action) => !buttons.includes(action));
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {buttons.map(({ text, label = `${text}: ${name}`, icon: Icon, run, isNext }) =>
        isNext && !isNarrow ? (
          <Button key={text} size="compact-sm" variant="light" aria-label={label} onClick={run}>
            {text}
          </Button>
        ) : (
          <ActionIcon key={text} aria-label={label} title={text} onClick={run}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ),
      )}
      {others.length === 0 && next === undefined && !isNarrow && <span className="no-menu" />}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`${t('actions')}: ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ text, icon: Icon, run, isDangerous }) => (
              <Menu.Item
                key={text}
                {...(isDangerous && { c: 'var(--mantine-color-error)' })}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={run}
              >
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** The two that every record has, as far as the caller may. */
export const editAndDelete = (
  t: (key: 'edit' | 'delete') => string,
  onEdit: (() => void) | false,
  onRemove: (() => void) | false,
): (RowAction | false)[] => [
  onEdit && { text: t('edit'), icon: IconPencil, run: onEdit, isButton: true },
  onRemove && {
    text: t('delete'),
    icon: IconTrash,
    run: onRemove,
    isDangerous: true,
  },
];
