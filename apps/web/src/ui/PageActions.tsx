import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../lib/narrow.ts';
import type { RowAction } from './RowActions.tsx';

interface Props {
  /** What a screen reader calls the record. */
  readonly name: string;
  readonly actions: readonly (RowAction | false)[];
}

/** Beside the heading of a record's page: what is likely, as buttons; the rest in a menu. */
export function PageActions({ name, actions }: Props) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const known = actions.filter((action) => action !== false);
  const buttons = known
    .filter(({ isButton, isNext }) => isButton || isNext)
    .slice(0, isNarrow ? 1 : undefined);
  const others = known.filter((action) => !buttons.includes(action));
  return (
    <>
      {buttons.map(({ text, icon: Icon, run, isNext }) => (
        <Button
          key={text}
          variant={isNext ? 'filled' : 'default'}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={run}
        >
          {text}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="input-sm" aria-label={`${t('actions')}: ${name}`}>
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
    </>
  );
}
