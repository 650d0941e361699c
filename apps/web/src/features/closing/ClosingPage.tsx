import './closing.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMe } from '../../data/me.ts';
import type { Closings } from '../../entities/closings/closings.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Acts } from './Acts.tsx';
import { CloseForm } from './CloseForm.tsx';
import { latestClosed } from './logic/kinds.ts';
import { Now } from './Now.tsx';
import { Reopen } from './Reopen.tsx';

/** Up to which day nothing changes any more: what is so now, how to close more or open it again, and how it came to be. */
export function ClosingPage() {
  const { t } = useTranslation('closing');
  const { data, error, refetch } = useQuery(api.closings.get.queryOptions());
  return (
    <>
      <PageHeader title={t('title')} />
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Whole closings={data} /> : !error && <Loading />}
    </>
  );
}

function Whole({ closings: { current, history } }: { readonly closings: Closings }) {
  const isAdministrator = useMe().accessLevel === 'Administrator';
  return (
    <div className="closing">
      <Now current={current} />
      <CloseForm current={current} />
      {isAdministrator && latestClosed(current) !== undefined && <Reopen current={current} />}
      {history.length > 0 && <Acts history={history} />}
    </div>
  );
}
