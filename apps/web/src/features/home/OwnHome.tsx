import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMe } from '../../data/me.ts';
import { Totals } from '../../entities/logs/LogValue.tsx';
import { OwnLogs } from '../../entities/logs/OwnLogs.tsx';
import { isNegative, negate } from '../../lib/amounts.ts';
import { type DayText, monthOf, monthRange, type Period } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { Money } from '../../ui/values.tsx';
import { Card, CardQuery } from './Card.tsx';

/** What a worker is still to get. @param range the present month, at whose end its pay is due */
function OwnPayCard({ range }: { readonly range: Period }) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { day } = useFormat();
  const { _id: userID } = useMe();
  const { data, error, refetch } = useQuery(api.pay.statement.queryOptions({ userID, ...range }));
  const isAhead = data !== undefined && isNegative(data.totals.balance);
  return (
    <Card
      title={t(isAhead ? 'own.ahead' : 'own.toCome')}
      aside={
        <Anchor component={Link} to="/pay" size="sm">
          {pay('own')}
        </Anchor>
      }
    >
      <CardQuery data={data} error={error} retry={refetch} height={52}>
        {({ totals: { balance }, to }) => (
          <>
            <Text size="xl" fw={600}>
              <Money value={isAhead ? negate(balance) : balance} />
            </Text>
            <Text size="sm" c="dimmed">
              {t('own.until', { day: day(to) })}
            </Text>
          </>
        )}
      </CardQuery>
    </Card>
  );
}

/** How many of the last logs are shown. */
const MAX_LOGS = 7;

/** A worker's own day and month. */
export function OwnHome({ today }: { readonly today: DayText }) {
  const { t } = useTranslation('home');
  const { t: logs } = useTranslation('logs');
  const { month } = useFormat();
  const range = monthRange(monthOf(today));
  const summary = useQuery(api.logs.summary.queryOptions(range));
  const own = useQuery(api.logs.list.queryOptions({ from: today, to: today }));
  const last = useQuery(api.logs.list.queryOptions({ limit: MAX_LOGS }));
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
