import { type PayEntryKind, payEntryKinds } from '@daybook/domain';
import { Chip, Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { compare, isNegative, negated } from '../../lib/money.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { payEntry as description } from './description.ts';
import { entrySchema, isOverpaid, withoutEntry } from './entry-schema.ts';
import type { PayEntry, Worker } from './pay.ts';
import { useBalances } from './useBalances.ts';
import { useEntryNotice } from './useEntryNotice.ts';
import { useOverpaidQuestion } from './useOverpaidQuestion.ts';
import { WorkerPicker } from './WorkerPicker.tsx';

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
export function EntryForm({ entry, start = {}, onClose }: Props) {
  const { t } = useTranslation('pay');
  const { t: entries } = useTranslation('payEntries');
  const { today } = useFormat();
  const { currency } = useBusiness();
  const tell = useEntryNotice();
  const { worker: given, ...begin } = start;
  const known = entry ? { _id: entry.worker, name: entry.workerName } : given;
  const schema = entrySchema(currency?.digits);
  const { record, form, inputs, inputProps, title } = useResourceForm(
    { ...description, schema, focused: known ? 'amount' : 'worker' },
    {
      row: entry,
      initial: { date: today(), ...begin, ...(known && { worker: known._id }) },
      onCreated: tell,
      isToldElsewhere: entry === undefined,
      next: ({ kind, date }) => ({ kind, date }),
      onClose,
    },
  );
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
            <Chip key={one} value={one} size="sm">
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
    <Text size="sm" mt={4} c={compare(amount, '0') === 0 ? 'dimmed' : undefined} role="status">
      {isNegative(amount)
        ? t('owesNow', { amount: money(negated(amount)) })
        : t('owedNow', { amount: money(amount) })}
    </Text>
  );
}
