import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

interface Props<A, B> {
  readonly of: readonly [UseQueryResult<A, unknown>, UseQueryResult<B, unknown>];
  readonly children: (one: A, other: B) => ReactNode;
}

/** What is made of two answers, once both are there. */
export function Asked<A, B>({ of: [one, other], children }: Props<A, B>) {
  const { t } = useTranslation('printing');
  if (one.data !== undefined && other.data !== undefined) return children(one.data, other.data);
  const failed = [one, other].find(({ isError }) => isError);
  if (!failed) return <Loading />;
  return (
    <>
      <PageHeader title={t('title')} />
      <ErrorState error={failed.error} reset={() => void failed.refetch()} />
    </>
  );
}
