import { ActionIcon, Group, Menu, Popover, Text } from '@mantine/core';
import {
  IconDots,
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
      {isEditable && (
        <ActionIcon
          variant="subtle"
          aria-label={`${common('edit')}: ${user.fullName}`}
          onClick={() => setForm('edit')}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {hasMenu && own && <OwnAccountHint text={t('ownAccount')} />}
      {hasMenu && !own && (
        <Menu position="bottom-end" width={260}>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={t('actionsOn', { name: user.fullName })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may('users.setRole') && (
              <Menu.Item leftSection={<IconShield size={16} aria-hidden />} onClick={() => setForm('role')}>
                {t('changeRole')}
              </Menu.Item>
            )}
            {mayReset && (
              <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setForm('password')}>
                {t('resetPassword')}
              </Menu.Item>
            )}
            {may('users.setStatus') && (
              <Menu.Item
                leftSection={
                  user.active ? (
                    <IconUserOff size={16} aria-hidden />
                  ) : (
                    <IconUserCheck size={16} aria-hidden />
                  )
                }
                onClick={user.active ? actions.deactivate : actions.activate}
              >
                {t(user.active ? 'deactivate' : 'activate')}
              </Menu.Item>
            )}
            {may('users.remove') && (
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={actions.remove}
              >
                {common('delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
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
        <ActionIcon variant="subtle" aria-label={t('ownAccountTitle')}>
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
