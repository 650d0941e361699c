import type { Inputs } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useMay, useMe } from '../../data/me.ts';
import { compareAmounts } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useAccounts } from '../users.tsx';
import type { Balance, Settlement } from './pay.ts';

/** Asks, and acknowledges a settlement: the worker for themself, others when they have seen the signature. */
export function useAcknowledge() {
  const { t } = useTranslation('settlements');
  const { day, money, number: text } = useFormat();
  const { _id: me } = useMe();
  const confirm = useConfirm();
  const change = useChange('settlements');
  return (settlement: Settlement) => {
    const { _id: settlementID, number, worker, workerName, to, balance } = settlement;
    const isOwn = worker === me;
    const values = { name: workerName, day: day(to), balance: money(balance) };
    confirm({
      title: t('acknowledging.title', { number: text(number) }),
      text: isOwn ? t('acknowledging.own', values) : t('acknowledging.seen', values),
      confirm: isOwn ? t('acknowledge') : t('signatureSeen'),
      isHarmless: true,
      onConfirm: () =>
        void change({
          done: t('done', { number: text(number) }),
          run: () => client.settlements.acknowledge.mutate({ settlementID }),
        }),
    });
  };
}

/**
 * What every worker is owed today; nothing for those who may not see it, or while it is not wanted.
 * @param period from when on, and at whose end, if not of all time and today
 */
export function useBalances(isWanted = true, period: Inputs['pay']['balances'] = {}) {
  const isEnabled = useMay()('pay.balances') && isWanted;
  return useQuery({
    ...api.pay.balances.queryOptions(period),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

/**
 * Whether nobody has earned anything and, as far as the caller may see it, nobody has a rate.
 * @returns undefined until it is known
 */
export function useIsWithoutRates(balances: readonly Balance[] | undefined): boolean | undefined {
  const mayRead = useMay()('rates.list');
  const isNothing =
    balances && balances.length > 0 && balances.every(({ earned }) => compareAmounts(earned, '0') === 0);
  const { data } = useQuery({
    ...api.rates.list.queryOptions({ limit: 1 }),
    enabled: isNothing === true && mayRead,
  });
  return isNothing && mayRead ? data && data.items.length === 0 : isNothing;
}

/**
 * Whose entries and settlements the caller writes: an Administrator everybody's, a Supervisor those of other workers of role
 * User. Of a worker whose account is gone the service decides.
 */
export function useMayPay() {
  const may = useMay();
  const { _id, accessLevel } = useMe();
  const { data: accounts = [] } = useAccounts();
  return (worker: string): boolean => {
    if (!may('payEntries.create')) return false;
    if (accessLevel === 'Administrator') return true;
    const role = accounts.find((account) => account._id === worker)?.accessLevel ?? 'User';
    return worker !== _id && role === 'User';
  };
}

interface Overpaid {
  readonly name: string;
  /** The balance; below 0 the worker owes. */
  readonly owed: string;
  readonly amount: string;
  readonly onConfirm: () => void;
}

/** Asks whether more is to be paid out than is owed. */
export function useOverpaidQuestion() {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  const confirm = useConfirm();
  const [isAsking, setAsking] = useState(false);
  const ask = ({ name, owed, amount, onConfirm }: Overpaid) => {
    setAsking(true);
    const values = { name, amount: money(amount) };
    confirm({
      title: t('overpaid.title'),
      text:
        compareAmounts(owed, '0') > 0
          ? t('overpaid.text', { ...values, owed: money(owed) })
          : t('overpaid.nothing', values),
      confirm: t('overpaid.confirm'),
      onConfirm,
      // Later, so that the Escape that closes the question is not meant for the form under it too.
      onClosed: () => setTimeout(() => setAsking(false)),
    });
  };
  return { ask, isAsking };
}
