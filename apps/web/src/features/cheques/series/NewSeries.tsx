import { ActionIcon, Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBegin } from '../../../lib/begin.ts';
import { useIsNarrow } from '../../../lib/narrow.ts';
import { SeriesForm } from './SeriesForm.tsx';
import { useUsedAccounts } from './useUsedAccounts.ts';

/** Begins a series of cheques; mount it where the caller may make one. */
export function NewSeries() {
  const { t } = useTranslation('cheques');
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const accounts = useUsedAccounts() ?? [];
  const begin = () => setOpen(true);
  useBegin(begin, 'series');
  return (
    <>
      {isNarrow ? (
        <ActionIcon aria-label={t('series.new')} title={t('series.new')} onClick={begin}>
          <IconCalendarRepeat size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconCalendarRepeat size={16} aria-hidden />} onClick={begin}>
          {t('series.new')}
        </Button>
      )}
      {isOpen && (
        <SeriesForm
          account={accounts.length === 1 ? accounts[0]?._id : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
