import { IconCalendarX, IconCheck, IconWritingSign } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { type RecordEditor, useDescribedEditor } from '../../data/editor.tsx';
import { useMay } from '../../data/me.ts';
import { isNegative } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import type { RowAction } from '../../ui/rows.tsx';
import { useAccounts } from '../accounts/AccountPicker.tsx';
import { ChequeForm, type ChequeStart, lastUsedAccount, suggestion } from '../cheques/ChequeForm.tsx';
import { BillForm } from './BillForm.tsx';
import type { Bill } from './bill.ts';
import { bill as description } from './useBillTable.tsx';

interface Paying {
  readonly bill: Bill;
  readonly start: ChequeStart;
}

/** Opens the form of a cheque that pays a bill, and names the saved cheque in the bill. */
function usePayByCheque() {
  const { t } = useTranslation('bills');
  const change = useChange('bills');
  const queryClient = useQueryClient();
  const accounts = useAccounts();
  const [paying, setPaying] = useState<Paying>();
  const open = async (bill: Bill) => {
    const wanted = bill.account ?? (await lastUsedAccount().catch(() => undefined));
    const account = accounts?.find(({ _id }) => _id === wanted);
    const serial = await queryClient.fetchQuery(suggestion(account?._id)).catch(() => null);
    const { value, description, payee, payeeName, dueDate } = bill;
    setPaying({
      bill,
      start: {
        value,
        description,
        account,
        dueDate: dueDate ?? undefined,
        ...(serial !== null && { serial }),
        ...(payee && { payee: { _id: payee, name: payeeName } }),
      },
    });
  };
  const link = ({ _id: billID }: Bill, { _id: cheque, serial }: { _id: string; serial: string }) =>
    void change({
      run: () => client.bills.update.mutate({ billID, cheque }),
      done: t('linked', { serial }),
    });
  const form: ReactNode = paying && (
    <ChequeForm
      start={paying.start}
      onCreated={(cheque) => link(paying.bill, cheque)}
      onClose={() => setPaying(undefined)}
    />
  );
  return { open, form };
}

/** What is done with a bill that is to be paid: beside the form, in its row. */
export function useBillEditor(): RecordEditor<Bill> {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const may = useMay();
  const change = useChange('bills');
  const cheque = usePayByCheque();

  const setPaid = (row: Bill, paidOn: string | null) => {
    const { _id: billID, version } = row;
    const isPaid = paidOn !== null;
    const shown: Bill = {
      ...row,
      paidOn,
      status: isPaid ? 'paid' : 'due',
      isOverdue: !isPaid && row.dueDate !== null && row.dueDate < today(),
    };
    void change({
      run: () => client.bills.update.mutate({ billID, paidOn }, versionCondition(version)),
      shows: [{ id: billID, row: shown }],
      done: t(isPaid ? 'markedPaid' : 'markedDue', { description: row.description }),
      undo: (made: Bill) => ({
        run: () => client.bills.update.mutate({ billID, paidOn: row.paidOn }, versionCondition(made.version)),
        shows: [{ id: billID, row }],
      }),
    });
  };
  const actionsOf = (row: Bill): RowAction[] => {
    const mayChange = may('bills.update');
    const isDue = mayChange && row.status === 'due';
    return [
      isDue && { text: t('paidToday'), icon: IconCheck, run: () => setPaid(row, today()), isNext: true },
      isDue &&
        may('cheques.create') &&
        row.cheque === null &&
        !isNegative(row.value) && {
          text: t('payByCheque'),
          icon: IconWritingSign,
          run: () => void cheque.open(row),
        },
      mayChange &&
        row.paidOn !== null && { text: t('dueAgain'), icon: IconCalendarX, run: () => setPaid(row, null) },
    ].filter((action) => action !== false);
  };
  const editor = useDescribedEditor(description, (row, close) => <BillForm row={row} onClose={close} />, {
    actionsOf,
    staysPossible: true,
  });
  return {
    ...editor,
    form: (
      <>
        {editor.form}
        {cheque.form}
      </>
    ),
  };
}
