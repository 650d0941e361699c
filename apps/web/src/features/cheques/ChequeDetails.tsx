import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChequeStatus } from '../../entities/cheques/ChequeStatus.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { useFormat } from '../../lib/format.ts';
import { Day, Money, Name } from '../../ui/Values.tsx';

/** What a cheque says, and how it stands. */
export function ChequeDetails({ cheque }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  const { number } = useFormat();
  const { payee, payeeName, value, dueDate, account, accountName, description, attempts } = cheque;
  return (
    <dl className="details">
      <Item name={t('status')}>
        <ChequeStatus cheque={cheque} />
      </Item>
      <Item name={t('fields.payee')}>
        <Anchor component={Link} to={`/payees/${payee}`} inherit>
          <Name>{payeeName}</Name>
        </Anchor>
      </Item>
      <Item name={t('fields.value')}>
        <Money value={value} />
      </Item>
      <Item name={t('fields.dueDate')}>
        <Day value={dueDate} />
      </Item>
      {account && (
        <Item name={t('fields.account')}>
          <Anchor component={Link} to={`/accounts/${account}`} inherit>
            <Name>{accountName}</Name>
          </Anchor>
        </Item>
      )}
      {description && (
        <Item name={t('fields.description')}>
          <Name>{description}</Name>
        </Item>
      )}
      {attempts > 0 && (
        <Item name={t('fields.attempts')}>
          <span className="number">{number(attempts)}</span>
        </Item>
      )}
    </dl>
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
