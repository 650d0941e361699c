import { type Role, RoleInput, roles, UserCreate } from '@daybook/domain';
import { ActionIcon, Group, Popover, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconInfoCircle,
  IconKey,
  IconLink,
  IconPencil,
  IconShield,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordForm } from '../../data/form.ts';
import { useMay, useMe } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { NewPasswordInput } from '../../ui/passwords.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { RowActions } from '../../ui/rows.tsx';
import { editableFields } from './accounts.ts';
import { EditUserForm, type UserRow } from './UserForm.tsx';
import { useHandover } from './useHandover.tsx';

interface PasswordResetFormProps {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const PasswordReset = z.object({ password: UserCreate.shape.password });

function PasswordResetForm({ user, onClose }: PasswordResetFormProps) {
  const { t } = useTranslation('users');
  const handOver = useHandover();
  const record = useRecordForm({
    resource: 'users',
    schema: PasswordReset,
    initial: { password: '' },
    create: async ({ password }) => {
      const updated = await client.users.update.mutate(
        { userID: user._id, password },
        versionCondition(user.version),
      );
      handOver({ name: user.fullName, username: user.username, by: { password } });
      return updated;
    },
    onDone: () => {
      notifications.show({ message: t('passwordReset', { name: user.fullName }) });
      onClose();
    },
  });
  return (
    <RecordDrawer title={t('resetTitle', { name: user.fullName })} record={record} onClose={onClose}>
      <Text size="sm">{t('resetText')}</Text>
      <NewPasswordInput
        label={t('newPassword')}
        required
        data-autofocus
        {...record.form.getInputProps('password')}
      />
    </RecordDrawer>
  );
}

interface RoleFormProps {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const RoleChange = z.object({ role: RoleInput });

const baseOf = ({ version, accessLevel }: UserRow) => ({ version, values: { role: accessLevel } });

function RoleForm({ user, onClose }: RoleFormProps) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const record = useRecordForm<{ role: Role }>({
    resource: 'users',
    schema: RoleChange,
    initial: { role: user.accessLevel },
    update: {
      base: baseOf(user),
      send: ({ role = user.accessLevel }, condition) =>
        client.users.setRole.mutate({ userID: user._id, role }, condition),
      read: async () => baseOf(await client.users.get.query({ userID: user._id })),
    },
    saved: () => ({ name: user.fullName, to: `/users/${user._id}` }),
    onDone: onClose,
  });
  return (
    <RecordDrawer title={t('roleTitle', { name: user.fullName })} record={record} onClose={onClose}>
      <Radio.Group label={t('role')} description={t('roleHint')} {...record.form.getInputProps('role')}>
        <Stack gap="sm" mt="sm">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={common(`roles.${role}`)}
              description={t(`roleMeans.${role}`)}
              data-autofocus={role === user.accessLevel || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
    </RecordDrawer>
  );
}

interface UserActionsProps {
  readonly user: UserRow;
  readonly onRemoved?: () => void;
}

/** What the caller may do with an account. What nobody may do to the own one is not there, and the menu says why. */
export function UserActions({ user, onRemoved }: UserActionsProps) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { t: security } = useTranslation('security');
  const me = useMe();
  const may = useMay();
  const [form, setForm] = useState<'edit' | 'role' | 'password' | 'factors'>();
  const close = () => setForm(undefined);
  const actions = useUserActions(user, onRemoved);
  const own = user._id === me._id;
  const mayReset = me.accessLevel === 'Administrator';
  const hasMenu = may('users.setRole') || may('users.setStatus') || may('users.remove') || mayReset;
  const isEditable = may('users.update', user._id) && editableFields(me, user).length > 0;

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {hasMenu && own && <OwnAccountHint text={t('ownAccount')} />}
      <RowActions
        name={user.fullName}
        actions={[
          isEditable && {
            text: common('edit'),
            icon: IconPencil,
            run: () => setForm('edit'),
            isButton: true,
          },
          !own &&
            may('users.setRole') && { text: t('changeRole'), icon: IconShield, run: () => setForm('role') },
          !own &&
            user.active &&
            may('users.logInLink') && { text: t('link.make'), icon: IconLink, run: actions.makeLink },
          !own && mayReset && { text: t('resetPassword'), icon: IconKey, run: () => setForm('password') },
          !own &&
            may('users.resetFactors') && {
              text: security('reset.open'),
              icon: IconShieldOff,
              run: () => setForm('factors'),
            },
          !own &&
            may('users.setStatus') && {
              text: t(user.active ? 'deactivate' : 'activate'),
              icon: user.active ? IconUserOff : IconUserCheck,
              run: user.active ? actions.deactivate : actions.activate,
            },
          !own &&
            may('users.remove') && {
              text: common('delete'),
              icon: IconTrash,
              run: actions.remove,
              isDangerous: true,
            },
        ]}
      />
      {form === 'edit' && <EditUserForm userID={user._id} onClose={close} />}
      {form === 'role' && <RoleForm user={user} onClose={close} />}
      {form === 'password' && <PasswordResetForm user={user} onClose={close} />}
      {form === 'factors' && <ResetFactorsForm user={user} onClose={close} />}
    </Group>
  );
}

