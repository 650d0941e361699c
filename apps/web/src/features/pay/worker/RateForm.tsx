import { useTranslation } from 'react-i18next';
import { useResourceForm } from '../../../data/ResourceForm.tsx';
import { useSettings } from '../../../data/settings.ts';
import { rate } from '../../../entities/pay/description.ts';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';

interface Props {
  readonly worker: Worker;
  /** Undefined: a new one. */
  readonly row: Rate | undefined;
  /** On which a new one begins. */
  readonly from: DayText;
  readonly onClose: () => void;
}

/** What a worker earns from a day on: only what its basis asks for. */
export function RateForm({ worker, row, from, onClose }: Props) {
  const { t } = useTranslation('statement');
  const { duration } = useFormat();
  const { dayMinutes } = useSettings();
  const { record, form, inputs, inputProps, title } = useResourceForm(rate, {
    row,
    initial: { worker: worker._id, from, dayMinutes },
    next: false,
    onClose,
  });
  const { basis, dayMinutes: minutes } = form.getValues();
  const isByTime = basis === 'hour' || basis === 'day';
  return (
    <RecordDrawer title={`${title}: ${worker.name}`} record={record} onClose={onClose}>
      {inputs.from}
      {inputs.basis}
      {basis !== 'none' && inputs.amount}
      {isByTime && (
        <WholeNumberInput
          {...inputProps('dayMinutes')}
          description={t('rates.overtimeAfter', { duration: minutes ? duration(minutes) : '—' })}
        />
      )}
      {isByTime && inputs.overtimeFactor}
      {basis === 'month' && inputs.monthDays}
      {inputs.extraNotes}
    </RecordDrawer>
  );
}
