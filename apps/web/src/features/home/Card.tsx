import { Group, Paper, Skeleton, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useIsOnline } from '../../lib/online.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';

interface CardProps {
  readonly title: ReactNode;
  /** Beside the title: where there is more. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the start page, under a heading of its own. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}

interface CardQueryProps<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
  /** Of what is not there yet, so that nothing jumps. */
  readonly height: number;
  readonly children: (data: T) => ReactNode;
}

/** What a card shows once it is there; each part of the page waits and fails for itself. */
export function CardQuery<T>({ data, error, retry, height, children }: CardQueryProps<T>) {
  return (
    <>
      {error ? <ErrorState error={error} reset={() => void retry()} /> : null}
      {data === undefined ? !error && <Missing height={height} /> : children(data)}
    </>
  );
}

function Missing({ height }: { readonly height: number }) {
  const isOnline = useIsOnline();
  return isOnline ? <Skeleton height={height} /> : <Loading />;
}
