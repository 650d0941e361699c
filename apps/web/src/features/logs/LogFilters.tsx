import { Button, Group, MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayFilter } from '../../components/DayInput.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { useFormat } from '../../lib/format.ts';
import { addressOf, quickRange, quickRanges, type Range, rangeOf } from './logic/range.ts';
import type { LogsSearch } from './search.ts';
import type { LogTotals } from './Totals.tsx';
import { pickerProps, useAccounts, useWorkerOptions } from './workers.ts';

interface Props {
  readonly filters: LogsSearch;
  readonly setFilters: (changes: Partial<LogsSearch>) => void;
  /** Whose logs there are, also where the account is gone. */
  readonly found: readonly (LogTotals & { readonly worker: string; readonly workerName: string })[];
}

/** Days, workers and absence. */
export function LogFilters({ filters, setFilters, found }: Props) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const today = useFormat().today();
  const accounts = useAccounts();
  const chosen = filters.worker?.split(',') ?? [];
  const options = useWorkerOptions(accounts.data ?? [], found);
  const range = rangeOf(filters, today);
  const setRange = (asked: Range) => setFilters(addressOf(asked, today));
  const isRange = ({ from, to }: Range) => from === range.from && to === range.to;
  return (
    <>
      <Group gap="xs" mb="xs" className="no-print" role="group" aria-label={t('quickRanges')}>
        {quickRanges.map((name) => {
          const days = quickRange(name, today);
          const isChosen = isRange(days);
          return (
            <Button
              key={name}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => setRange(days)}
            >
              {t(name)}
            </Button>
          );
        })}
      </Group>
      <FilterBar
        active={Boolean(filters.from || filters.to || filters.range || filters.worker || filters.isAbsent)}
        onClear={() =>
          setFilters({
            from: undefined,
            to: undefined,
            range: undefined,
            worker: undefined,
            isAbsent: undefined,
          })
        }
      >
        <DayFilter
          label={common('from')}
          w={150}
          value={range.from}
          onChange={(from) => setRange({ ...range, from })}
        />
        <DayFilter
          label={common('to')}
          w={150}
          value={range.to}
          onChange={(to) => setRange({ ...range, to })}
        />
        <MultiSelect
          label={t('workersFilter')}
          placeholder={chosen.length === 0 ? common('all') : ''}
          miw={180}
          maw={420}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': common('clearFilters') }}
          data={options}
          nothingFoundMessage={t('nobody')}
          {...pickerProps}
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
      </FilterBar>
    </>
  );
}
