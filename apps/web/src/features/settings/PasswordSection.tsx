import { PasswordChange } from '@daybook/domain';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import { NewPasswordInput } from '../../ui/NewPasswordInput.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Section } from './Section.tsx';

export function PasswordSection() {
  const { t } = useTranslation('settings');
  const { username } = useMe();
  const { form, submit, busy, failure } = useRecordForm({
    resource: 'sessions',
    schema: PasswordChange,
    initial: { current: '', new: '', endCredentials: false },
    create: (values) => client.users.changePassword.mutate(values),
    onDone: () => {
      form.reset();
      notifications.show({ message: t('passwordChanged') });
    },
  });
  return (
    <Section title={t('password')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('passwordHint')}
          </Text>
          {/* For password managers, which save the two together. */}
          <input hidden readOnly name="username" autoComplete="username" value={username} />
          <PasswordField
            label={t('currentPassword')}
            required
            autoComplete="current-password"
            {...form.getInputProps('current')}
          />
          <NewPasswordInput label={t('newPassword')} required {...form.getInputProps('new')} />
          <Checkbox
            label={t('endCredentials')}
            description={t('endCredentialsHint')}
            {...form.getInputProps('endCredentials', { type: 'checkbox' })}
          />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
