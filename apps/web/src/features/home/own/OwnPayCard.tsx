import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMe } from '../../../data/me.ts';
import type { Period } from '../../../entities/pay/statement.ts';
import { useFormat } from '../../../lib/format.ts';
import { isNegative, negated } from '../../../lib/money.ts';
import { Money } from '../../../ui/Values.tsx';
import { Card } from '../Card.tsx';
import { CardQuery } from '../CardQuery.tsx';

/** What a worker is still to get. @param range the present month, at whose end its pay is due */
export function OwnPayCard({ range }: { readonly range: Period }) {
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
              <Money value={isAhead ? negated(balance) : balance} />
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
