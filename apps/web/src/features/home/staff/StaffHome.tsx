import { SimpleGrid, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useMay } from '../../../data/me.ts';
import { useLogs } from '../../../entities/logs/queries.ts';
import { usualTimes } from '../../../entities/logs/usual.ts';
import { isWorker, useAccounts } from '../../../entities/users/accounts.ts';
import { addDays, type DayText } from '../../../lib/dates.ts';
import { attendanceOf } from '../logic/attendance.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { BillsCard } from './BillsCard.tsx';
import { ChequesCard } from './ChequesCard.tsx';
import { TrendCard } from './TrendCard.tsx';

/** How far back a worker's usual times are looked for. */
const lookbackDays = 31;

export function StaffHome({ today }: { readonly today: DayText }) {
  const may = useMay();
  const accounts = useAccounts();
  const { query, logs } = useLogs(addDays(today, -lookbackDays), today);
  const usual = useMemo(() => usualTimes(logs?.filter(({ date }) => date < today) ?? []), [logs, today]);
  const attendance = useMemo(() => {
    const people = accounts.data?.filter(isWorker);
    const workers = people?.map(({ _id, fullName }) => ({ worker: _id, workerName: fullName }));
    return (
      logs &&
      workers &&
      attendanceOf(
        workers,
        logs.filter(({ date }) => date === today),
      )
    );
  }, [accounts.data, logs, today]);
  const retry = () => Promise.all([accounts.refetch(), query.refetch()]);
  const error = accounts.error ?? query.error;
  return (
    <Stack>
      <AttendanceCard today={today} attendance={attendance} usual={usual} error={error} retry={retry} />
      <TrendCard today={today} logs={logs} error={query.error} retry={query.refetch} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {may('cheques.summary') && <ChequesCard />}
        {may('bills.summary') && <BillsCard today={today} />}
      </SimpleGrid>
    </Stack>
  );
}
