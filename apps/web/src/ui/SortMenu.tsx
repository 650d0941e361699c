import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';
import { directionOf, toggledSort } from './sorting.ts';

interface Props {
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'sortBy'>[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** The order of a list without headers; chosen again, a column sorts the other way round. */
export function SortMenu({ columns, sort, onSort }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('order')}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ sortBy }) => sortBy)
          .map(({ key, header }) => {
            const direction = directionOf(key, sort);
            const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp;
            return (
              <Menu.Item
                key={key}
                rightSection={direction !== 'none' && <Icon size={16} aria-label={t(direction)} />}
                onClick={() => onSort(toggledSort(key, sort))}
              >
                {t('sortBy', { column: header })}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}
