import { Button, Group } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly children: ReactNode;
  /** Whether any filter is set; then there is a button that clears them. */
  readonly active: boolean;
  readonly onClear: () => void;
}

/** The filters of a list, side by side; what they say also stands on paper. */
export function FilterBar({ children, active, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label={t('filters')}>
      {children}
      {active && (
        <Button
          variant="subtle"
          className="no-print"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onClear}
        >
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  );
}
