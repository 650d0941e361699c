import { useMay, useMe } from '../../data/me.ts';
import { useAccounts } from '../users/accounts.ts';

/**
 * Whose entries and settlements the caller writes: an Administrator everybody's, a Supervisor those of other workers of role
 * User. Of a worker whose account is gone the service decides.
 */
export function useMayPay() {
  const may = useMay();
  const { _id, accessLevel } = useMe();
  const { data: accounts = [] } = useAccounts();
  return (worker: string): boolean => {
    if (!may('payEntries.create')) return false;
    if (accessLevel === 'Administrator') return true;
    const role = accounts.find((account) => account._id === worker)?.accessLevel ?? 'User';
    return worker !== _id && role === 'User';
  };
}
