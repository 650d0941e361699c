import { SimpleGrid, Stack } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api.ts';
import { useWithPendingLogs } from '../../entities/logs/queries.ts';
import { type Times, timesOf } from '../../entities/logs/usual.ts';
import type { DayText } from '../../lib/dates.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { BillsCard, TrendCard } from './BillsCard.tsx';
import { ChequesCard, ShortfallCards } from './ChequesCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { attendanceOf, todayOf } from './home.ts';

/** All of it comes in one answer, of the day that it is at the service. */
export function StaffHome({ today: onDevice }: { readonly today: DayText }) {
  const { data, error, refetch: retry } = useQuery(api.home.queryOptions());
  const { online } = useNetwork();
  const { today, logs: recorded } = todayOf(data, onDevice, online);
  const logs = useWithPendingLogs(recorded, today, today);
  const usual: ReadonlyMap<string, Times> = useMemo(() => timesOf(data?.workers ?? []), [data?.workers]);
  const attendance = useMemo(() => logs && data && attendanceOf(data.workers, logs), [logs, data]);
  const shown = { error, retry };
  return (
    <Stack>
      {data && <FirstSteps home={data} />}
      {data && <ShortfallCards shortfalls={data.shortfalls} />}
      <AttendanceCard today={today} attendance={attendance} usual={usual} {...shown} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <ChequesCard summary={data?.cheques} next={data?.nextCheques} {...shown} />
        <BillsCard today={today} months={data?.bills} {...shown} />
      </SimpleGrid>
      <TrendCard today={today} attendance={attendance} days={data?.attendance} {...shown} />
    </Stack>
  );
}
