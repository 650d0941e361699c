import { Skeleton } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';

interface Props<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => unknown;
  /** Of what is not there yet, so that nothing jumps. */
  readonly height: number;
  readonly children: (data: T) => ReactNode;
}

/** What a card shows once it is there; each part of the page waits and fails for itself. */
export function CardQuery<T>({ data, error, retry, height, children }: Props<T>) {
  return (
    <>
      {error ? <ErrorState error={error} reset={() => void retry()} /> : null}
      {data === undefined ? !error && <Missing height={height} /> : children(data)}
    </>
  );
}

function Missing({ height }: { readonly height: number }) {
  const { online } = useNetwork();
  return online ? <Skeleton height={height} /> : <Loading />;
}
