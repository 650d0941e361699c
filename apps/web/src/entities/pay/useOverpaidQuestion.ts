import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { compare } from '../../lib/money.ts';
import { useConfirm } from '../../ui/confirm.tsx';

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
        compare(owed, '0') > 0
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
