import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMe } from '../../../data/me.ts';
import { PayLines } from '../../../entities/pay/PayLines.tsx';
import { SettlementList } from '../../../entities/pay/SettlementList.tsx';
import { printStatementOf, wholeTime } from '../../../entities/pay/statement.ts';
import { monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Part } from '../../../ui/Part.tsx';
import { MonthStepper } from '../../../ui/Stepper.tsx';
import { OwnFigures } from './OwnFigures.tsx';
import { OwnWaiting } from './OwnWaiting.tsx';
import { OwnPaySearch } from './search.ts';

/** A worker's own pay: what was earned, what was paid, what is still to come; the days, and the settlements. */
export function OwnPay() {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { t: common } = useTranslation();
  const { _id: worker } = useMe();
  const today = useToday();
  const navigate = useNavigate();
  const [{ month = monthOf(today) }, setFilters] = useFilters(OwnPaySearch);
  return (
    <>
      <PageHeader title={pay('own')}>
        <Button
          variant="default"
          data-command="print"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void navigate({ to: printStatementOf(worker, monthRange(month)) })}
        >
          {common('print')}
        </Button>
      </PageHeader>
      <InAll worker={worker} />
      <OwnWaiting worker={worker} />
      <SettlementList title={t('own.settlements')} worker={worker} isAcknowledger />
      <Group mb="sm" justify="center">
        <MonthStepper
          value={month}
          onChange={(value) => setFilters({ month: value === monthOf(today) ? undefined : value })}
        />
      </Group>
      <Month worker={worker} month={month} />
    </>
  );
}

interface Props {
  /** Who is logged in. */
  readonly worker: string;
}

function InAll({ worker: userID }: Props) {
  const { t } = useTranslation('statement');
  const { day } = useFormat();
  const period = wholeTime(useToday());
  const { data, error, refetch } = useQuery(api.pay.statement.queryOptions({ userID, ...period }));
  if (error && !data) return <ErrorState error={error} reset={() => void refetch()} />;
  return (
    <OwnFigures title={t('own.inAll')} statement={data} note={t('own.until', { day: day(period.to) })} />
  );
}

function Month({ worker: userID, month }: Props & { readonly month: string }) {
  const { t } = useTranslation('statement');
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    ...api.pay.statement.queryOptions({ userID, ...monthRange(month) }),
    placeholderData: keepPreviousData,
  });
  if (!data) return error ? <ErrorState error={error} reset={() => void refetch()} /> : <Loading />;
  return (
    <>
      <OwnFigures title={format.month(month)} statement={data} />
      <Part title={t('own.days')}>
        <PayLines label={t('own.days')} lines={data.lines} totals={data.totals} empty={t('nothing')} />
      </Part>
    </>
  );
}
