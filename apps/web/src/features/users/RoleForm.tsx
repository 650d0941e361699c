import { type Role, roles } from '@daybook/domain';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { RecordDrawer } from '../../components/RecordDrawer.tsx';
import { useRecordForm } from '../../lib/form.ts';
import type { UserRow } from './UserForm.tsx';

interface Props {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const RoleChange = z.object({ role: z.enum(roles) });

export function RoleForm({ user, onClose }: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const record = useRecordForm<{ role: Role }>({
    schema: RoleChange,
    initial: { role: user.accessLevel },
    create: async ({ role }) =>
      role !== user.accessLevel && client.users.setRole.mutate({ userID: user._id, role }),
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
