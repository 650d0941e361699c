import { IconCopy, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClosed, useLock } from '../../data/closed.tsx';
import { useMay } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { monthsLater } from '../../lib/dates.ts';
import { type RowAction, RowActions } from '../../ui/rows.tsx';
import { useUsualAccount } from '../accounts/AccountPicker.tsx';
import { ChequeForm, type ChequeStart, useSuggestedSerial } from './ChequeForm.tsx';
import type { Cheque, RecordedKind } from './cheque.ts';
import { isRemovableCheque, nextSerial } from './cheque.ts';
import { EventForm, ReplaceForm } from './EventForm.tsx';
import { useEventActions } from './events.ts';

type Close = { readonly onClose: () => void };

interface Options {
  /** Before anything is asked again of the service. */
  readonly onRemoved?: () => void;
}

/** Everything a screen with cheques does with them: buttons for a row, and the form that is open. */
export function useChequeEditor({ onRemoved }: Options = {}) {
  const [form, setForm] = useState<(close: Close) => ReactNode>();
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const { t: printing } = useTranslation('printing');
  const may = useMay();
  const closed = useClosed();
  const lockOf = useLock();
  const navigate = useNavigate();
  const usual = useUsualAccount();
  const suggested = useSuggestedSerial(usual?._id);
  const remove = useRemoval<Cheque>({ resource: 'cheques', nameOf: ({ serial }) => serial, onRemoved });
  const show = (opened: (close: Close) => ReactNode) => setForm(() => opened);
  const open = ({ _id }: Cheque) => void navigate({ to: `/cheques/${_id}` });
  const create = (start: ChequeStart = {}) =>
    show((close) => <ChequeForm start={{ account: usual, ...start }} {...close} />);
  const edit = (cheque: Cheque) => show((close) => <ChequeForm cheque={cheque} {...close} />);
  const replace = (cheque: Cheque) => show((close) => <ReplaceForm cheque={cheque} {...close} />);
  const ask = (cheques: readonly Cheque[], kind?: RecordedKind, onRecorded?: () => void) =>
    show((close) => <EventForm cheques={cheques} kind={kind} onRecorded={onRecorded} {...close} />);
  const copy = ({ serial, dueDate, value, description, payee, payeeName, account, accountName }: Cheque) =>
    create({
      serial: (account === (usual?._id ?? null) && suggested) || (nextSerial(serial) ?? ''),
      dueDate: monthsLater(dueDate, 1),
      value,
      description,
      payee: { _id: payee, name: payeeName },
      account: account ? { _id: account, name: accountName } : undefined,
    });
  const eventsOf = useEventActions({ onEvent: (cheque, kind) => ask([cheque], kind), onReplace: replace });

  const actionsOf = (cheque: Cheque): readonly RowAction[] =>
    [
      ...eventsOf(cheque),
      may('cheques.update') &&
        !closed('cheques', cheque) && {
          text: common('edit'),
          icon: IconPencil,
          run: () => edit(cheque),
          isButton: true,
        },
      may('cheques.create') && { text: t('duplicate'), icon: IconCopy, run: () => copy(cheque) },
      {
        text: printing('chequeTitle', { serial: cheque.serial }),
        icon: IconPrinter,
        run: () => void navigate({ to: `/print/cheque/${cheque._id}` }),
      },
      may('cheques.remove') &&
        isRemovableCheque(cheque) &&
        !closed('cheques', cheque) && {
          text: common('delete'),
          icon: IconTrash,
          run: () => remove(cheque),
          isDangerous: true,
        },
    ].filter((action) => action !== false);
  return {
    create: may('cheques.create') ? create : undefined,
    open,
    ask,
    nameOf: ({ serial }: Cheque) => serial,
    actionsOf,
    actions: (cheque: Cheque) => (
      <RowActions
        name={cheque.serial}
        actions={[...actionsOf(cheque), lockOf('cheques', cheque, () => open(cheque)) ?? false]}
      />
    ),
    form: form?.({ onClose: () => setForm(undefined) }),
  };
}
