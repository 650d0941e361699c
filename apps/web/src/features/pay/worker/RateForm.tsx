import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { useResourceForm } from '../../../data/ResourceForm.tsx';
import { useRemoval } from '../../../data/removal.ts';
import { useSettings } from '../../../data/settings.ts';
import { rate } from '../../../entities/pay/EntryForm.tsx';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { WholeNumberInput } from '../../../ui/AmountInput.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { editAndDelete, RowActions } from '../../../ui/rows.tsx';

interface Props {
  readonly worker: Worker;
  /** Undefined: a new one. */
  readonly row: Rate | undefined;
  /** On which a new one begins. */
  readonly from: DayText;
  readonly onClose: () => void;
}

/** What a worker earns from a day on: only what its basis asks for. */
function RateForm({ worker, row, from, onClose }: Props) {
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

type Open = { readonly row: Rate } | { readonly from: DayText };

export interface RateEditor {
  /** Opens the form of a new rate from a day on; undefined where the caller may not make one. */
  readonly create: ((from: DayText) => void) | undefined;
  readonly open: ((row: Rate) => void) | undefined;
  readonly actions: (row: Rate) => ReactNode;
  /** The form that is open. */
  readonly form: ReactNode;
}

/** The rates of a worker made, changed and deleted: as far as the caller may. */
export function useRateEditor(worker: Worker): RateEditor {
  const { t } = useTranslation();
  const { day, list } = useFormat();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const remove = useRemoval<Rate>({
    resource: 'rates',
    nameOf: ({ workerName, from }) => list(workerName, day(from)),
  });
  const isEditable = may('rates.update');
  const edit = (row: Rate) => setOpen({ row });
  return {
    create: may('rates.create') ? (from) => setOpen({ from }) : undefined,
    open: isEditable ? edit : undefined,
    actions: (row) => (
      <RowActions
        name={day(row.from)}
        actions={editAndDelete(
          t,
          isEditable && (() => edit(row)),
          may('rates.remove') && (() => remove(row)),
        )}
      />
    ),
    form: open && (
      <RateForm
        worker={worker}
        row={'row' in open ? open.row : undefined}
        from={'row' in open ? open.row.from : open.from}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}
