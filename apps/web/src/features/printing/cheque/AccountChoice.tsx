import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';

interface Props {
  readonly value: string | undefined;
  readonly onChange: (bankAccountID: string | undefined) => void;
}

/** On whose form a cheque is printed that names no account. */
export function AccountChoice({ value, onChange }: Props) {
  const { t } = useTranslation('printing');
  const { data } = useQuery(api.bankAccounts.list.queryOptions({ isArchived: 'false' }));
  return (
    <NativeSelect
      label={t('account')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">{t('none')}</option>
      {data?.items.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
