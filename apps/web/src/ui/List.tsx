import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from '../lib/announce.ts';
import { useFormat } from '../lib/format.ts';
import { ErrorState } from './ErrorState.tsx';
import { Loading } from './Loading.tsx';

interface Props {
  readonly query: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly isFetchNextPageError?: boolean;
  };
  readonly count: number;
  readonly hasMore: boolean;
  readonly children: ReactNode;
}

/** Around a table: waiting, failed, or the rows and how many they are. Rows once shown stay when more cannot come. */
export function List({ query, count, hasMore, children }: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const told = t(hasMore ? 'rowsSoFar' : 'rows', { count });
  useAnnouncement(query.isPending || query.error ? undefined : told);
  if (query.isPending) return <Loading />;
  return (
    <>
      {query.error ? <ErrorState error={query.error} reset={() => void query.refetch()} /> : null}
      {(count > 0 || !query.error) && children}
      {count > 0 && (
        <Text size="sm" c="dimmed" mt="xs" className="no-print">
          {told}
        </Text>
      )}
      {hasMore && (
        <p className="print-only">
          <strong>{t('notAllPrinted', { number: number(count) })}</strong>
        </p>
      )}
    </>
  );
}
