import { isApiError } from '@daybook/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api.ts';
import { useIssueText } from '../../lib/errors.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { wantedBy } from './name-search.ts';
import { lengthIssue } from './pattern-issue.ts';
import type { UsersSearch } from './search.ts';

const issueOf = (error: unknown) =>
  isApiError(error) && error.data.code === 'INVALID_SEARCH' ? error.data.issues[0] : undefined;

/** The list; where its pattern is refused, why, and the list by the last pattern that was good. */
export function useUsersList({ search, role, active }: UsersSearch) {
  const textOf = useIssueText();
  const [good, setGood] = useState<string>();
  const tooLong = lengthIssue(search);
  const list = (pattern: string | undefined, enabled: boolean) => ({
    ...api.users.list.infiniteQueryOptions({ ...wantedBy(pattern), role, active, limit: pageSize }, nextPage),
    placeholderData: keepPreviousData,
    enabled,
  });
  const asked = useInfiniteQuery(list(search, !tooLong));
  const issue = tooLong ?? issueOf(asked.error);
  const refused = issue !== undefined;
  const before = useInfiniteQuery(list(good, refused));
  const isGood = asked.isSuccess && !asked.isPlaceholderData && !tooLong;
  useEffect(() => {
    if (isGood) setGood(search);
  }, [isGood, search]);
  return { query: refused ? before : asked, refusal: issue && textOf(issue) };
}
