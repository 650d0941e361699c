import { createClient, type FactorMethod, logIn } from '@daybook/client';
import { Alert, Button, NativeSelect, Paper, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setDeviceLanguage } from '../../i18n/i18n.ts';
import { languageOf, languages, nameOf } from '../../i18n/languages.ts';
import { useErrorText } from '../../lib/errors.ts';
import { announcePageChange } from '../../lib/focus.ts';
import { serviceUrl } from '../../lib/page.ts';
import { goToProvider } from '../../lib/sso.ts';
import { session, useSession } from '../../session.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PasswordField } from '../../ui/passwords.tsx';
import { CodeStep, methodsAsked } from './CodeStep.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { logInByPasskey, PasskeyLogIn } from './PasskeyLogIn.tsx';

/** The language of this device, before anybody's preferences are known. */
function LanguageSwitch() {
  const { t, i18n } = useTranslation('login');
  return (
    <NativeSelect
      aria-label={t('language')}
      value={languageOf(i18n.language)}
      onChange={({ currentTarget }) => void setDeviceLanguage(currentTarget.value)}
    >
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Whose password was right, and who has a second factor. Kept here alone. */
interface Asked {
  readonly username: string;
  readonly password: string;
  readonly methods: readonly FactorMethod[];
}

/** Says why a session ended. What follows a log-in is the matter of whoever shows this. */
export function LoginPage({ onTyped }: { readonly onTyped?: () => void }) {
  const { t } = useTranslation('login');
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  const state = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState({ username: false, password: false });
  const [asked, setAsked] = useState<Asked>();
  const [known, setKnown] = useState('');
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${t('title')} · ${common('daybook')}`;
  }, [t, common]);

  const enter = async (credentials: Parameters<typeof logIn>[1]) => {
    const login = await logIn({ url: serviceUrl }, credentials);
    announcePageChange();
    session.signIn(login);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = { username: String(form.get('username')), password: String(form.get('password')) };
    setFailure(undefined);
    const empty = { username: !typed.username.trim(), password: !typed.password };
    setMissing(empty);
    if (empty.username) return username.current?.focus();
    if (empty.password) return password.current?.focus();
    setBusy(true);
    try {
      await enter(typed);
    } catch (error) {
      setBusy(false);
      const methods = methodsAsked(error);
      if (methods) return setAsked({ ...typed, methods });
      setFailure(textOf(error));
      password.current?.select();
    }
  };
  const back = () => {
    setKnown(asked?.username ?? '');
    setAsked(undefined);
  };

  const reason = state.signedIn ? undefined : state.reason;
  return (
    <LoginFrame>
      {reason && !failure && !asked && (
        <Alert color={reason === 'loggedOut' ? 'ink' : 'orange'} role="status">
          {t(reason)}
        </Alert>
      )}
      <Paper withBorder p="xl" shadow="md">
        {asked ? (
          <CodeStep
            methods={asked.methods}
            logIn={(code) => enter({ username: asked.username, password: asked.password, code })}
            logInByPasskey={logInByPasskey}
            onBack={back}
          />
        ) : (
          <form onSubmit={submit} onInput={onTyped} noValidate>
            <Stack>
              <Title order={2} size="h4">
                {t('title')}
              </Title>
              <TextInput
                ref={username}
                name="username"
                label={t('username')}
                error={missing.username && t('missing')}
                autoComplete="username webauthn"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={known}
                required
                withAsterisk={false}
                autoFocus={known === ''}
              />
              <PasswordField
                ref={password}
                name="password"
                label={t('password')}
                error={missing.password && t('missing')}
                autoComplete="current-password"
                required
                withAsterisk={false}
                autoFocus={known !== ''}
              />
              {failure && (
                <Alert color="red" role="alert">
                  {failure}
                </Alert>
              )}
              <Button component={BusyButton} type="submit" loading={busy}>
                {t('submit')}
              </Button>
              <PasskeyLogIn />
              <SsoButton />
            </Stack>
          </form>
        )}
      </Paper>
      <LanguageSwitch />
    </LoginFrame>
  );
}

const { auth } = createClient({ url: serviceUrl });

/** Leads to the provider of single sign-on, where the service has one. */
function SsoButton() {
  const { t } = useTranslation('login');
  const textOf = useErrorText();
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    // Without an answer there is the password.
    auth.methods.query().then(
      ({ sso }) => setName(sso?.name),
      () => {},
    );
  }, []);
  const begin = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      goToProvider((await auth.beginSso.mutate()).url);
    } catch (error) {
      setFailure(textOf(error));
      setBusy(false);
    }
  };
  return (
    name !== undefined && (
      <>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Button component={BusyButton} variant="default" loading={busy} onClick={begin}>
          {t('sso', { name })}
        </Button>
      </>
    )
  );
}
