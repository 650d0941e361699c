import { createClient, type FactorMethod, logIn } from '@daybook/client';
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/errors.ts';
import { announcePageChange } from '../../lib/focus.ts';
import { serviceUrl } from '../../lib/page.ts';
import { session } from '../../session.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PasswordField } from '../../ui/passwords.tsx';
import { CodeStep, methodsAsked } from './CodeStep.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { logInByPasskey } from './PasskeyLogIn.tsx';

interface Props {
  /** Of the link that was opened. */
  readonly token: string;
  /** Somebody is logged in now, or wants to log in. */
  readonly onDone: () => void;
}

/** Whoever opens a log-in link chooses a password, and is logged in with it. */
export function LinkPage({ token, onDone }: Props) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation();
  const { t: login } = useTranslation('login');
  const textOf = useErrorText();
  const password = useRef<HTMLInputElement>(null);
  const username = useRef<string>(undefined);
  // A link replaces the password alone.
  const [asked, setAsked] = useState<{ password: string; methods: readonly FactorMethod[] }>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    document.title = `${t('link.choose')} · ${common('daybook')}`;
  }, [t, common]);

  const enter = async (password: string, code?: string) => {
    const credentials = { username: username.current ?? '', password, code };
    session.signIn(await logIn({ url: serviceUrl }, credentials));
    announcePageChange();
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = password.current?.value ?? '';
    setFailure(undefined);
    setBusy(true);
    try {
      const { auth } = createClient({ url: serviceUrl });
      // It counts once: after a log-in that failed, only that is tried again.
      username.current ??= (await auth.redeemLogInLink.mutate({ token, password: typed })).username;
      // Perhaps somebody else is logged in with this browser.
      await session.logOut();
      await enter(typed);
    } catch (error) {
      const methods = methodsAsked(error);
      if (methods) return setAsked({ password: typed, methods });
      setFailure(textOf(error));
      setBusy(false);
      password.current?.select();
    }
  };

  return (
    <LoginFrame>
      <Paper withBorder p="xl" shadow="md">
        {asked ? (
          <CodeStep
            methods={asked.methods}
            logIn={(code) => enter(asked.password, code)}
            logInByPasskey={async () => {
              await logInByPasskey();
              onDone();
            }}
            onBack={onDone}
          />
        ) : (
          <form onSubmit={submit} noValidate>
            <Stack>
              <Title order={2} size="h4">
                {t('link.choose')}
              </Title>
              <Text size="sm">{t('link.chooseText')}</Text>
              <PasswordField
                ref={password}
                name="password"
                label={t('newPassword')}
                description={common('password.rule')}
                autoComplete="new-password"
                required
                withAsterisk={false}
                autoFocus
              />
              {failure && (
                <Alert color="red" role="alert">
                  {failure}
                </Alert>
              )}
              <Button component={BusyButton} type="submit" loading={busy}>
                {t('link.save')}
              </Button>
              <Button variant="subtle" onClick={onDone}>
                {login('title')}
              </Button>
            </Stack>
          </form>
        )}
      </Paper>
    </LoginFrame>
  );
}
