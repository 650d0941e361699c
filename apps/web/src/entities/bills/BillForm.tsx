import { Autocomplete, type AutocompleteProps, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { useRecordTexts } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { Name } from '../../ui/values.tsx';
import { Attachments } from '../attachments/Attachments.tsx';
import { useNewFiles } from '../attachments/NewFiles.tsx';
import { PayeeForm, PayeePicker } from '../payees/PayeePicker.tsx';
import { type Bill, isRefund, MIN_TYPED, similarBills, toRefund } from './bill.ts';
import { bill as description } from './useBillTable.tsx';

const SEARCHED = 50;
const SHOWN = 5;

interface DescriptionInputProps extends AutocompleteProps {
  readonly onSimilar: (bill: Bill) => void;
}

/** A description: suggests those of earlier bills, of which the one that is chosen fills in more. */
function DescriptionInput({ value = '', onSimilar, ...props }: DescriptionInputProps) {
  const [settled] = useDebouncedValue(value.trim(), 200);
  const { data } = useQuery({
    ...api.bills.list.queryOptions({ search: settled, limit: SEARCHED }),
    enabled: settled.length >= MIN_TYPED,
  });
  const similar = similarBills(value, data?.items ?? []).slice(0, SHOWN);
  const found = new Map(similar.map((bill) => [bill.description, bill]));
  return (
    <Autocomplete
      {...props}
      value={value}
      data={[...found.keys()]}
      // The service has searched.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          <Name>{option.value}</Name> <Name>{found.get(option.value)?.payeeName ?? ''}</Name>
        </span>
      )}
      onOptionSubmit={(chosen) => {
        const bill = found.get(chosen);
        if (bill) onSimilar(bill);
      }}
    />
  );
}

/** The files of a bill, which are printed below what the bill says. */
function BillFiles({ bill, onCover }: { readonly bill: Bill; onCover(isCovered: boolean): void }) {
  const { fieldOf } = useRecordTexts();
  const { day, money } = useFormat();
  const { _id: id, description: name, date, value, payeeName, dueDate, paidOn, extraNotes } = bill;
  const details = {
    date: day(date),
    value: money(value),
    description: name,
    payee: payeeName,
    dueDate: dueDate && day(dueDate),
    paidOn: paidOn && day(paidOn),
    extraNotes,
  };
  return (
    <Attachments
      owner={{ kind: 'bills', id, name }}
      mayChange={useMay()('attachments.addToBill')}
      onCover={onCover}
      details={Object.entries(details).flatMap(([field, text]) =>
        text ? [{ name: fieldOf('bills', field), value: text }] : [],
      )}
    />
  );
}

interface Named {
  readonly _id: string;
  readonly name: string;
}

interface Props {
  /** Undefined: a new one. */
  readonly row: Bill | undefined;
  readonly payee?: Named | undefined;
  readonly onClose: () => void;
}

export function BillForm({ row, payee: given, onClose }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const may = useMay();
  const files = useNewFiles();
  const [isCovered, setCovered] = useState(false);
  const [payee, setPayee] = useState(row?.payee ? { _id: row.payee, name: row.payeeName } : given);
  const [created, setCreated] = useState<string>();
  const { record, form, inputs, inputProps, title, isClosed } = useResourceForm(description, {
    row,
    initial: { date: today(), payee: given?._id ?? null },
    onCreated: ({ _id: id, description: name }) => void files.attachTo({ kind: 'bills', id, name }),
    next: ({ date }) => ({ date }),
    onClose,
  });
  const { value } = form.values;
  const { value: payeeID, onChange: onPayee, ...payeeProps } = inputProps('payee');
  const fill = ({ payee: found, payeeName: name, account }: Bill) => {
    const { payee: chosen, account: usual } = form.getValues();
    if (found && !chosen) {
      setPayee({ _id: found, name });
      form.setFieldValue('payee', found);
    }
    if (account && !usual) form.setFieldValue('account', account);
  };
  return (
    <>
      <RecordDrawer
        title={title}
        record={{
          ...record,
          history: (
            <>
              {row && <BillFiles bill={row} onCover={setCovered} />}
              {record.history}
            </>
          ),
        }}
        onClose={onClose}
        covered={created !== undefined || isCovered}
      >
        {!row && files.isFirst && files.fields}
        {inputs.date}
        {inputs.value}
        <Switch
          label={t('isRefund')}
          disabled={isClosed}
          checked={isRefund(value)}
          onChange={({ currentTarget }) =>
            form.setFieldValue('value', toRefund(value, currentTarget.checked))
          }
        />
        {row ? inputs.description : <DescriptionInput {...inputProps('description')} onSimilar={fill} />}
        <PayeePicker
          {...payeeProps}
          value={payeeID ?? undefined}
          known={payee}
          onChange={(chosen) => onPayee(chosen ?? null)}
          onCreate={may('payees.create') && !isClosed ? setCreated : undefined}
        />
        {inputs.dueDate}
        {inputs.paidOn}
        {inputs.account}
        {inputs.cheque}
        {inputs.extraNotes}
        {!row && !files.isFirst && files.fields}
      </RecordDrawer>
      {created !== undefined && (
        <PayeeForm
          name={created}
          onClose={() => setCreated(undefined)}
          onChosen={(chosen) => {
            setPayee(chosen);
            form.setFieldValue('payee', chosen._id);
          }}
        />
      )}
    </>
  );
}
