import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';

export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** For `infiniteQueryOptions` of any list: how to go on, and what is shown while other filters are asked for. */
export const nextPage = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? undefined,
  placeholderData: keepPreviousData,
};

/** How many rows a list asks for at once. */
export const pageSize = 200;

/**
 * The rows of a list that comes in pages.
 * @param complete ask for all pages at once, as sorting by another column needs
 */
export function useRows<T>(query: UseInfiniteQueryResult<InfiniteData<Page<T>>, unknown>, complete = false) {
  const latest = useRef(query);
  latest.current = query;
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);

  const more = useCallback(() => {
    const { hasNextPage, isFetching, fetchNextPage } = latest.current;
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, []);

  /** Every row of the filter, for a file or for paper. */
  const all = useCallback(async (): Promise<T[]> => {
    let result = latest.current;
    // Somebody can be faster than the first page.
    if (result.isPending) result = (await result.refetch({ cancelRefetch: false })) as typeof query;
    if (result.isError) throw result.error;
    while (result.hasNextPage) {
      result = (await result.fetchNextPage()) as typeof query;
      if (result.isError) throw result.error;
    }
    return result.data?.pages.flatMap(({ items }) => items) ?? [];
  }, []);

  const { hasNextPage, isFetching } = query;
  useEffect(() => {
    if (complete && hasNextPage && !isFetching) more();
  }, [complete, hasNextPage, isFetching, more]);

  return { rows, more, all, hasMore: hasNextPage };
}
