import '../pay.css';
import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBalances, useMayPay } from '../../../entities/pay/hooks.tsx';
import { lastMonthsEnd } from '../../../lib/dates.ts';
import { useToday } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { SettleSearch } from '../../search.ts';
import { SettleLines } from './SettleLines.tsx';

/** Settlements up to a day, with one worker or with all: each is looked at before it is issued. */
export function SettlePage() {
  const { t } = useTranslation('pay');
  const { t: issues } = useTranslation('issues');
  const today = useToday();
  const [{ to = lastMonthsEnd(today), worker: only }, setFilters] = useFilters(SettleSearch);
  const [payoutDate, setPayoutDate] = useState<string | undefined>(today);
  const mayPay = useMayPay();
  const { data, error, refetch } = useBalances();
  const workers = data?.filter(({ worker }) => mayPay(worker) && (only === undefined || worker === only));
  const isFuture = to > today;
  return (
    <>
      <Anchor component={Link} to="/pay" activeOptions={{ exact: true }} size="sm" className="no-print back">
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('title')}
      </Anchor>
      <PageHeader title={t('settling.title')} />
      <Text mb="sm">{t('settling.text')}</Text>
      <Group align="flex-start" mb="md" gap="sm">
        <DayInput
          label={t('settling.to')}
          clearable={false}
          value={to}
          onChange={(day) => setFilters({ to: day })}
          error={isFuture ? issues('in_future') : undefined}
          flex="1 1 9rem"
          maw={170}
        />
        <DayInput
          label={t('settling.payoutDate')}
          clearable={false}
          value={payoutDate}
          onChange={setPayoutDate}
          flex="1 1 9rem"
          maw={170}
        />
        {only !== undefined && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className="settle-all"
            onClick={() => setFilters({ worker: undefined })}
          >
            {t('settling.everybody')}
          </Anchor>
        )}
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!workers && !error && <Loading />}
      {workers && !isFuture && (
        <SettleLines
          key={`${to} ${only ?? ''}`}
          workers={workers}
          to={to}
          payoutDate={payoutDate}
          isTicked={only !== undefined}
        />
      )}
    </>
  );
}
