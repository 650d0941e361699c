import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useAcknowledge } from '../../../entities/pay/useAcknowledge.tsx';
import { useFormat } from '../../../lib/format.ts';

/** The settlements that the worker has not acknowledged, each with a button that does. */
export function OwnWaiting({ worker }: { readonly worker: string }) {
  const { t } = useTranslation('settlements');
  const { day, money, number } = useFormat();
  const acknowledge = useAcknowledge();
  const { data } = useQuery(api.settlements.list.queryOptions({ worker, status: 'issued', limit: 10 }));
  return data?.items.map((settlement) => {
    const { _id, number: of, from, to, balance } = settlement;
    return (
      <Alert
        key={_id}
        color="blue"
        role="note"
        icon={<IconSignature aria-hidden />}
        title={t('waiting', { name: t('named', { number: number(of) }) })}
        mb="md"
        className="no-print"
      >
        <Text size="sm" mb="xs">
          {t('waitingText', { from: day(from), to: day(to), balance: money(balance) })}
        </Text>
        <Group gap="md">
          <Button onClick={() => acknowledge(settlement)}>{t('acknowledge')}</Button>
          <Anchor component={Link} to={`/pay/settlements/${_id}`} size="sm">
            {t('look')}
          </Anchor>
        </Group>
      </Alert>
    );
  });
}
