import type { Outputs } from '@daybook/client';
import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api.ts';
import { Picker } from '../ui/Picker.tsx';

export type Account = Outputs['users']['list']['items'][number];

const minute = 60_000;

/** Every account, by name, also those that are not active. */
export const useAccounts = () =>
  useQuery({ ...api.users.list.queryOptions({}), staleTime: minute, select: ({ items }) => items });

export const isWorker = ({ active, accessLevel }: Account) => active && accessLevel === 'User';

interface Named {
  readonly worker: string;
  readonly workerName: string;
}

/**
 * For a `Picker` or `MultiPicker` of people: those of role User first, then the others.
 * @param also who must be among them though the account may be gone or not active
 */
export function useAccountChoices(also: readonly Named[] = []) {
  const { t } = useTranslation('users');
  const { data: accounts = [], isPending } = useAccounts();
  const names = new Map<string, number>();
  for (const { fullName } of accounts) names.set(fullName, (names.get(fullName) ?? 0) + 1);
  const active = accounts.filter((account) => account.active);
  const option = ({ _id, fullName, username }: Account) => ({
    value: _id,
    label: (names.get(fullName) ?? 0) > 1 ? `${fullName} (${username})` : fullName,
  });
  const known = new Set(active.map(({ _id }) => _id));
  const former = new Map(
    also.filter(({ worker }) => !known.has(worker)).map((one) => [one.worker, one.workerName]),
  );
  const groups = [
    { group: t('workers'), items: active.filter(isWorker).map(option) },
    { group: t('otherStaff'), items: active.filter((account) => !isWorker(account)).map(option) },
    { group: t('formerWorkers'), items: [...former].map(([value, label]) => ({ value, label })) },
  ];
  return {
    choices: groups.filter(({ items }) => items.length > 0),
    isUnderWay: isPending,
    nothingFoundMessage: t('nobody'),
  };
}

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** Who was chosen before, and stays among the choices though the account may be gone. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (userID: string | undefined) => void;
}

/** A person of the staff. */
export function UserPicker({ value, known, ...props }: Props) {
  const choices = useAccountChoices(known && [{ worker: known._id, workerName: known.name }]);
  return <Picker {...choices} value={value || undefined} {...props} />;
}
