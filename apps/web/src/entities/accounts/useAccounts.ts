import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { BankAccount } from './description.ts';

const most = 1000;

/** Every bank account, archived ones too, by name; undefined until they are known. */
export const useAccounts = (): readonly BankAccount[] | undefined =>
  useQuery(api.bankAccounts.list.queryOptions({ limit: most })).data?.items;

/** The account that a new cheque is probably drawn on: the only one in use. */
export function useUsualAccount(): BankAccount | undefined {
  const used = useAccounts()?.filter(({ isArchived }) => !isArchived) ?? [];
  return used.length === 1 ? used[0] : undefined;
}
