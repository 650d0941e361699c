import { Alert, Button, Center, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from '../lib/announce.ts';
import { useErrorText } from '../lib/errors.ts';
import { useFormat } from '../lib/format.ts';
import { useIsOnline } from '../lib/online.ts';

interface EmptyStateProps {
  /** Why there is nothing. */
  readonly children: ReactNode;
  /** What to do about it. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

/** In the place of rows, where there are none. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <>
      {children}
      {action && (
        <>
          <br />
          <Button variant="light" size="compact-md" mt="sm" className="no-print" onClick={action.run}>
            {action.text}
          </Button>
        </>
      )}
    </>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  /** Tries again; without it the page is loaded anew. */
  readonly reset?: () => void;
}

/** What went wrong, and a way to try again. Also the router's own error screen. */
export function ErrorState({ error, reset }: ErrorStateProps) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('failed')} role="alert" my="md">
      {textOf(error)}
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={reset ?? (() => location.reload())}>
          {t('tryAgain')}
        </Button>
      </Group>
    </Alert>
  );
}

/** In the place of what has been asked for; without a network it was not, and will be once there is one. */
export function Loading() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <Center p="xl">
      {isOnline ? (
        <Loader role="status" aria-label={t('loading')} />
      ) : (
        <Text c="dimmed" role="status">
          {t('offline.notHere')}
        </Text>
      )}
    </Center>
  );
}

interface ListProps {
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
export function List({ query, count, hasMore, children }: ListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const told = t(hasMore ? 'rowsSoFar' : 'rows', { count });
  useAnnouncement(query.isPending || query.error ? undefined : told);
  // The answer comes in an update that is rendered in one piece; what it brings is rendered in slices.
  const wasPending = useDeferredValue(query.isPending);
  if (query.isPending || wasPending) return <Loading />;
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
