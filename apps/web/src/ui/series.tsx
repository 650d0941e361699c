import { ActionIcon, Button, Table } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../lib/amounts.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { useBegin } from '../lib/shortcuts.ts';
import { Money } from './values.tsx';
import './fields.css';

interface PlannedRow {
  readonly key: string;
  readonly day: ReactNode;
  readonly second: ReactNode;
  readonly value: string;
}

interface Props {
  readonly label: string;
  readonly headers: Readonly<Record<'day' | 'second' | 'value', string>>;
  readonly rows: readonly PlannedRow[];
  /** How many there are, in words. */
  readonly count: string;
}

/** The records of a series as they will be made; it takes the focus, so that they are read before they are saved. */
export function SeriesPreview({ label, headers, rows, count }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  const content = rows.map(({ key, value }) => `${key} ${value}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each list
  useEffect(() => list.current?.focus(), [content]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={list} className="series" aria-label={label} tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{headers.day}</Table.Th>
            <Table.Th>{headers.second}</Table.Th>
            <Table.Th className="end">{headers.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, day, second, value }) => (
            <Table.Tr key={key}>
              <Table.Td>{day}</Table.Td>
              <Table.Td>{second}</Table.Td>
              <Table.Td className="end">
                <Money value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={2}>
              {t('total')} · {count}
            </Table.Th>
            <Table.Td className="end">
              <strong>
                <Money value={sum(rows.map(({ value }) => value))} />
              </strong>
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}

interface NewSeriesProps {
  readonly text: string;
  readonly form: (close: () => void) => ReactNode;
}

/** The button that begins a series of records. */
export function NewSeries({ text, form }: NewSeriesProps) {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const begin = () => setOpen(true);
  useBegin(begin, 'series');
  return (
    <>
      {isNarrow ? (
        <ActionIcon aria-label={text} title={text} onClick={begin}>
          <IconCalendarRepeat size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={begin}>
          {text}
        </Button>
      )}
      {isOpen && form(() => setOpen(false))}
    </>
  );
}
