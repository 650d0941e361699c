import { IconCalendarX, IconCheck, IconWritingSign } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import type { BulkForm } from '../../data/bulk.ts';
import { useChange } from '../../data/change.tsx';
import { type RecordEditor, useDescribedEditor } from '../../data/editor.tsx';
import { useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import type { RowAction } from '../../ui/rows.tsx';
import { BillForm } from './BillForm.tsx';
import type { Bill } from './bill.ts';
import { bill as description } from './useBillTable.tsx';
import { usePayByCheque } from './usePayByCheque.tsx';

/** What is done with a bill that is to be paid: beside the form, in its row. */
export function useBillEditor(): RecordEditor<Bill> & { readonly bulkForms: readonly BulkForm<Bill>[] } {
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
      cheque.canPay(row) && {
        text: t('payByCheque'),
        icon: IconWritingSign,
        run: () => void cheque.open([row]),
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
    bulkForms: [cheque.bulkForm],
    form: (
      <>
        {editor.form}
        {cheque.form}
      </>
    ),
  };
}
