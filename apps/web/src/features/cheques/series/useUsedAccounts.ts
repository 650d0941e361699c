import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';

const most = 1000;

/** The bank accounts that are not archived, by name; undefined until they are known. */
export const useUsedAccounts = () =>
  useQuery(api.bankAccounts.list.queryOptions({ isArchived: 'false', limit: most })).data?.items;
