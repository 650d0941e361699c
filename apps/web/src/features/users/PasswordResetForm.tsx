import { UserCreate } from '@daybook/domain';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { NewPasswordInput } from '../../ui/NewPasswordInput.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import type { UserRow } from './UserForm.tsx';

interface Props {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const PasswordReset = z.object({ password: UserCreate.shape.password });

export function PasswordResetForm({ user, onClose }: Props) {
  const { t } = useTranslation('users');
  const record = useRecordForm({
    resource: 'users',
    schema: PasswordReset,
    initial: { password: '' },
    create: ({ password }) =>
      client.users.update.mutate({ userID: user._id, password }, versionCondition(user.version)),
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
