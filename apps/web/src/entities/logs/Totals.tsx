import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Code, Money } from '../../ui/Values.tsx';

export interface LogTotals {
  readonly daysWorked: number;
  readonly minutes: number;
  readonly payments: string;
  readonly absences: number;
}

/** Days, hours, payments and absences in one line. */
export function Totals({ totals, label }: { readonly totals: LogTotals; readonly label: string }) {
  const { t } = useTranslation('logs');
  const { number, duration } = useFormat();
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="xs" m={0} mb="sm" aria-label={label}>
      <Figure name={t('daysWorked')}>{number(totals.daysWorked)}</Figure>
      <Figure name={t('hours')}>
        <Code>{duration(totals.minutes)}</Code>
      </Figure>
      <Figure name={t('payments')}>
        <Money value={totals.payments} />
      </Figure>
      <Figure name={t('absences')}>{number(totals.absences)}</Figure>
    </SimpleGrid>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder px="sm" py="xs">
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={700} className="anywhere">
        {children}
      </Text>
    </Paper>
  );
}
