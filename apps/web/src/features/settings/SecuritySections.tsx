import type { Outputs } from '@daybook/client';
import { PasswordChange } from '@daybook/domain';
import { Alert, Badge, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { LastUsed } from '../../ui/LastUsed.tsx';
import { NewPasswordInput, PasswordField } from '../../ui/passwords.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { deviceOf } from './choices.ts';
import { Section } from './Section.tsx';

type Session = Outputs['auth']['sessions']['items'][number];

const end = ({ _id }: Session) => client.auth.revokeSession.mutate({ sessionID: _id });

export function SessionsSection() {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useQuery(api.auth.sessions.queryOptions({}));
  const change = useChange('sessions');
  const others = data?.items.filter(({ current }) => !current) ?? [];
  return (
    <Section title={t('sessions')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('sessionsHint')}
      </Text>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={80} />}
      <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
        {data?.items.map((session) => (
          <SessionItem
            key={session._id}
            session={session}
            onEnd={() => void change({ done: t('sessionEnded'), run: () => end(session) })}
          />
        ))}
      </Stack>
      {others.length > 1 && (
        <Button
          mt="md"
          variant="default"
          onClick={() =>
            void change({
              done: t('othersEnded'),
              run: () => Promise.all(others.map(end)),
            })
          }
        >
          {t('endOthers')}
        </Button>
      )}
      {data && others.length === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('noOthers')}
        </Text>
      )}
    </Section>
  );
}

function SessionItem({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { t } = useTranslation('settings');
  const { instant } = useFormat();
  const { browser, system, mobile } = deviceOf(session.userAgent);
  const device =
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknownDevice'));
  const Icon = mobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <Icon aria-hidden className="fixed-size" />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={session.userAgent}>
            {device}
          </Text>
          {session.current && (
            <Badge variant="outline" tt="none">
              {t('thisSession')}
            </Badge>
          )}
        </Group>
        <LastUsed at={session.lastSeenAt} from={session.address} last={t('lastSeen')} />
        <Text size="sm" c="dimmed">
          {t('since')} <bdi>{instant(session.createdAt)}</bdi>
        </Text>
      </Stack>
      {!session.current && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={onEnd}
          aria-label={`${t('endSession')}: ${device}`}
        >
          {t('endSession')}
        </Button>
      )}
    </Group>
  );
}

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
            <Button component={BusyButton} type="submit" variant="default" loading={busy}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