function OwnAccountHint({ text }: { readonly text: string }) {
  const { t } = useTranslation('users');
  return (
    <Popover position="bottom-end" width={260} shadow="md">
      <Popover.Target>
        <ActionIcon aria-label={t('ownAccountTitle')}>
          <IconInfoCircle size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  );
}

function useUserActions(user: UserRow, onRemoved?: () => void) {
  const { t } = useTranslation('users');
  const change = useChange('users');
  const handOver = useHandover();
  const confirm = useConfirm();
  const { _id: userID, fullName: name } = user;
  const setActive = (active: boolean, done: string) =>
    void change({
      done,
      run: () => client.users.setStatus.mutate({ userID, active }, versionCondition(user.version)),
      undo: ({ version }) => ({
        run: () => client.users.setStatus.mutate({ userID, active: !active }, versionCondition(version)),
      }),
    });
  const remove = useRemoval<UserRow>({
    resource: 'users',
    nameOf: ({ fullName }) => fullName,
    question: () => ({ title: t('deleteTitle', { name }), text: t('deleteText') }),
    onRemoved,
  });
  return {
    makeLink: () =>
      void change({
        run: async () =>
          handOver({ name, username: user.username, by: await client.users.logInLink.mutate({ userID }) }),
        failed: t('link.failed'),
      }),
    activate: () => setActive(true, t('activated', { name })),
    deactivate: () =>
      confirm({
        title: t('deactivateTitle', { name }),
        text: t('deactivateText'),
        confirm: t('deactivate'),
        onConfirm: () => setActive(false, t('deactivatedDone', { name })),
      }),
    remove: () => remove(user),
  };
}

interface ResetProps {
  readonly user: { readonly _id: string; readonly fullName: string };
  readonly onClose: () => void;
}

const Reason = z.object({ reason: z.string().trim().min(1).max(500) });

/** Of somebody who lost the phone and the recovery codes: from then on the password alone lets them in. */
export function ResetFactorsForm({ user: { _id: userID, fullName: name }, onClose }: ResetProps) {
  const { t } = useTranslation('security');
  const record = useRecordForm({
    resource: 'factors',
    schema: Reason,
    initial: { reason: '' },
    create: ({ reason }) => client.users.resetFactors.mutate({ userID, reason }),
    onDone: () => {
      notifications.show({ message: t('reset.done', { name }) });
      onClose();
    },
  });
  return (
    <RecordDrawer
      title={t('reset.title', { name })}
      record={record}
      onClose={onClose}
      submitText={t('reset.open')}
    >
      <Text size="sm">{t('reset.text')}</Text>
      <Textarea
        label={t('reset.reason')}
        description={t('reset.reasonHint')}
        required
        data-autofocus
        autosize
        minRows={2}
        {...record.form.getInputProps('reason')}
      />
    </RecordDrawer>
  );
}
