import type { Outputs } from '@daybook/client';
import { type Role, RoleInput, roles, UserChanges, UserCreate } from '@daybook/domain';
import { Input, SegmentedControl, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMay, useMe } from '../../data/me.ts';
import { recordQuery, recordSaving } from '../../data/record-client.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { NewPasswordInput, strongPassword } from '../../ui/passwords.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { editableFields, type ProfileField } from './accounts.ts';
import { useHandover } from './useHandover.tsx';

export type User = Outputs['users']['get'];
/** Of the list; an account that was fetched has a version too. */
export type UserRow = Outputs['users']['list']['items'][number] & { readonly version?: number };

interface Props {
  readonly onClose: () => void;
}

const NewUser = UserCreate.extend({ role: RoleInput });

const empty = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  phoneNumber: '',
  password: '',
  role: 'User' as Role,
};

const savedOf = (answer: unknown) => {
  const { _id, fullName } = answer as User;
  return { name: fullName, to: `/users/${_id}` };
};

export function NewUserForm({ onClose }: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const may = useMay();
  const handOver = useHandover();
  const mayLink = may('users.logInLink');
  const [byLink, setByLink] = useState(mayLink);
  // Nobody sees or needs the password of who is handed a link.
  const initialOf = (byLink: boolean) => ({ ...empty, password: byLink ? strongPassword() : '' });
  const record = useRecordForm({
    resource: 'users',
    schema: NewUser,
    initial: initialOf(byLink),
    create: async ({ role, ...values }, once) => {
      const created = await client.users.create.mutate(values, once);
      const { _id: userID, fullName: name, accessLevel, version } = created;
      const changed =
        role === accessLevel
          ? created
          : await client.users.setRole.mutate({ userID, role }, versionCondition(version));
      const by = byLink ? await client.users.logInLink.mutate({ userID }) : { password: values.password };
      handOver({ name, username: values.username, by });
      return changed;
    },
    saved: savedOf,
    next: ({ role }) => ({ ...initialOf(byLink), role }),
    onDone: onClose,
  });
  const { form } = record;
  return (
    <RecordDrawer title={t('new')} record={record} onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('fields.firstName')}
          required
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput label={t('fields.lastName')} required {...form.getInputProps('lastName')} />
      </SimpleGrid>
      <TextInput
        label={t('fields.username')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      {mayLink && (
        <Input.Wrapper label={t('firstLogIn')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('firstLogIn')}
            value={byLink ? 'link' : 'password'}
            onChange={(way) => {
              setByLink(way === 'link');
              form.setFieldValue('password', initialOf(way === 'link').password);
            }}
            data={(['link', 'password'] as const).map((way) => ({
              value: way,
              label: t(`firstLogInBy.${way}`),
            }))}
          />
        </Input.Wrapper>
      )}
      {byLink ? (
        <Text size="sm" c="dimmed">
          {t('link.hint')}
        </Text>
      ) : (
        <NewPasswordInput label={t('password')} required {...form.getInputProps('password')} />
      )}
      <TextInput label={t('fields.email')} dir="ltr" inputMode="email" {...form.getInputProps('email')} />
      <PhoneInput label={t('fields.phoneNumber')} {...form.getInputProps('phoneNumber')} />
      {may('users.setRole') ? (
        <Select
          label={t('role')}
          allowDeselect={false}
          data={roles.map((role) => ({ value: role, label: common(`roles.${role}`) }))}
          description={t(`roleMeans.${form.values.role}`)}
          {...form.getInputProps('role')}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('newRole')}
        </Text>
      )}
    </RecordDrawer>
  );
}

/** A row of the list has no first and last name apart: the account is fetched for them. */
export function EditUserForm({ userID, onClose }: Props & { readonly userID: string }) {
  const { data } = useQuery(recordQuery('users', userID));
  return data ? <Form user={data} onClose={onClose} /> : null;
}

const baseOf = ({ version, firstName, lastName, username, email, phoneNumber }: User) => ({
  version,
  values: { firstName, lastName, username, email, phoneNumber },
});

function Form({ user, onClose }: Props & { readonly user: User }) {
  const { t } = useTranslation('users');
  const me = useMe();
  const editable = new Set<ProfileField>(editableFields(me, user));
  const record = useRecordForm({
    resource: 'users',
    schema: UserChanges,
    initial: baseOf(user).values,
    update: { base: baseOf(user), ...recordSaving('users', user._id, baseOf) },
    saved: savedOf,
    onDone: onClose,
  });
  const { form } = record;
  const field = (name: ProfileField) => ({ label: t(`fields.${name}`), ...form.getInputProps(name) });
  const isOwn = me._id === user._id;
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
      <TextInput
        dir="ltr"
        inputMode="email"
        autoComplete={isOwn ? 'email' : 'off'}
        data-autofocus={!isFull || undefined}
        {...field('email')}
      />
      <PhoneInput autoComplete={isOwn ? 'tel' : 'off'} {...field('phoneNumber')} />
    </RecordDrawer>
  );
}
