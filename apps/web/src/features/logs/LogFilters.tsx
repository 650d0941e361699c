import { Button, Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogTotals } from '../../entities/logs/LogValue.tsx';
import { useAccountChoices } from '../../entities/users.tsx';
import { useFormat } from '../../lib/format.ts';
import { RangeFilter } from '../../ui/FilterBar.tsx';
import { MultiPicker } from '../../ui/Picker.tsx';
import type { LogsSearch } from '../search.ts';
import { addressOf, quickRange, quickRanges, type Range, rangeOf } from './logic/grid.ts';

interface RangeProps {
  readonly filters: Omit<LogsSearch, 'month'>;
  readonly setFilters: (changes: Partial<LogsSearch>) => void;
}

interface QuickProps extends RangeProps {
  /** What stands at the end of their line. */
  readonly children: ReactNode;
}

/** The ranges that are asked for most. */
export function QuickRanges({ filters, setFilters, children }: QuickProps) {
  const { t } = useTranslation('logs');
  const today = useFormat().today();
  const range = rangeOf(filters, today);
  return (
    <Group gap={4} w="100%">
      <Group gap={4} flex={1} role="group" aria-label={t('quickRanges')}>
        {quickRanges.map((name) => {
          const days = quickRange(name, today);
          const isChosen = days.from === range.from && days.to === range.to;
          return (
            <Button
              key={name}
              size="compact-sm"
              variant={isChosen ? 'light' : 'subtle'}
              {...(!isChosen && { color: 'gray' })}
              aria-pressed={isChosen}
              onClick={() => setFilters(addressOf(days, today))}
            >
              {t(name)}
            </Button>
          );
        })}
      </Group>
      {children}
    </Group>
  );
}

interface Props extends RangeProps {
  /** Whose logs there are, also where the account is gone. */
  readonly found: readonly (LogTotals & { readonly worker: string; readonly workerName: string })[];
}

/** Days, workers and absence. */
export function LogFilters({ filters, setFilters, found }: Props) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const today = useFormat().today();
  const chosen = filters.worker?.split(',') ?? [];
  const choices = useAccountChoices(found);
  const range = rangeOf(filters, today);
  const setRange = (asked: Range) => setFilters(addressOf(asked, today));
  return (
    <>
      <RangeFilter w={150} value={range} onChange={(changes) => setRange({ ...range, ...changes })} />
      <MultiPicker
        label={t('workersFilter')}
        placeholder={chosen.length === 0 ? common('all') : ''}
        miw={180}
        maw={420}
        clearable
        {...choices}
        value={chosen}
        onChange={(workers) => setFilters({ worker: workers.join(',') || undefined })}
      />
      <Select
        label={t('attendance')}
        w={150}
        allowDeselect={false}
        data={[
          { value: '', label: common('all') },
          { value: 'false', label: t('present') },
          { value: 'true', label: t('absent') },
        ]}
        value={filters.isAbsent ?? ''}
        onChange={(value) => setFilters({ isAbsent: (value || undefined) as LogsSearch['isAbsent'] })}
      />
    </>
  );
}
