import { Progress as Bar } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** A line at the top while anything takes over half a second. */
export function Progress() {
  const { t } = useTranslation();
  const busy = useIsFetching() + useIsMutating() > 0;
  const [long] = useDebouncedValue(busy, 500);
  if (!busy || !long) return null;
  return <Bar className="progress" value={100} animated size="xs" aria-label={t('loading')} />;
}
