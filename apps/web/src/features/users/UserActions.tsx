import { ActionIcon, Group, Popover, Text } from '@mantine/core';
import {
  IconInfoCircle,
  IconKey,
  IconPencil,
  IconShield,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useMay, useMe } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { editableFields } from './account-access.ts';
import { PasswordResetForm } from './PasswordResetForm.tsx';
import { RoleForm } from './RoleForm.tsx';
import { EditUserForm, type UserRow } from './UserForm.tsx';

interface Props {
  readonly user: UserRow;
  readonly onRemoved?: () => void;
}

/** What the caller may do with an account. What nobody may do to the own one is not there, and the menu says why. */
export function UserActions({ user, onRemoved }: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const me = useMe();
  const may = useMay();
  const [form, setForm] = useState<'edit' | 'role' | 'password'>();
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
          !own && mayReset && { text: t('resetPassword'), icon: IconKey, run: () => setForm('password') },
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
    question: () => ({ title: t('deleteTitle', { name }), text: t('deleteText') }),
    onRemoved,
  });
  return {
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
