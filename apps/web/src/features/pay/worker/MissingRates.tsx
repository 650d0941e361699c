import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';

interface Props {
  /** Oldest first, at least one. */
  readonly days: readonly DayText[];
  /** Undefined where the caller may not make rates. */
  readonly onSet: ((from: DayText) => void) | undefined;
}

/** Names the days on which somebody worked and no rate holds, so that nothing is earned. */
export function MissingRates({ days, onSet }: Props) {
  const { t } = useTranslation('statement');
  const { day, list } = useFormat();
  const [first] = days;
  return (
    <Alert
      color="orange"
      role="note"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        <Text inherit component="span" c="var(--warning)">
          {t('missing.title', { count: days.length })}
        </Text>
      }
      mb="sm"
    >
      <Text size="sm">{list(...days.map(day))}</Text>
      {onSet && first !== undefined ? (
        <Button variant="light" size="compact-sm" mt="xs" className="no-print" onClick={() => onSet(first)}>
          {t('missing.set', { day: day(first) })}
        </Button>
      ) : (
        <Text size="sm">{t('missing.ask')}</Text>
      )}
    </Alert>
  );
}
