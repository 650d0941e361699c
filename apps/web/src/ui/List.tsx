import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNegative } from '../lib/amounts.ts';
import { useAnnouncement } from '../lib/announce.ts';
import { useFormat } from '../lib/format.ts';
import { ErrorState, Loading } from './states.tsx';

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

/** An amount: negative by sign and by colour. */
export function Money({ value }: { value: string }) {
  const { money } = useFormat();
  return <span className={`ltr number${isNegative(value) ? ' negative' : ''}`}>{money(value)}</span>;
}

/** A day. */
export function Day({ value }: { value: string }) {
  const { day } = useFormat();
  return <span className="number">{day(value)}</span>;
}

/** A name or free text, whatever its script, that does not disturb the text around it. */
export function Name({ children }: { children: string }) {
  return children && <bdi>{children}</bdi>;
}

/** A serial, a phone number, a time: from left to right in every language. */
export function Code({ children }: { children: string }) {
  return children && <span className="ltr number">{children}</span>;
}

/** A phone number, an address, JSON: as Code, on several lines where it is long. */
export function LongCode({ children }: { children: string }) {
  return children && <span className="ltr reach">{children}</span>;
}
