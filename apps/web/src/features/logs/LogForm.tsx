import { Group, Select, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { DayInput } from '../../components/DayInput.tsx';
import { AmountInput, ClockInput } from '../../components/fields.tsx';
import { RecordDrawer } from '../../components/RecordDrawer.tsx';
import { useRecordForm } from '../../lib/form.ts';
import { useFormat } from '../../lib/format.ts';
import { bodyOf, type Log, LogDraft, touchedBy, valuesOf } from './logic/values.ts';
import { useLogTexts } from './useLogTexts.ts';
import { pickerProps, useAccounts, useWorkerOptions } from './workers.ts';

interface Props {
  /** Undefined: a new one. */
  readonly log?: Log;
  readonly onClose: () => void;
}

const empty = { startingTime: '', finishingTime: '', payment: '', isAbsent: false, extraNotes: '' };

const formOf = (log: Log) => ({ date: log.date, worker: log.worker, ...valuesOf(log) });

export function LogForm({ log, onClose }: Props) {
  const { t } = useTranslation('logs');
  const { today } = useFormat();
  const accounts = useAccounts();
  const options = useWorkerOptions(accounts.data ?? [], log && [log]);
  const { now } = useLogTexts();
  const seenOf = (read: Log) => ({
    version: read.version,
    values: formOf(read),
    told: { worker: read.workerName, isAbsent: now({ version: 0, values: valuesOf(read) }, 'isAbsent') },
  });
  const record = useRecordForm({
    schema: LogDraft,
    initial: log ? formOf(log) : { date: today(), worker: '', ...empty },
    create: (values, once) => client.logs.create.mutate(bodyOf(values), once),
    update: log && {
      version: log.version,
      send: (changes, condition) =>
        client.logs.update.mutate({ logID: log._id, ...bodyOf(changes) }, condition),
      read: async () => seenOf(await client.logs.get.query({ logID: log._id })),
      touched: touchedBy,
    },
    onDone: onClose,
  });
  const { form } = record;
  const { isAbsent } = form.values;
  const worker = form.getInputProps('worker');
  return (
    <RecordDrawer title={t(log ? 'edit' : 'new')} record={record} onClose={onClose}>
      <DayInput label={t('date')} required clearable={false} {...form.getInputProps('date')} />
      <Select
        label={t('worker')}
        required
        searchable
        data={options}
        nothingFoundMessage={t('nobody')}
        {...pickerProps}
        openOnFocus={false}
        data-autofocus={!log || undefined}
        {...worker}
        value={worker.value || null}
        onChange={(value) => worker.onChange(value ?? '')}
      />
      <Switch label={t('isAbsent')} {...form.getInputProps('isAbsent', { type: 'checkbox' })} />
      <Group grow align="flex-start" gap="sm">
        <ClockInput
          label={t('startingTime')}
          required={!isAbsent}
          disabled={isAbsent}
          data-autofocus={(log && !isAbsent) || undefined}
          {...form.getInputProps('startingTime')}
        />
        <ClockInput
          label={t('finishingTime')}
          required={!isAbsent}
          disabled={isAbsent}
          {...form.getInputProps('finishingTime')}
        />
      </Group>
      <AmountInput label={t('payment')} placeholder="0" {...form.getInputProps('payment')} />
      <Textarea label={t('extraNotes')} autosize minRows={2} {...form.getInputProps('extraNotes')} />
    </RecordDrawer>
  );
}
