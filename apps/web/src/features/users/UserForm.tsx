import type { Outputs } from '@daybook/client';
import { UserChanges, UserCreate } from '@daybook/domain';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { NewPasswordInput } from '../../components/NewPasswordInput.tsx';
import { RecordDrawer } from '../../components/RecordDrawer.tsx';
import { useRecordForm } from '../../lib/form.ts';
import { useMe } from '../../lib/me.ts';
import { editableFields, type ProfileField } from './account-access.ts';

export type User = Outputs['users']['get'];
export type UserRow = Outputs['users']['list']['items'][number];

interface Props {
  readonly onClose: () => void;
}

const empty = { firstName: '', lastName: '', username: '', email: '', phoneNumber: '', password: '' };

export function NewUserForm({ onClose }: Props) {
  const { t } = useTranslation('users');
  const record = useRecordForm({
    schema: UserCreate,
    initial: empty,
    create: (values, once) => client.users.create.mutate(values, once),
    onDone: onClose,
  });
  const { form } = record;
  return (
    <RecordDrawer title={t('new')} record={record} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={t('firstName')} required data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={t('lastName')} required {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label={t('username')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <NewPasswordInput label={t('password')} required {...form.getInputProps('password')} />
      <TextInput label={t('email')} dir="ltr" inputMode="email" {...form.getInputProps('email')} />
      <TextInput label={t('phoneNumber')} dir="ltr" type="tel" {...form.getInputProps('phoneNumber')} />
      <Text size="sm" c="dimmed">
        {t('newRole')}
      </Text>
    </RecordDrawer>
  );
}

/** A row of the list has no first and last name apart: the account is fetched for them. */
export function EditUserForm({ userID, onClose }: Props & { readonly userID: string }) {
  const { data } = useQuery(api.users.get.queryOptions({ userID }));
  return data ? <Form user={data} onClose={onClose} /> : null;
}

const seenOf = ({ version, firstName, lastName, username, email, phoneNumber }: User) => ({
  version,
  values: { firstName, lastName, username, email, phoneNumber },
});

function Form({ user, onClose }: Props & { readonly user: User }) {
  const { t } = useTranslation('users');
  const me = useMe();
  const editable = new Set<ProfileField>(editableFields(me, user));
  const record = useRecordForm({
    schema: UserChanges,
    initial: seenOf(user).values,
    update: {
      version: user.version,
      send: (changes, condition) => client.users.update.mutate({ userID: user._id, ...changes }, condition),
      read: async () => seenOf(await client.users.get.query({ userID: user._id })),
    },
    onDone: onClose,
  });
  const { form } = record;
  const field = (name: ProfileField) => ({ label: t(name), ...form.getInputProps(name) });
  const isFull = editable.has('firstName');
  return (
    <RecordDrawer title={t('edit')} record={record} onClose={onClose}>
      {isFull ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput required data-autofocus {...field('firstName')} />
            <TextInput required {...field('lastName')} />
          </SimpleGrid>
          <TextInput required autoCapitalize="none" spellCheck={false} {...field('username')} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('contactOnly')}
        </Text>
      )}
      <TextInput dir="ltr" inputMode="email" data-autofocus={!isFull || undefined} {...field('email')} />
      <TextInput dir="ltr" type="tel" {...field('phoneNumber')} />
    </RecordDrawer>
  );
}
