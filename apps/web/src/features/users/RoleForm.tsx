import { type Role, RoleInput, roles } from '@daybook/domain';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import type { UserRow } from './UserForm.tsx';

interface Props {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const RoleChange = z.object({ role: RoleInput });

const baseOf = ({ version, accessLevel }: UserRow) => ({ version, values: { role: accessLevel } });

export function RoleForm({ user, onClose }: Props) {
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
