import { IconArrowBackUp, IconBan, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { monthsLater } from '../../lib/dates.ts';
import { RowActions } from '../../ui/RowActions.tsx';
import { ChequeForm, type ChequeStart } from './ChequeForm.tsx';
import type { Cheque } from './cheque.ts';
import { nextSerial } from './serials.ts';
import { useChequeActions } from './useChequeActions.ts';
import { useSuggestedSerial } from './useSuggestedSerial.ts';

type Open = { readonly cheque: Cheque } | { readonly start: ChequeStart };

/** Everything a screen with cheques does with them: buttons for a row, and the form that is open. */
export function useChequeEditor() {
  const [open, setOpen] = useState<Open>();
  const may = useMay();
  const suggested = useSuggestedSerial();
  const copy = ({ serial, dueDate, value, description, payee, payeeName }: Cheque) =>
    setOpen({
      start: {
        serial: suggested ?? nextSerial(serial) ?? '',
        dueDate: monthsLater(dueDate, 1),
        value,
        description,
        payee: { _id: payee, name: payeeName },
      },
    });
  return {
    create: may('cheques.create') ? (start: ChequeStart = {}) => setOpen({ start }) : undefined,
    open: may('cheques.update') ? (cheque: Cheque) => setOpen({ cheque }) : undefined,
    nameOf: ({ serial }: Cheque) => serial,
    actions: (cheque: Cheque) => (
      <ChequeActions cheque={cheque} onEdit={() => setOpen({ cheque })} onCopy={() => copy(cheque)} />
    ),
    form: open && <ChequeForm {...open} onClose={() => setOpen(undefined)} />,
  };
}

interface Props {
  readonly cheque: Cheque;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
}

function ChequeActions({ cheque, onEdit, onCopy }: Props) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const may = useMay();
  const { cancel, remove } = useChequeActions();
  const { serial, isCancelled } = cheque;
  const cancelText = t(isCancelled ? 'restore' : 'cancel', { serial });
  return (
    <RowActions
      name={serial}
      actions={[
        may('cheques.update') && { text: common('edit'), icon: IconPencil, run: onEdit, isButton: true },
        may('cheques.update') && {
          text: cancelText,
          label: cancelText,
          icon: isCancelled ? IconArrowBackUp : IconBan,
          run: () => cancel(cheque),
          isButton: true,
        },
        may('cheques.create') && { text: t('duplicate'), icon: IconCopy, run: onCopy },
        may('cheques.remove') && {
          text: common('delete'),
          icon: IconTrash,
          run: () => remove(cheque),
          isDangerous: true,
        },
      ]}
    />
  );
}
