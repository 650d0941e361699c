import type { Outputs } from '@daybook/client';
import { IdentityCreate } from '@daybook/domain';
import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { IdentityList } from '../../entities/identities/IdentityList.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState } from '../../ui/states.tsx';

interface Props {
  readonly user: { readonly _id: string; readonly fullName: string };
  readonly provider: NonNullable<Outputs['auth']['methods']['sso']>;
  readonly onClose: () => void;
}

/** Links somebody's account to one at the provider, by what the provider's administration calls that. */
export function LinkIdentityForm({ user: { _id: userID, fullName: name }, provider, onClose }: Props) {
  const { t } = useTranslation('identities');
  const { data, error, refetch } = useQuery(api.users.identities.queryOptions({ userID }));
  const record = useRecordForm({
    resource: 'identities',
    schema: IdentityCreate,
    initial: { subject: '' },
    create: ({ subject }) => client.users.linkIdentity.mutate({ userID, subject }),
    onDone: () => {
      notifications.show({ message: t('linked', { name }) });
      onClose();
    },
  });
  return (
    <RecordDrawer title={t('linkTitle', { name })} record={record} onClose={onClose} submitText={t('link')}>
      <Text size="sm">{t('linkText', { name: provider.name })}</Text>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      <IdentityList
        links={data?.identities ?? []}
        endText={t('endTextOf', { name })}
        end={(identityID) => client.users.removeIdentity.mutate({ userID, identityID })}
      />
      <TextInput label={t('fields.issuer')} value={provider.issuer} readOnly dir="ltr" />
      <TextInput
        label={t('fields.subject')}
        description={t('subjectHint')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        {...record.form.getInputProps('subject')}
      />
    </RecordDrawer>
  );
}
