import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { useFormat } from '../../lib/format.ts';
import { RowActions, usualActions } from '../../ui/RowActions.tsx';
import { payEntry as description } from './description.ts';
import { EntryForm, type EntryStart } from './EntryForm.tsx';
import type { PayEntry } from './pay.ts';
import { useMayPay } from './useMayPay.ts';

/** Everything a screen with pay entries does with them: buttons for a row, and the form that is open. */
export function useEntryEditor() {
  const [open, setOpen] = useState<(close: () => void) => ReactNode>();
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const mayPay = useMayPay();
  const remove = useRemoval<PayEntry>({ resource: 'payEntries' });
  const show = (form: (close: () => void) => ReactNode) => setOpen(() => form);
  const edit = (entry: PayEntry) => show((close) => <EntryForm entry={entry} onClose={close} />);
  /** The payout of a settlement is changed by the settlement alone. */
  const isOpen = ({ worker, settlement }: PayEntry) => settlement === null && mayPay(worker);
  const nameOf = (entry: PayEntry) => description.nameOf(entry, format);
  return {
    create: may('payEntries.create')
      ? (start: EntryStart = {}) => show((close) => <EntryForm start={start} onClose={close} />)
      : undefined,
    open: (entry: PayEntry) => isOpen(entry) && edit(entry),
    nameOf,
    actions: (entry: PayEntry) =>
      isOpen(entry) && (
        <RowActions
          name={nameOf(entry)}
          actions={usualActions(
            t,
            () => edit(entry),
            () => remove(entry),
          )}
        />
      ),
    form: open?.(() => setOpen(undefined)),
  };
}
