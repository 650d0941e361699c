import type { Outputs } from '@daybook/client';
import { PayEntryCreate, type PayEntryKind, payEntryKinds, RateCreate } from '@daybook/domain';
import { Chip, Group, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../data/change.tsx';
import { useLock } from '../../data/closed.tsx';
import { field, optionalReference, reference } from '../../data/fields.tsx';
import { useMay } from '../../data/me.ts';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { removeRecord } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';
import { useRemoval } from '../../data/removal.ts';
import { compareAmounts, isNegative, negate } from '../../lib/amounts.ts';
import { useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { editAndDelete, RowActions } from '../../ui/rows.tsx';
import { ChequePicker } from '../cheques/ChequePicker.tsx';
import { UserPicker } from '../users.tsx';
import { basis, factor, kind, optionalAmount, WorkerPicker, wholeNumber } from './fields.tsx';
import { useBalances, useMayPay, useOverpaidQuestion } from './hooks.tsx';
import { entrySchema, isOverpaid, type PayEntry, type Worker, withoutEntry } from './pay.ts';

const payEntry = describeRecord({
  resource: 'payEntries',
  schema: PayEntryCreate,
  fields: {
    worker: reference(WorkerPicker),
    kind,
    amount: field.amount,
    date: field.day,
    extraNotes: field.notes,
    cheque: optionalReference(ChequePicker),
  },
  focused: 'amount',
  first: 'kind',
  nameOf: ({ workerName, date }, { day, list }) => list(workerName, day(date)),
  addressOf: ({ worker }) => `/pay/${worker}`,
});

/** Administrators alone read and write rates. */
export const rate = describeRecord({
  resource: 'rates',
  schema: RateCreate,
  fields: {
    worker: reference(UserPicker),
    from: field.day,
    basis,
    amount: optionalAmount,
    dayMinutes: wholeNumber(undefined),
    overtimeFactor: factor,
    monthDays: wholeNumber(26),
    extraNotes: field.notes,
  },
  focused: 'amount',
  first: 'from',
  nameOf: ({ workerName, from }, { day, list }) => list(workerName, day(from)),
  addressOf: ({ worker }) => `/pay/${worker}`,
});

/** Tells of an entry that a form has made, and offers to take it back. */
function useEntryNotice() {
  const { t } = useTranslation('pay');
  const { t: entries } = useTranslation('payEntries');
  const { money } = useFormat();
  const change = useChange('payEntries');
  return (entry: Outputs['payEntries']['create']) => {
    const { _id, version, kind, amount, workerName } = entry;
    void change({
      run: async () => entry,
      done: t('recorded', { kind: entries(`kinds.${kind}`), amount: money(amount), name: workerName }),
      undo: () => ({
        shows: [{ id: _id, row: null }],
        run: () => removeRecord('payEntries', _id, versionCondition(version)),
      }),
    });
  };
}

/** What a new entry begins with. */
export interface EntryStart {
  readonly worker?: Worker | undefined;
  /** Else an advance. */
  readonly kind?: PayEntryKind;
  readonly amount?: string;
}

interface Props {
  /** Undefined: a new one. */
  readonly entry?: PayEntry | undefined;
  readonly start?: EntryStart;
  readonly onClose: () => void;
}

/** The kinds in the order in which they are wanted, each one tap away. */
const kinds = payEntryKinds.toSorted((one, other) => Number(one === 'opening') - Number(other === 'opening'));

/** An advance, unless another kind is chosen; a payout above what is owed is asked about. */
function EntryForm({ entry, start = {}, onClose }: Props) {
  const { t } = useTranslation('pay');
  const { t: entries } = useTranslation('payEntries');
  const { today } = useFormat();
  const { currency } = useBusiness();
  const tell = useEntryNotice();
  const { worker: given, ...begin } = start;
  const known = entry ? { _id: entry.worker, name: entry.workerName } : given;
  const schema = entrySchema(currency?.digits);
  const { record, form, inputs, inputProps, title, isClosed } = useResourceForm(
    { ...payEntry, schema, focused: known ? 'amount' : 'worker' },
    {
      row: entry,
      initial: { date: today(), ...begin, ...(known && { worker: known._id }) },
      onCreated: tell,
      isToldElsewhere: entry === undefined,
      next: ({ kind, date }) => ({ kind, date }),
      onClose,
    },
  );
  // One group of radios, among which the arrows move.
  const kindName = useId();
  const { kind, worker, amount } = form.getValues();
  const balance = useBalances().data?.find((one) => one.worker === worker);
  const owed = balance && withoutEntry(balance.balance, entry?.worker === worker ? entry : undefined);
  const { ask, isAsking } = useOverpaidQuestion();
  const asked = (send: () => void) =>
    schema.safeParse(form.getValues()).success && isOverpaid({ kind, amount }, owed)
      ? ask({ name: balance?.workerName ?? '', owed: owed ?? '0', amount, onConfirm: send })
      : send();
  const { submitAndNext } = record;
  const asking = {
    ...record,
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault();
      asked(() => record.submit());
    },
    ...(submitAndNext && { submitAndNext: () => asked(submitAndNext) }),
  };
  return (
    <RecordDrawer title={title} record={asking} onClose={onClose} covered={isAsking}>
      <div>
        <WorkerPicker {...inputProps('worker')} known={known} />
        {owed !== undefined && <OwedNow amount={owed} />}
      </div>
      <Chip.Group
        value={kind}
        onChange={(chosen) => form.setFieldValue('kind', payEntryKinds.find((one) => one === chosen) ?? kind)}
      >
        <Group gap={6} role="radiogroup" aria-label={entries('fields.kind')}>
          {kinds.map((one) => (
            <Chip key={one} name={kindName} value={one} size="sm" disabled={isClosed && one !== kind}>
              {entries(`kinds.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {inputs.amount}
      {kind === 'opening' && (
        <Text size="xs" c="dimmed" mt={-8}>
          {t('openingHint')}
        </Text>
      )}
      {inputs.date}
      {inputs.extraNotes}
      {(kind === 'advance' || kind === 'payout' || entry?.cheque) && inputs.cheque}
    </RecordDrawer>
  );
}

function OwedNow({ amount }: { readonly amount: string }) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  return (
    <Text size="sm" mt={4} c={compareAmounts(amount, '0') === 0 ? 'dimmed' : undefined} role="status">
      {isNegative(amount)
        ? t('owesNow', { amount: money(negate(amount)) })
        : t('owedNow', { amount: money(amount) })}
    </Text>
  );
}

/** Everything a screen with pay entries does with them: buttons for a row, and the form that is open. */
export function useEntryEditor() {
  const [open, setOpen] = useState<(close: () => void) => ReactNode>();
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const mayPay = useMayPay();
  const lockOf = useLock();
  const nameOf = (entry: PayEntry) => payEntry.nameOf(entry, format);
  const remove = useRemoval<PayEntry>({ resource: 'payEntries', nameOf });
  const show = (form: (close: () => void) => ReactNode) => setOpen(() => form);
  const edit = (entry: PayEntry) => show((close) => <EntryForm entry={entry} onClose={close} />);
  /** The payout of a settlement is changed by the settlement alone. */
  const isOpen = ({ worker, settlement }: PayEntry) => settlement === null && mayPay(worker);
  return {
    create: may('payEntries.create')
      ? (start: EntryStart = {}) => show((close) => <EntryForm start={start} onClose={close} />)
      : undefined,
    open: (entry: PayEntry) => isOpen(entry) && edit(entry),
    nameOf,
    actions(entry: PayEntry) {
      if (!isOpen(entry)) return null;
      const lock = lockOf('payEntries', entry, () => edit(entry));
      const actions = lock
        ? [lock]
        : editAndDelete(
            t,
            () => edit(entry),
            () => remove(entry),
          );
      return <RowActions name={nameOf(entry)} actions={actions} />;
    },
    form: open?.(() => setOpen(undefined)),
  };
}
