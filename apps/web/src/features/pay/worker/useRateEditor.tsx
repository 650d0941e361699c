import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { useRemoval } from '../../../data/removal.ts';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { RowActions, usualActions } from '../../../ui/RowActions.tsx';
import { RateForm } from './RateForm.tsx';

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
  const { day } = useFormat();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const remove = useRemoval<Rate>({ resource: 'rates' });
  const isEditable = may('rates.update');
  const edit = (row: Rate) => setOpen({ row });
  return {
    create: may('rates.create') ? (from) => setOpen({ from }) : undefined,
    open: isEditable ? edit : undefined,
    actions: (row) => (
      <RowActions
        name={day(row.from)}
        actions={usualActions(t, isEditable && (() => edit(row)), may('rates.remove') && (() => remove(row)))}
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
