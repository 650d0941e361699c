import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What a screen reader calls the record. */
  readonly name: string;
  /** Without it there is no such button. */
  readonly onEdit?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

/** At the end of a record's row: what the caller may do with it. */
export function RowActions({ name, onEdit, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <ActionIcon variant="subtle" aria-label={`${t('edit')}: ${name}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="red" aria-label={`${t('delete')}: ${name}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
