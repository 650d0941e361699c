import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { negate } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { Code, Name } from '../../ui/values.tsx';
import { type Item, matching } from './items.ts';

/** Of each kind. */
const MAX_RECORDS = 6;

/** The people, payees, cheques and bills that answer to what was typed, as far as the caller may see them. */
export function useRecords(typed: string): { readonly items: readonly Item[]; readonly isAsking: boolean } {
  const may = useMay();
  const navigate = useNavigate();
  const { day, money, readAmount } = useFormat();
  const [search] = useDebouncedValue(typed.trim(), 150);
  const accounts = useQuery({
    ...api.users.list.queryOptions({}),
    enabled: may('users.list'),
    staleTime: 60_000,
  });
  const asked = (isAllowed: boolean) => ({
    enabled: search !== '' && isAllowed,
    placeholderData: keepPreviousData,
  });
  const payees = useQuery({
    ...api.payees.list.queryOptions({ search, limit: MAX_RECORDS }),
    ...asked(may('payees.list')),
  });
  const cheques = useQuery({
    ...api.cheques.list.queryOptions({ search, limit: MAX_RECORDS }),
    ...asked(may('cheques.list')),
  });
  const bills = useQuery({
    ...api.bills.list.queryOptions({ search, limit: MAX_RECORDS }),
    ...asked(may('bills.list')),
  });
  // Of an amount, whatever its sign.
  const value = readAmount(search)
    .flatMap((one) => [one, negate(one)])
    .join();
  const chequesOfAmount = useQuery({
    ...api.cheques.list.queryOptions({ value, limit: MAX_RECORDS }),
    ...asked(value !== '' && may('cheques.list')),
  });
  const billsOfAmount = useQuery({
    ...api.bills.list.queryOptions({ value, limit: MAX_RECORDS }),
    ...asked(value !== '' && may('bills.list')),
  });
  if (typed.trim() === '') return { items: [], isAsking: false };

  const people = (accounts.data?.items ?? []).map(
    ({ _id, fullName, username }): Item => ({
      id: `user ${_id}`,
      group: 'people',
      label: fullName,
      keywords: username,
      hint: <Code>{username}</Code>,
      run: () => void navigate({ to: `/users/${_id}` }),
    }),
  );
  return {
    isAsking:
      search !== typed.trim() ||
      [payees, cheques, bills, chequesOfAmount, billsOfAmount].some(({ isFetching }) => isFetching),
    items: [
      ...matching(people, typed).slice(0, MAX_RECORDS),
      ...(payees.data?.items ?? []).map(
        ({ _id, name, phoneNumber }): Item => ({
          id: `payee ${_id}`,
          group: 'payees',
          label: name,
          hint: <Code>{phoneNumber}</Code>,
          run: () => void navigate({ to: `/payees/${_id}` }),
        }),
      ),
      ...firstOf(cheques.data, value === '' ? undefined : chequesOfAmount.data).map(
        ({ _id, serial, payeeName, value, dueDate }): Item => ({
          id: `cheque ${_id}`,
          group: 'cheques',
          label: serial,
          hint: (
            <>
              <Name>{payeeName}</Name> · <Code>{money(value)}</Code> · <bdi>{day(dueDate)}</bdi>
            </>
          ),
          run: () => void navigate({ to: `/cheques/${_id}` }),
        }),
      ),
      ...firstOf(bills.data, value === '' ? undefined : billsOfAmount.data).map(
        ({ _id, date, description, extraNotes, value }): Item => ({
          id: `bill ${_id}`,
          group: 'bills',
          label: description || extraNotes || money(value),
          hint: (
            <>
              <Code>{money(value)}</Code> · <bdi>{day(date)}</bdi>
            </>
          ),
          run: () =>
            void navigate({
              to: '/bills/all',
              search: { from: date, to: date, search: description || undefined } as never,
            }),
        }),
      ),
    ],
  };
}

/** Of two answers, each record once. */
const firstOf = <T extends { readonly _id: string }>(
  ...answers: ({ readonly items: readonly T[] } | undefined)[]
) => [...new Map(answers.flatMap((answer) => (answer?.items ?? []).map((one) => [one._id, one]))).values()];
