import { type FactorMethod, type Inputs, logInWithProvider } from '@daybook/client';
import { Alert, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useErrorText } from '../../lib/errors.ts';
import { announcePageChange } from '../../lib/focus.ts';
import { serviceUrl } from '../../lib/page.ts';
import { session } from '../../session.ts';
import { CodeStep, methodsAsked } from './CodeStep.tsx';
import { LoginFrame } from './LoginFrame.tsx';
import { choose } from './PasskeyLogIn.tsx';

interface Props {
  /** What the provider has added to the address. */
  readonly answer: URLSearchParams;
  /** Somebody is logged in now, or wants to log in. */
  readonly onDone: () => void;
}

/** Whoever comes back from the provider is logged in, or has linked the account. */
export function SsoPage({ answer, onDone }: Props) {
  const { t } = useTranslation('identities');
  const { t: common } = useTranslation();
  const { t: login } = useTranslation('login');
  const textOf = useErrorText();
  const [methods, setMethods] = useState<readonly FactorMethod[]>();
  const [failure, setFailure] = useState<string>();
  const begun = useRef(false);
  const { code, state, iss } = Object.fromEntries(answer);

  const finish = async (second: Pick<Inputs['auth']['ssoLogIn'], 'secondFactor' | 'passkey'> = {}) => {
    // Whoever does not want to log in there comes back with an error instead of a code.
    const told = { code: code ?? '', state: state ?? '', iss };
    if (state?.startsWith('link.')) await client.auth.linkIdentity.mutate(told);
    else {
      const opened = await logInWithProvider({ url: serviceUrl }, { ...told, ...second });
      announcePageChange();
      session.signIn(opened);
    }
    onDone();
  };
  const begin = async () => {
    try {
      await finish();
    } catch (error) {
      const asked = methodsAsked(error);
      if (asked) setMethods(asked);
      else setFailure(textOf(error));
    }
  };
  // It counts once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is opened
  useEffect(() => {
    document.title = `${t('title')} · ${common('daybook')}`;
    if (!begun.current) void begin();
    begun.current = true;
  }, []);

  return (
    <LoginFrame>
      <Paper withBorder p="xl" shadow="md">
        {methods ? (
          <CodeStep
            methods={methods}
            logIn={(secondFactor) => finish({ secondFactor })}
            logInByPasskey={async () => finish({ passkey: await choose() })}
            onBack={onDone}
          />
        ) : (
          <Stack>
            <Title order={2} size="h4">
              {t('title')}
            </Title>
            {failure ? (
              <>
                <Alert color="red" role="alert">
                  {failure}
                </Alert>
                <Button onClick={onDone}>{login('code.back')}</Button>
              </>
            ) : (
              <>
                <Text size="sm" role="status">
                  {t('wait')}
                </Text>
                <Loader size="sm" aria-hidden />
              </>
            )}
          </Stack>
        )}
      </Paper>
    </LoginFrame>
  );
}
