import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWarningText } from '../../../data/warnings.tsx';
import { isWeekend, useBusiness } from '../../../lib/business.ts';
import { useFormat } from '../../../lib/format.ts';
import { Code } from '../../../ui/List.tsx';
import { SeriesPreview } from '../../../ui/SeriesPreview.tsx';
import type { Planned } from './series.ts';

/** The cheques as they will be made. */
export function PlannedCheques({ cheques }: { readonly cheques: Planned }) {
  const { t } = useTranslation('cheques');
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const textOf = useWarningText();
  return (
    <SeriesPreview
      label={t('series.list')}
      headers={{ day: t('fields.dueDate'), second: t('fields.serial'), value: t('fields.value') }}
      count={t('count', { count: cheques.length })}
      rows={cheques.map(({ serial, dueDate, value, warnings = [] }) => ({
        key: dueDate,
        value,
        day: (
          <>
            <span className="number">{longDay(dueDate)}</span>
            {isWeekend(dueDate, weekend) && (
              <Text size="xs" c="dimmed">
                {t('series.weekend')}
              </Text>
            )}
          </>
        ),
        second: (
          <>
            <Code>{serial}</Code>
            {warnings.map((warning) => (
              <Text key={warning.code} size="xs" className="series-odd">
                {textOf(warning)}
              </Text>
            ))}
          </>
        ),
      }))}
    />
  );
}
