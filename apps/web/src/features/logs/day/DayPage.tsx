import { Group, Switch, Text } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { DayStepper } from '../../../ui/Stepper.tsx';
import { LogsHeader } from '../LogsHeader.tsx';
import { DaySearch } from '../search.ts';
import { DaySheet } from './DaySheet.tsx';
import { useDay } from './useDay.ts';

export function DayPage() {
  return useMay()('logs.update') ? <Day /> : <Navigate to="/logs" replace />;
}

function Day() {
  const { t } = useTranslation('logs');
  const { today, longDay } = useFormat();
  const [filters, setFilters] = useFilters(DaySearch);
  const present = today();
  const day = filters.day ?? present;
  const isAll = filters.staff === 'all';
  const { workers, usual, logs, isUnknown, error, refetch } = useDay(day, isAll);
  return (
    <>
      <LogsHeader view="day" />
      <Group mb="md" justify="space-between" className="no-print">
        <DayStepper
          value={day}
          onChange={(value) => setFilters({ day: value === present ? undefined : value })}
        />
        <Switch
          label={t('allStaff')}
          checked={isAll}
          className="no-print"
          onChange={({ currentTarget }) => setFilters({ staff: currentTarget.checked ? 'all' : undefined })}
        />
      </Group>
      {error ? <ErrorState error={error} reset={() => void refetch()} /> : null}
      {isUnknown && workers && (
        <Text c="dimmed" mb="md" role="status">
          {t('waiting.unknownDay')}
        </Text>
      )}
      {workers && logs ? (
        <DaySheet key={day} day={day} title={longDay(day)} workers={workers} logs={logs} usual={usual} />
      ) : (
        !error && <Loading />
      )}
    </>
  );
}
