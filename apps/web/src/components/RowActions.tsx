import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../lib/me.ts';

interface Props {
  readonly of: 'bills' | 'payees' | 'logs';
  /** What a screen reader calls the record. */
  readonly name: string;
  onEdit(): void;
  onRemove(): void;
}

/** At the end of a record's row: what the caller may do with it. */
export function RowActions({ of, name, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {may(`${of}.update`) && (
        <ActionIcon variant="subtle" aria-label={`${t('edit')}: ${name}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {may(`${of}.remove`) && (
        <ActionIcon variant="subtle" color="red" aria-label={`${t('delete')}: ${name}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
