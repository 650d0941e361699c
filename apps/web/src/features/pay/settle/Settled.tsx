import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { isNegative, negated } from '../../../lib/money.ts';
import { Money, Name } from '../../../ui/Values.tsx';
import type { Settlement } from '../logic/settling.ts';

/** A settlement that has been issued: its number, what was paid out, and the ways to it and to its printout. */
export function Settled({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { money, number } = useFormat();
  const { _id, number: place, workerName, payout, balance } = settlement;
  const named = { number: number(place), name: workerName };
  return (
    <li className="settle-line panel">
      <div className="settle-done">
        <IconCheck size={18} color="var(--mantine-color-green-text)" aria-hidden />
        <div className="settle-name">
          <Text fw={600}>
            <Name>{workerName}</Name>
          </Text>
          <Text size="sm" role="status">
            {t('settling.done', { number: number(place) })}
          </Text>
        </div>
        <Text size="sm">
          {t('settling.payout')}: <Money value={payout} /> ·{' '}
          {isNegative(balance)
            ? t('owes', { amount: money(negated(balance)) })
            : t('settling.left', { amount: money(balance) })}
        </Text>
        <Group gap="xs" className="no-print">
          <Button
            component={Link}
            to={`/pay/settlements/${_id}` as string}
            variant="default"
            size="compact-sm"
            aria-label={t('settling.open', named)}
          >
            {t('settling.toOpen')}
          </Button>
          <Button
            component={Link}
            to={'/print/settlement' as string}
            search={{ settlement: _id } as never}
            variant="default"
            size="compact-sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            aria-label={t('settling.print', named)}
          >
            {common('print')}
          </Button>
        </Group>
      </div>
    </li>
  );
}
