import { Table, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWarningText } from '../../../data/warnings.tsx';
import { sum } from '../../../lib/amounts.ts';
import { useBusiness } from '../../../lib/business.ts';
import { weekdayOf } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Code, Money } from '../../../ui/List.tsx';
import type { Planned } from './series.ts';

/** The cheques as they will be made; it takes the focus, so that they are read before they are saved. */
export function SeriesPreview({ cheques }: { readonly cheques: Planned }) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const textOf = useWarningText();
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each list
  useEffect(() => list.current?.focus(), [cheques]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={list} className="series" aria-label={t('series.list')} tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('fields.dueDate')}</Table.Th>
            <Table.Th>{t('fields.serial')}</Table.Th>
            <Table.Th className="end">{t('fields.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cheques.map(({ serial, dueDate, value, warnings = [] }) => (
            <Table.Tr key={dueDate}>
              <Table.Td>
                <span className="number">{longDay(dueDate)}</span>
                {weekend.includes(weekdayOf(dueDate)) && (
                  <Text size="xs" c="dimmed">
                    {t('series.weekend')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Code>{serial}</Code>
                {warnings.map((warning) => (
                  <Text key={warning.code} size="xs" className="series-odd">
                    {textOf(warning)}
                  </Text>
                ))}
              </Table.Td>
              <Table.Td className="end">
                <Money value={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={2}>
              {common('total')} · {t('count', { count: cheques.length })}
            </Table.Th>
            <Table.Td className="end">
              <strong>
                <Money value={sum(cheques.map(({ value }) => value))} />
              </strong>
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}
