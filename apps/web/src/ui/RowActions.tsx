import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { type Icon, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../lib/narrow.ts';

export interface RowAction {
  readonly text: string;
  /** What a screen reader calls the button, if not the text and the name of the record. */
  readonly label?: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** A button of its own where there is room; the others are in a menu. */
  readonly isButton?: boolean;
  /** What is probably done next: a button with its words; its icon also where there is little room. */
  readonly isNext?: boolean;
  readonly isDangerous?: boolean;
}

interface Props {
  /** What a screen reader calls the record. */
  readonly name: string;
  readonly actions: readonly (RowAction | false)[];
}

/** At the end of a record's row: what the caller may do with it. In a narrow window nearly all of it is behind one button. */
export function RowActions({ name, actions }: Props) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const known = actions.filter((action) => action !== false);
  const buttons = known.filter(({ isButton, isNext }) => isNext || (isButton && !isNarrow));
  const others = known.filter((action) => !buttons.includes(action));
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {buttons.map(({ text, label = `${text}: ${name}`, icon: Icon, run, isNext }) =>
        isNext && !isNarrow ? (
          <Button key={text} size="compact-sm" variant="light" aria-label={label} onClick={run}>
            {text}
          </Button>
        ) : (
          <ActionIcon key={text} aria-label={label} title={text} onClick={run}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ),
      )}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`${t('actions')}: ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ text, icon: Icon, run, isDangerous }) => (
              <Menu.Item
                key={text}
                {...(isDangerous && { c: 'var(--mantine-color-error)' })}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={run}
              >
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** The two that every record has, as far as the caller may. */
export const usualActions = (
  t: (key: 'edit' | 'delete') => string,
  onEdit: (() => void) | false,
  onRemove: (() => void) | false,
): (RowAction | false)[] => [
  onEdit && { text: t('edit'), icon: IconPencil, run: onEdit, isButton: true },
  onRemove && {
    text: t('delete'),
    icon: IconTrash,
    run: onRemove,
    isButton: true,
    isDangerous: true,
  },
];
