import { BillCreate } from '@daybook/domain';
import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCalendarDue, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { field, optionalReference } from '../../data/fields.tsx';
import { describeRecord, useColumns } from '../../data/record-description.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Money, Name } from '../../ui/values.tsx';
import { AccountPicker } from '../accounts/AccountPicker.tsx';
import { useFilesColumn } from '../attachments/Thumbnails.tsx';
import { ChequePicker } from '../cheques/ChequePicker.tsx';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import type { Bill } from './bill.ts';

export const bill = describeRecord({
  resource: 'bills',
  schema: BillCreate,
  fields: {
    date: field.pastDay,
    value: field.amount,
    description: field.text,
    payee: optionalReference(PayeePicker),
    dueDate: field.optionalDay,
    paidOn: field.optionalDay,
    account: optionalReference(AccountPicker),
    cheque: optionalReference(ChequePicker),
    extraNotes: field.notes,
  },
  focused: 'value',
  first: 'description',
  addressOf: ({ date }) => `/bills/all?from=${date}&to=${date}`,
  nameOf: ({ date, description, value }, { day, list, money }) => list(day(date), description, money(value)),
});

type Paid = Pick<Bill, 'status' | 'isOverdue'>;

const looks = {
  due: { icon: IconCalendarDue, tone: 'quiet' },
  paid: { icon: IconCheck, tone: 'success' },
  overdue: { icon: IconAlertTriangle, tone: 'danger' },
} as const;

/** Whether a bill with a due date is paid, and that it is overdue. */
function BillStatus({ bill: { status, isOverdue } }: { readonly bill: Paid }) {
  const { t } = useTranslation('bills');
  if (status === null) return null;
  const { icon, tone } = looks[isOverdue ? 'overdue' : status];
  return (
    <Chip icon={icon} tone={tone}>
      {isOverdue ? t('fields.isOverdue') : t(`statuses.${status}`)}
    </Chip>
  );
}

/** The cheque that pays a bill. */
function PaidWith({ bill: { cheque, chequeSerial } }: { readonly bill: Bill }) {
  const { t } = useTranslation('cheques');
  if (!cheque) return null;
  return (
    <Anchor component={Link} to={`/cheques/${cheque}`} size="xs" display="block">
      {t('named', { serial: chequeSerial })}
    </Anchor>
  );
}

/** The columns of lists of bills. @param total of the whole filter */
export function useBillColumns(total: string | undefined) {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const { date, description, payee, dueDate, extraNotes, value } = useColumns(bill, {
    date: { footer: total === undefined ? undefined : common('total') },
    payee: {
      cell: (row) =>
        row.payee && (
          <Anchor component={Link} to={`/payees/${row.payee}`} inherit>
            <Name>{row.payeeName}</Name>
          </Anchor>
        ),
    },
    // The name that addresses have for it.
    extraNotes: { key: 'notes', sortBy: (row) => row.extraNotes || null },
    value: { footer: total === undefined ? undefined : <Money value={total} /> },
  });
  const status: Column<Bill> = {
    key: 'status',
    place: 'state',
    header: t('fields.status'),
    cell: (row) => (
      <>
        <BillStatus bill={row} />
        <PaidWith bill={row} />
      </>
    ),
    sortBy: (row) => (row.status === null ? null : row.isOverdue ? 0 : row.status === 'due' ? 1 : 2),
  };
  const files = useFilesColumn<Bill>('bills', (row) => row.description);
  return { date, description, payee, dueDate, extraNotes, value, files, status };
}
