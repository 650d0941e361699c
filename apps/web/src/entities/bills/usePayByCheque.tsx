import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkForm } from '../../data/bulk.ts';
import { useChange } from '../../data/change.tsx';
import { useMay } from '../../data/me.ts';
import { undoEntry } from '../../data/record-client.ts';
import { isNegative, sum } from '../../lib/amounts.ts';
import { useAccounts } from '../accounts/AccountPicker.tsx';
import { ChequeForm, type ChequeStart, lastUsedAccount, suggestion } from '../cheques/ChequeForm.tsx';
import type { Cheque } from '../cheques/cheque.ts';
import type { Bill } from './bill.ts';

interface Paying {
  readonly bills: readonly Bill[];
  readonly start: ChequeStart;
  readonly onDone: (() => void) | undefined;
}

/** What all have in common; undefined: nothing. */
function common<T>(values: readonly T[]): T | undefined {
  const [first, ...rest] = values;
  return rest.every((one) => one === first) ? first : undefined;
}

/** Opens the form of a cheque that pays bills: they name it once it is saved, and one undo takes both back. */
export function usePayByCheque() {
  const { t } = useTranslation('bills');
  const change = useChange('bills');
  const may = useMay();
  const queryClient = useQueryClient();
  const accounts = useAccounts();
  const [paying, setPaying] = useState<Paying>();
  const open = async (bills: readonly Bill[], onDone?: () => void) => {
    const of = <K extends keyof Bill>(field: K) => common(bills.map((bill) => bill[field]));
    const wanted = of('account') ?? (await lastUsedAccount().catch(() => undefined));
    const account = accounts?.find(({ _id }) => _id === wanted);
    const serial = await queryClient.fetchQuery(suggestion(account?._id)).catch(() => null);
    const payee = of('payee');
    const [dueDate] = bills.flatMap((bill) => bill.dueDate ?? []).sort();
    setPaying({
      bills,
      onDone,
      start: {
        value: sum(bills.map(({ value }) => value)),
        description: of('description') ?? '',
        account,
        dueDate,
        ...(serial !== null && { serial }),
        ...(payee && { payee: { _id: payee, name: of('payeeName') ?? '' } }),
      },
    });
  };
  const isPayable = ({ status, cheque, value }: Bill) =>
    status === 'due' && cheque === null && !isNegative(value);
  const tell = (cheque: Cheque, { length: count }: readonly Bill[]) => {
    const { _id, serial } = cheque;
    void change({
      run: async () => cheque,
      done:
        count === 1 ? t('linked', { serial }) : t('linkedSeveral', { serial, bills: t('count', { count }) }),
      // The cheque and the bills are one batch of the journal.
      undo: () => ({ run: () => undoEntry(_id, { action: 'create', limit: 1 }) }),
    });
  };
  const titleOf = ([first, ...others]: readonly Bill[]) => {
    const count = 1 + others.length;
    const name = (count === 1 && first?.description) || t('count', { count });
    return `${t('payByCheque')}: ${name}`;
  };
  const form: ReactNode = paying && (
    <ChequeForm
      title={titleOf(paying.bills)}
      start={paying.start}
      bills={paying.bills.map(({ _id }) => _id)}
      onCreated={(cheque) => {
        tell(cheque, paying.bills);
        paying.onDone?.();
      }}
      onClose={() => setPaying(undefined)}
    />
  );
  const bulkForm: BulkForm<Bill> = {
    name: t('payByCheque'),
    needs: 'bills.payByCheque',
    isFor: isPayable,
    open: (bills, onDone) => void open(bills, onDone),
  };
  return { open, form, bulkForm, canPay: (bill: Bill) => may('bills.payByCheque') && isPayable(bill) };
}
