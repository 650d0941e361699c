import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { AccountForecast } from '../../entities/forecast/AccountForecast.tsx';
import { AllAccounts } from '../../entities/forecast/AllAccounts.tsx';
import { useFilters } from '../../lib/search.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ForecastSearch } from '../search.ts';

/** Whether there is enough money in a bank account for the cheques that fall due. */
export function ForecastPage() {
  const { t } = useTranslation('forecast');
  const [{ account }, setFilters] = useFilters(ForecastSearch);
  const { data, error, refetch } = useQuery(api.bankAccounts.list.queryOptions({ limit: 1000 }));
  const accounts = data?.items.filter(({ _id, isArchived }) => !isArchived || _id === account);
  const shown = account ?? accounts?.[0]?._id;
  const isOfAll = shown === 'each' || shown === 'sum';
  const several = accounts && accounts.length > 1;
  return (
    <>
      <PageHeader title={t('title')}>
        {accounts && accounts.length > 0 && (
          <NativeSelect
            aria-label={t('account')}
            value={shown}
            onChange={({ currentTarget }) => setFilters({ account: currentTarget.value })}
            data={[
              ...accounts.map(({ _id, name }) => ({ value: _id, label: name })),
              ...(several || isOfAll
                ? [
                    { value: 'each', label: t('eachAccount') },
                    { value: 'sum', label: t('together') },
                  ]
                : []),
            ]}
          />
        )}
      </PageHeader>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Loading />}
      {accounts?.length === 0 && <NoAccounts />}
      {shown && !isOfAll && <AccountForecast accountID={shown} />}
      {isOfAll && accounts && accounts.length > 0 && (
        <AllAccounts accounts={accounts} isSum={shown === 'sum'} />
      )}
    </>
  );
}

function NoAccounts() {
  const { t } = useTranslation('forecast');
  return (
    <Text component="div" c="dimmed" p="xl" ta="center" className="panel">
      {t('noAccounts')}
      <Anchor component={Link} to={'/accounts' as string} inherit display="block" className="no-print">
        {t('toAccounts')}
      </Anchor>
    </Text>
  );
}
