import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { SettlementStatus } from '../../../entities/pay/SettlementStatus.tsx';
import { replacementOf, type Settlement } from '../../../entities/pay/settlements.ts';
import { useFormat } from '../../../lib/format.ts';
import { Name } from '../../../ui/Values.tsx';

interface Props {
  readonly settlement: Settlement;
  /** Of the same worker. */
  readonly all: readonly Settlement[];
}

/** Of whom and of which days a settlement is, how it stands, and which others stand in its place. */
export function SettlementDetails({ settlement, all }: Props) {
  const { t } = useTranslation('settlements');
  const { day, instant } = useFormat();
  const mayStatement = useMay()('pay.balances');
  const { worker, workerName, from, to, status, reason, acknowledgedAt, createdAt, replaces } = settlement;
  const replaced = all.find(({ _id }) => _id === replaces);
  const replacement = replacementOf(settlement, all);
  return (
    <dl className="details">
      <Item name={t('fields.status')}>
        <SettlementStatus status={status} />
      </Item>
      <Item name={t('fields.worker')}>
        {mayStatement ? (
          <Anchor component={Link} to={`/pay/${worker}?from=${from}&to=${to}`} inherit>
            <Name>{workerName}</Name>
          </Anchor>
        ) : (
          <Name>{workerName}</Name>
        )}
      </Item>
      <Item name={t('period')}>{t('fromTo', { from: day(from), to: day(to) })}</Item>
      <Item name={t('issuedAt')}>
        <span className="number">{instant(createdAt)}</span>
      </Item>
      {acknowledgedAt && (
        <Item name={t('acknowledgedAt')}>
          <span className="number">{instant(acknowledgedAt)}</span>
        </Item>
      )}
      {reason && (
        <Item name={t('fields.reason')}>
          <Name>{reason}</Name>
        </Item>
      )}
      {replaced && (
        <Item name={t('fields.replaces')}>
          <Other settlement={replaced} />
        </Item>
      )}
      {replacement && (
        <Item name={t('replacedBy')}>
          <Other settlement={replacement} />
        </Item>
      )}
    </dl>
  );
}

function Other({ settlement: { _id, number: of } }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('settlements');
  const { number } = useFormat();
  return (
    <Anchor component={Link} to={`/pay/settlements/${_id}`} inherit>
      {t('named', { number: number(of) })}
    </Anchor>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}
