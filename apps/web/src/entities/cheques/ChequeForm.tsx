import { ChequeForBills, fixedFields, isFixed } from '@daybook/domain';
import { Alert, Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { useFormat } from '../../lib/format.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { AccountPicker, useAccounts } from '../accounts/AccountPicker.tsx';
import { nextInBooks } from '../accounts/books.ts';
import { useNewFiles } from '../attachments/NewFiles.tsx';
import { PayeeForm, PayeePicker } from '../payees/PayeePicker.tsx';
import { type Cheque, nextSerial, suggestedSerial } from './cheque.ts';
import { cheque as description } from './useChequeTable.tsx';

interface SerialInputProps extends TextInputProps {
  readonly value?: string;
  /** The cheque that is changed; a new one gets a suggestion. */
  readonly chequeID?: string | undefined;
  /** The bank account that it is of; in another one the same serial says nothing. */
  readonly account?: string | null | undefined;
  readonly suggested: string | undefined;
  readonly onSuggested: (serial: string) => void;
}

/** A serial: says which other cheque has the same one, which is allowed, and suggests the next. */
export function SerialInput({
  value = '',
  chequeID,
  account,
  suggested,
  onSuggested,
  ...props
}: SerialInputProps) {
  const { t } = useTranslation('cheques');
  const { day, money } = useFormat();
  const [settled] = useDebouncedValue(value.trim(), 250);
  const { data } = useQuery({
    ...api.cheques.list.queryOptions({ serial: settled, account: account ?? undefined, limit: 2 }),
    enabled: settled !== '' && settled.length <= 64,
  });
  const duplicate = data?.items.find(({ _id, serial }) => _id !== chequeID && serial === value.trim());
  return (
    <div>
      <TextInput
        label={t('fields.serial')}
        dir="ltr"
        autoComplete="off"
        // Digits alone, as most are, unless it has other signs or follows one that has.
        inputMode={/\D/.test(value || suggested || '') ? 'text' : 'numeric'}
        value={value}
        {...props}
      />
      <div className={chequeID === undefined ? 'serial-hint' : undefined}>
        <div role="status">
          {duplicate && (
            <Group gap={6} mt={4} wrap="nowrap" align="flex-start">
              <IconAlertTriangle size={16} className="state-icon soon" aria-hidden />
              <Text size="sm">
                {t('serialExists', {
                  payee: duplicate.payeeName,
                  value: money(duplicate.value),
                  date: day(duplicate.dueDate),
                })}
              </Text>
            </Group>
          )}
        </div>
        {chequeID === undefined && suggested && !duplicate && value.trim() !== suggested && (
          <Button size="compact-sm" variant="light" mt={6} onClick={() => onSuggested(suggested)}>
            {t('useSerial', { serial: suggested })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Cheques are written about in the order of their due dates: the last one is among those due last. */
const latest = 1000;
/** How many serials in a row may be there already. */
const attempts = 50;

const isThere = async (serial: string, account: string | undefined) =>
  (await client.cheques.list.query({ serial, account, limit: 1 })).items.length > 0;

/** The next one of the account's books; without them, that follows the cheque written last. */
async function suggested(account: string | undefined): Promise<string | undefined> {
  const books = account ? (await client.chequebooks.list.query({ account, limit: latest })).items : [];
  const next = nextInBooks(books);
  if (next !== undefined) return next;
  const { items } = await client.cheques.list.query({ account, limit: latest });
  return suggestedSerial(items);
}

/** The next serial that no cheque of an account has; null: none can be guessed. */
export const suggestion = (account: string | undefined) =>
  queryOptions({
    queryKey: [['cheques', 'suggestedSerial'], account ?? ''],
    queryFn: async () => {
      let serial = await suggested(account);
      for (let n = 0; n < attempts && serial !== undefined; n++) {
        if (!(await isThere(serial, account))) return serial;
        serial = nextSerial(serial);
      }
      return null;
    },
  });

/** The account on which the cheque written last is drawn. */
export async function lastUsedAccount(): Promise<string | undefined> {
  const { items } = await client.cheques.list.query({ limit: latest });
  const [first, ...rest] = items.filter(({ account }) => account !== null);
  return (
    rest.reduce((last, one) => (last && last.createdAt > one.createdAt ? last : one), first)?.account ??
    undefined
  );
}

/** The next serial that no cheque has; of a bank account, that none of its cheques has. */
export const useSuggestedSerial = (account?: string | null): string | undefined =>
  useQuery(suggestion(account ?? undefined)).data ?? undefined;

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** What a new cheque begins with. */
export interface ChequeStart {
  readonly serial?: string;
  readonly dueDate?: string | undefined;
  readonly value?: string;
  readonly description?: string;
  readonly payee?: Named;
  readonly account?: Named | undefined;
}

interface ChequeFormProps {
  /** Undefined: a new one. */
  readonly cheque?: Cheque | undefined;
  readonly start?: ChequeStart;
  /** Else that a cheque is new, or changed. */
  readonly title?: string;
  /** Identifiers of bills that the new one pays. */
  readonly bills?: readonly string[];
  /** Where one cheque is wanted; it is not told of otherwise. */
  readonly onCreated?: (cheque: Cheque) => void;
  readonly onClose: () => void;
}

export function ChequeForm({ cheque, start = {}, title: given, bills, onCreated, onClose }: ChequeFormProps) {
  const { t } = useTranslation('cheques');
  const files = useNewFiles();
  const may = useMay();
  const [payee, setPayee] = useState(cheque ? { _id: cheque.payee, name: cheque.payeeName } : start.payee);
  const [created, setCreated] = useState<string>();
  const initial = { ...start, payee: start.payee?._id, account: start.account?._id ?? null };
  const { record, form, inputs, inputProps, title } = useResourceForm(description, {
    row: cheque,
    initial,
    fixed: cheque && isFixed(cheque) ? fixedFields : [],
    create:
      bills &&
      ((values, once) => client.bills.payByCheque.mutate(ChequeForBills.parse({ ...values, bills }), once)),
    isToldElsewhere: onCreated !== undefined,
    onCreated: (made) => {
      onCreated?.(made);
      void files.attachTo({ kind: 'cheques', id: made._id, name: t('named', { serial: made.serial }) });
    },
    next:
      !onCreated &&
      (({ serial, payee, dueDate, account }) => ({
        serial: nextSerial(serial) ?? '',
        payee,
        dueDate,
        account,
      })),
    onClose,
  });
  const { account } = form.getValues();
  const known = cheque?.account ? { _id: cheque.account, name: cheque.accountName } : start.account;
  const hasAccounts = (useAccounts() ?? []).length > 0;
  const suggested = useSuggestedSerial(account);
  return (
    <>
      <RecordDrawer title={given ?? title} record={record} onClose={onClose} covered={created !== undefined}>
        {cheque && isFixed(cheque) && <FixedNotice status={cheque.status} />}
        {(hasAccounts || known) && (
          <AccountPicker
            {...inputProps('account')}
            value={account ?? undefined}
            known={known}
            onChange={(chosen) => form.setFieldValue('account', chosen ?? null)}
          />
        )}
        <SerialInput
          {...inputProps('serial')}
          chequeID={cheque?._id}
          account={account}
          suggested={suggested}
          onSuggested={(serial) => {
            form.setFieldValue('serial', serial);
            // The button goes away: on to what is typed next.
            form.getInputNode('payee')?.focus();
          }}
        />
        <PayeePicker
          {...inputProps('payee')}
          known={payee}
          onCreate={may('payees.create') ? setCreated : undefined}
        />
        {inputs.value}
        {inputs.dueDate}
        {inputs.description}
        {!cheque && files.fields}
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

/** Why some fields cannot be changed. */
export function FixedNotice({ status }: Pick<Cheque, 'status'>) {
  const { t } = useTranslation('cheques');
  const why = status === 'presented' || status === 'cleared' ? status : 'bounced';
  return (
    <Alert color="gray" py="xs" mb="sm" icon={<IconLock size={16} aria-hidden />}>
      {t(`fixed.${why}`)}
    </Alert>
  );
}
