import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { OwnLogs } from '../../../entities/logs/OwnLogs.tsx';
import { Totals } from '../../../entities/logs/Totals.tsx';
import { type DayText, monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';
import { OwnPayCard } from './OwnPayCard.tsx';

/** How many of the last logs are shown. */
const shown = 7;

/** A worker's own day and month. */
export function OwnHome({ today }: { readonly today: DayText }) {
  const { t } = useTranslation('home');
  const { t: logs } = useTranslation('logs');
  const { month } = useFormat();
  const range = monthRange(monthOf(today));
  const summary = useQuery(api.logs.summary.queryOptions(range));
  const own = useQuery(api.logs.list.queryOptions({ from: today, to: today }));
  const last = useQuery(api.logs.list.queryOptions({ limit: shown }));
  return (
    <Stack>
      <Card title={t('today')}>
        <CardQuery data={own.data} error={own.error} retry={own.refetch} height={60}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">{t('nothingToday')}</Text>
            ) : (
              <OwnLogs logs={items} label={t('today')} />
            )
          }
        </CardQuery>
      </Card>
      <Card
        title={month(monthOf(today))}
        aside={
          <Anchor component={Link} to="/logs" size="sm">
            {logs('title')}
          </Anchor>
        }
      >
        <CardQuery data={summary.data} error={summary.error} retry={summary.refetch} height={80}>
          {(totals) => <Totals totals={totals} label={t('ownMonth')} />}
        </CardQuery>
      </Card>
      <OwnPayCard range={range} />
      <Card title={t('lastLogs')}>
        <CardQuery data={last.data} error={last.error} retry={last.refetch} height={240}>
          {({ items }) => <OwnLogs logs={items} label={t('lastLogs')} />}
        </CardQuery>
      </Card>
    </Stack>
  );
}
