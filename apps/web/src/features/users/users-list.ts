import { isApiError } from '@daybook/client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { nextPage, pageSize } from '../../lib/rows.ts';
import { isTooLong, longestPattern, patternFault } from './pattern-message.ts';
import type { UsersSearch } from './search.ts';

const issueOf = (error: unknown) =>
  isApiError(error) && error.data.code === 'INVALID_SEARCH' ? error.data.issues[0]?.message : undefined;

/** The list; where its pattern is refused, why, and the list by the last pattern that was good. */
export function useUsersList({ search, role, active }: UsersSearch) {
  const tell = usePatternMessage();
  const [good, setGood] = useState<string>();
  const tooLong = isTooLong(search);
  const list = (pattern: string | undefined, enabled: boolean) => ({
    ...api.users.list.infiniteQueryOptions({ search: pattern, role, active, limit: pageSize }, nextPage),
    placeholderData: keepPreviousData,
    enabled,
  });
  const asked = useInfiniteQuery(list(search, !tooLong));
  const issue = tooLong ? `At most ${longestPattern} characters are taken` : issueOf(asked.error);
  const refused = issue !== undefined;
  const before = useInfiniteQuery(list(good, refused));
  const isGood = asked.isSuccess && !asked.isPlaceholderData && !tooLong;
  useEffect(() => {
    if (isGood) setGood(search);
  }, [isGood, search]);
  return { query: refused ? before : asked, refusal: refused ? tell(issue) : undefined };
}

function usePatternMessage() {
  const { t, i18n } = useTranslation('users');
  return (message: string) => {
    const { fault, sign, position } = patternFault(message) ?? {};
    if (!fault) return message;
    const text = t(`pattern.${fault}`, { sign, most: longestPattern });
    const at = position === undefined ? undefined : new Intl.NumberFormat(i18n.language).format(position);
    return at === undefined ? text : `${text} ${t('pattern.at', { position: at })}`;
  };
}
