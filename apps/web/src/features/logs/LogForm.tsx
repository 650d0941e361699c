import { Group, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { ClosedNotice, useClosed } from '../../data/closed.tsx';
import { useRecordForm } from '../../data/form.ts';
import { HistoryPanel } from '../../data/history/history.tsx';
import { LogDraft } from '../../entities/logs/draft.ts';
import { useLogTexts } from '../../entities/logs/LogValue.tsx';
import { logSaving } from '../../entities/logs/outbox.ts';
import { usualTimesOf } from '../../entities/logs/queries.ts';
import { bodyOf, type Log, valuesOf } from '../../entities/logs/values.ts';
import { UserPicker } from '../../entities/users.tsx';
import { useFormat } from '../../lib/format.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { DayInput } from '../../ui/DayInput.tsx';
import { ClockInput, MinutesInput } from '../../ui/fields.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

interface Props {
  /** Undefined: a new one. */
  readonly log?: Log | undefined;
  readonly onClose: () => void;
}

const empty = {
  startingTime: '',
  finishingTime: '',
  breakMinutes: '',
  payment: '',
  isAbsent: false,
  extraNotes: '',
};

const formOf = (log: Log) => ({ date: log.date, worker: log.worker, ...valuesOf(log) });

export function LogForm({ log, onClose }: Props) {
  const { t } = useTranslation('logs');
  const { today, day } = useFormat();
  const { displayValue } = useLogTexts();
  const baseOf = (read: Log) => ({
    version: read.version,
    values: formOf(read),
    labels: {
      date: day(read.date),
      worker: read.workerName,
      isAbsent: displayValue(valuesOf(read), 'isAbsent'),
      breakMinutes: displayValue(valuesOf(read), 'breakMinutes'),
      payment: displayValue(valuesOf(read), 'payment'),
    },
  });
  const record = useRecordForm({
    resource: 'logs',
    schema: LogDraft,
    initial: { date: today(), worker: '', ...empty },
    create: (values, once) => client.logs.create.mutate(bodyOf(values), once),
    saved: (answer) => {
      const { date, worker: id, workerName } = answer as Log;
      return {
        name: `${t('singular')} ${workerName}, ${day(date)}`,
        to: `/logs?from=${date}&to=${date}&worker=${id}`,
      };
    },
    // The next one is of somebody else on the same day.
    next: ({ date }) => ({ ...empty, date, worker: '' }),
    update: log && { base: baseOf(log), ...logSaving(log._id, baseOf) },
    onDone: onClose,
  });
  const { form } = record;
  const closedThrough = useClosed()('logs', log);
  const isClosed = closedThrough !== undefined;
  const fixed = isClosed && { readOnly: true, className: 'fixed' };
  const { isAbsent } = form.values;
  const worker = form.getInputProps('worker');
  const fillUsual = async (chosen: string) => {
    const { date, startingTime, finishingTime } = form.getValues();
    if (startingTime || finishingTime) return;
    const times = await usualTimesOf(chosen, date || today());
    const now = form.getValues();
    if (now.worker !== chosen || now.startingTime || now.finishingTime) return;
    form.setValues({ ...times, ...(now.breakMinutes && { breakMinutes: now.breakMinutes }) });
  };
  return (
    <RecordDrawer
      title={t(log ? 'edit' : 'new')}
      record={{
        ...record,
        history: log && <HistoryPanel record={log._id} />,
        notice: closedThrough && <ClosedNotice kind="logs" through={closedThrough} hasNotes />,
      }}
      onClose={onClose}
    >
      <DayInput
        isPast
        label={t('fields.date')}
        required={!isClosed}
        clearable={false}
        {...form.getInputProps('date')}
        {...fixed}
      />
      <UserPicker
        label={t('fields.worker')}
        required={!isClosed}
        data-autofocus={!log || undefined}
        {...worker}
        {...fixed}
        known={log && { _id: log.worker, name: log.workerName }}
        onChange={(value) => {
          worker.onChange(value ?? '');
          if (!log && value) void fillUsual(value);
        }}
      />
      <Switch
        label={t('absentOnDay')}
        disabled={isClosed}
        {...form.getInputProps('isAbsent', { type: 'checkbox' })}
      />
      <Group grow align="flex-start" gap="sm">
        <ClockInput
          label={t('fields.startingTime')}
          required={!isAbsent && !isClosed}
          disabled={isAbsent}
          data-autofocus={(log && !isAbsent && !isClosed) || undefined}
          {...form.getInputProps('startingTime')}
          {...fixed}
        />
        <ClockInput
          label={t('fields.finishingTime')}
          required={!isAbsent && !isClosed}
          disabled={isAbsent}
          {...form.getInputProps('finishingTime')}
          {...fixed}
        />
        <MinutesInput
          label={t('fields.breakMinutes')}
          disabled={isAbsent}
          {...form.getInputProps('breakMinutes')}
          {...fixed}
        />
      </Group>
      <AmountInput
        label={t('fields.payment')}
        placeholder="0"
        {...form.getInputProps('payment')}
        {...fixed}
      />
      <Textarea
        label={t('fields.extraNotes')}
        autosize
        minRows={2}
        data-autofocus={isClosed || undefined}
        {...form.getInputProps('extraNotes')}
      />
    </RecordDrawer>
  );
}
