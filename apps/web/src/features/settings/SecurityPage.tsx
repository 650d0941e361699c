import type { Outputs } from '@daybook/client';
import { PasswordChange } from '@daybook/domain';
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft, IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordForm } from '../../data/form.ts';
import { useMay, useMe } from '../../data/me.ts';
import { IdentityList } from '../../entities/identities/IdentityList.tsx';
import { useFormat } from '../../lib/format.ts';
import { goToProvider } from '../../lib/sso.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { LastUsed } from '../../ui/LastUsed.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { NewPasswordInput, PasswordField } from '../../ui/passwords.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { deviceOf } from './choices.ts';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { Section } from './Section.tsx';
import { CalendarsSection, TokensSection } from './TokensSection.tsx';

/** All by which somebody, or a program in their name, comes in. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  const { t: settings } = useTranslation('settings');
  const may = useMay();
  return (
    <>
      <Anchor component={Link} to="/settings" size="sm" className="no-print">
        <Group component="span" gap={4} mb="xs" display="inline-flex">
          <IconArrowLeft size={16} className="mirrored" aria-hidden />
          {settings('title')}
        </Group>
      </Anchor>
      <PageHeader title={t('title')} />
      <Text size="sm" c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack>
          {may('users.changePassword') ? (
            <PasswordSection />
          ) : (
            <Section title={settings('password')}>
              <Text size="sm" c="dimmed">
                {settings('passwordByAdministrator')}
              </Text>
            </Section>
          )}
          <SecondFactorSection />
          <IdentitiesSection />
        </Stack>
        <Stack>
          <SessionsSection />
          <TokensSection />
          {may('calendars.create') && <CalendarsSection />}
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** The person's own link to the provider of single sign-on; nothing where there is no provider. */
function IdentitiesSection() {
  const { t } = useTranslation('identities');
  const { data: methods } = useQuery(api.auth.methods.queryOptions());
  const { data, error, refetch } = useQuery(api.auth.identities.queryOptions());
  const change = useChange('identities');
  const links = data?.identities ?? [];
  const name = methods?.sso?.name;
  if (name === undefined && links.length === 0) return null;

  const begin = () =>
    void change({ run: async () => goToProvider((await client.auth.beginLink.mutate()).url) });
  return (
    <Section title={t('title')}>
      {name !== undefined && links.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('hint', { name })}
        </Text>
      )}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      <IdentityList
        links={links}
        endText={t('endText')}
        end={(identityID) => client.auth.removeIdentity.mutate({ identityID })}
      />
      {data && name !== undefined && links.length === 0 && (
        <Button variant="default" onClick={begin}>
          {t('make', { name })}
        </Button>
      )}
    </Section>
  );
}

type Session = Outputs['auth']['sessions']['items'][number];

const end = ({ _id }: Session) => client.auth.revokeSession.mutate({ sessionID: _id });

function SessionsSection() {
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

function PasswordSection() {
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
