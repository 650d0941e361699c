import { allowedEvents, ChequeEventCreate, ChequeReplacement } from '@daybook/domain';
import { Button, CloseButton, Fieldset, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { isNegative, negate, toUnits } from '../../lib/amounts.ts';
import type { DayText } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { SerialInput, useSuggestedSerial } from './ChequeForm.tsx';
import {
  type Cheque,
  likelyEvents,
  nextSerial,
  nextWritten,
  type RecordedKind,
  type ReplacementCheque,
  valueLeft,
} from './cheque.ts';
import { useChequeEvents } from './events.ts';

const { kind, date, reason, charge } = ChequeEventCreate.shape;
const EventValues = z.object({
  kind,
  date: date.unwrap(),
  reason,
  charge: z.preprocess((typed) => (typed === '' ? undefined : typed), charge),
});

interface EventValues {
  kind: RecordedKind;
  date: string | undefined;
  reason: string;
  charge: string;
}

interface EventFormProps {
  readonly cheques: readonly Cheque[];
  /** Undefined: to be chosen. */
  readonly kind?: RecordedKind | undefined;
  readonly onClose: () => void;
  readonly onRecorded?: (() => void) | undefined;
}

const isRecorded = (event: string): event is RecordedKind => event !== 'replace' && event !== 'undo';

/** The day of an event, its reason and what the bank charged; for one cheque or several. */
export function EventForm({ cheques, kind: given, onClose, onRecorded }: EventFormProps) {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const { send } = useChequeEvents();
  const [first] = cheques;
  const kinds = first ? allowedEvents(first).filter(isRecorded) : [];
  const likely = first && likelyEvents(first, today()).find(isRecorded);
  const initial: EventValues = {
    kind: given ?? likely ?? kinds[0] ?? 'cancel',
    date: today(),
    reason: '',
    charge: '',
  };
  const record = useRecordForm<EventValues>({
    resource: 'cheques',
    schema: EventValues,
    initial,
    create: ({ charge: amount, ...event }, once) =>
      send(cheques, { ...event, ...(event.kind === 'bounce' && amount && { charge: amount }) }, once),
    onDone: () => {
      onRecorded?.();
      onClose();
    },
  });
  const { form } = record;
  const { kind: chosen } = form.getValues();
  const name = first && cheques.length === 1 ? first.serial : t('count', { count: cheques.length });
  return (
    <RecordDrawer
      title={`${given ? t(`actions.${given}`) : t('recordEvent')}: ${name}`}
      record={record}
      onClose={onClose}
    >
      {!given && (
        <Select
          label={t('event')}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: t(`events.${value}`) }))}
          data-autofocus
          {...form.getInputProps('kind')}
        />
      )}
      <DayInput label={t('eventDay')} required {...form.getInputProps('date')} />
      <Textarea
        label={t('reason')}
        autosize
        minRows={2}
        data-autofocus={given && true}
        {...form.getInputProps('reason')}
      />
      {chosen === 'bounce' && (
        <AmountInput label={t('charge')} description={t('chargeNote')} {...form.getInputProps('charge')} />
      )}
    </RecordDrawer>
  );
}

const Replacement = ChequeReplacement.omit({ chequeID: true });

interface ReplaceValues {
  readonly cheques: readonly ReplacementCheque[];
  readonly date: DayText | undefined;
  readonly reason: string;
}

interface ReplaceFormProps {
  readonly cheque: Cheque;
  readonly onClose: () => void;
}

/** The cheques written in the place of one, which is cancelled. */
export function ReplaceForm({ cheque, onClose }: ReplaceFormProps) {
  const { t } = useTranslation('cheques');
  const { today, number } = useFormat();
  const { _id: chequeID, serial, value } = cheque;
  const suggested = useSuggestedSerial(cheque.account);
  const dueDate = cheque.dueDate < today() ? undefined : cheque.dueDate;
  const record = useRecordForm<ReplaceValues>({
    resource: 'cheques',
    schema: Replacement,
    initial: { cheques: [{ key: 0, serial: suggested ?? '', dueDate, value }], date: today(), reason: '' },
    create: (values, once) => client.cheques.replace.mutate({ chequeID, ...Replacement.parse(values) }, once),
    saved: () => ({ name: t('named', { serial }), to: `/cheques/${chequeID}` }),
    onDone: onClose,
  });
  const { form } = record;
  const { cheques: written } = form.getValues();
  return (
    <RecordDrawer title={t('replaceTitle', { serial })} record={record} onClose={onClose}>
      <Text size="sm">{t('replaceText', { payee: cheque.payeeName })}</Text>
      {written.map(({ key }, index) => {
        const path = `cheques.${index}` as const;
        const before = written[index - 1]?.serial;
        return (
          <Fieldset key={key} legend={t('replacement', { number: number(index + 1) })} pos="relative">
            {written.length > 1 && (
              <CloseButton
                className="remove-part"
                aria-label={t('removeReplacement', { number: number(index + 1) })}
                onClick={() => form.removeListItem('cheques', index)}
              />
            )}
            <Stack gap="sm">
              <SerialInput
                required
                account={cheque.account}
                data-autofocus={index === 0 || undefined}
                suggested={before === undefined ? suggested : nextSerial(before)}
                {...form.getInputProps(`${path}.serial`)}
                onSuggested={(next) => {
                  form.setFieldValue(`${path}.serial`, next);
                  form.getInputNode(`${path}.serial`)?.focus();
                }}
              />
              <DayInput label={t('fields.dueDate')} required {...form.getInputProps(`${path}.dueDate`)} />
              <AmountInput label={t('fields.value')} required {...form.getInputProps(`${path}.value`)} />
            </Stack>
          </Fieldset>
        );
      })}
      <Left value={value} left={valueLeft(value, written)} />
      <Button
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('cheques', nextWritten(value, written))}
      >
        {t('addReplacement')}
      </Button>
      <DayInput label={t('eventDay')} required {...form.getInputProps('date')} />
      <Textarea label={t('reason')} autosize minRows={2} {...form.getInputProps('reason')} />
    </RecordDrawer>
  );
}

/** What the replacements are less or more than the cheque. */
function Left({ value, left }: { readonly value: string; readonly left: string }) {
  const { t } = useTranslation('cheques');
  const { money } = useFormat();
  const whole = money(value);
  return (
    <Text size="sm" role="status" fw={600}>
      {toUnits(left) === 0n
        ? t('leftNothing', { whole })
        : isNegative(left)
          ? t('leftMore', { whole, amount: money(negate(left)) })
          : t('left', { whole, amount: money(left) })}
    </Text>
  );
}
