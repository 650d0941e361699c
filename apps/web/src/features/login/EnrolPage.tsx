import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../data/me.ts';
import { Enrolment } from '../../entities/factors/Enrolment.tsx';
import { useRecoveryCodes } from '../../entities/factors/useRecoveryCodes.tsx';
import { session } from '../../session.ts';
import { LoginFrame } from './LoginFrame.tsx';
import { targetOf } from './target.ts';

/** For whom a second factor is required and who has none: all else is refused until there is one. */
export function EnrolPage() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const { username } = useMe();
  const { to } = useSearch({ from: '/enrol' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const showCodes = useRecoveryCodes();
  const goOn = () => {
    // All of it was refused before.
    queryClient.clear();
    void navigate({ href: targetOf(to), replace: true });
  };
  const confirmed = (codes: readonly string[]) =>
    codes.length > 0 ? showCodes({ username, codes, onKept: goOn }) : goOn();
  const logOut = () => void session.logOut();
  useEffect(() => {
    document.title = `${t('required.title')} · ${common('daybook')}`;
  }, [t, common]);
  return (
    <LoginFrame>
      <Paper withBorder p="xl" shadow="md">
        <Stack>
          <Title order={2} size="h4">
            {t('required.title')}
          </Title>
          <Text size="sm">{t('required.text')}</Text>
          <Enrolment
            username={username}
            onConfirmed={confirmed}
            onCancel={logOut}
            cancelText={common('logOut')}
          />
        </Stack>
      </Paper>
    </LoginFrame>
  );
}
