import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { monthsLater } from '../../lib/dates.ts';
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
  const cancelLabel = t(isCancelled ? 'restore' : 'cancel', { serial });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {may('cheques.update') && (
        <>
          <ActionIcon variant="subtle" aria-label={`${common('edit')}: ${serial}`} onClick={onEdit}>
            <IconPencil size={16} />
          </ActionIcon>
          <Tooltip label={cancelLabel}>
            <ActionIcon variant="subtle" aria-label={cancelLabel} onClick={() => cancel(cheque)}>
              {isCancelled ? <IconArrowBackUp size={16} className="mirrored" /> : <IconBan size={16} />}
            </ActionIcon>
          </Tooltip>
        </>
      )}
      {(may('cheques.create') || may('cheques.remove')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={t('actionsOn', { serial })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may('cheques.create') && (
              <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onCopy}>
                {t('duplicate')}
              </Menu.Item>
            )}
            {may('cheques.remove') && (
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => remove(cheque)}
              >
                {common('delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
