import { allowedEvents, ChequeEventCreate } from '@daybook/domain';
import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRecordForm } from '../../data/form.ts';
import { useFormat } from '../../lib/format.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { type Cheque, likelyEvents, type RecordedKind } from './cheque.ts';
import { useChequeEvents } from './useChequeEvents.ts';

const { kind, date, reason, charge } = ChequeEventCreate.shape;
const EventValues = z.object({
  kind,
  date: date.unwrap(),
  reason,
  charge: z.preprocess((typed) => (typed === '' ? undefined : typed), charge),
});

interface Values {
  kind: RecordedKind;
  date: string | undefined;
  reason: string;
  charge: string;
}

interface Props {
  readonly cheques: readonly Cheque[];
  /** Undefined: to be chosen. */
  readonly kind?: RecordedKind | undefined;
  readonly onClose: () => void;
  readonly onRecorded?: (() => void) | undefined;
}

const isRecorded = (event: string): event is RecordedKind => event !== 'replace' && event !== 'undo';

/** The day of an event, its reason and what the bank charged; for one cheque or several. */
export function EventForm({ cheques, kind: given, onClose, onRecorded }: Props) {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const { send } = useChequeEvents();
  const [first] = cheques;
  const kinds = first ? allowedEvents(first).filter(isRecorded) : [];
  const likely = first && likelyEvents(first, today()).find(isRecorded);
  const initial: Values = {
    kind: given ?? likely ?? kinds[0] ?? 'cancel',
    date: today(),
    reason: '',
    charge: '',
  };
  const record = useRecordForm<Values>({
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
