import { type FactorMethod, isApiError } from '@daybook/client';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyButton, takesCode } from '../../data/own-passkey.tsx';
import { useErrorText } from '../../lib/errors.ts';
import { hasPasskeys, isCancelled } from '../../lib/passkeys.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CodeInput } from '../../ui/passwords.tsx';

/** How the account proves its second factor, where that alone is missing at a log-in. */
export const methodsAsked = (error: unknown): readonly FactorMethod[] | undefined =>
  isApiError(error) && error.data.code === 'SECOND_FACTOR_REQUIRED' ? (error.data.methods ?? []) : undefined;

interface Props {
  readonly methods: readonly FactorMethod[];
  /** Logs in with what was proven before; rejects. */
  readonly logIn: (code: string) => Promise<void>;
  /** Asks for a passkey and logs in with it; rejects. */
  readonly logInByPasskey: () => Promise<void>;
  readonly onBack: () => void;
}

/** A code of the authenticator app or a recovery code, in one field, or a passkey: what the account has. */
export function CodeStep({ methods, logIn, logInByPasskey, onBack }: Props) {
  const { t } = useTranslation('login');
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  // Recovery codes have letters, which a keyboard of digits lacks.
  const [wantsLetters, setWantsLetters] = useState(!methods.includes('totp'));
  const [busy, setBusy] = useState<'code' | 'passkey'>();
  const [failure, setFailure] = useState<string>();
  const hasCode = takesCode(methods);
  const hasPasskey = methods.includes('passkey');
  // Also after the keyboard has become another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the keyboard
  useEffect(() => {
    input.current?.blur();
    input.current?.focus();
  }, [wantsLetters]);

  const run = async (by: 'code' | 'passkey', enter: () => Promise<void>) => {
    setFailure(undefined);
    setBusy(by);
    try {
      await enter();
    } catch (error) {
      setFailure(isCancelled(error) ? common('proof.passkeyCancelled') : textOf(error));
      setBusy(undefined);
      input.current?.select();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    if (code !== '') return void run('code', () => logIn(code));
    setFailure(t('missing'));
    input.current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2} size="h4">
          {t('code.title')}
        </Title>
        {hasCode && (
          <>
            <CodeInput
              ref={input}
              name="code"
              description={t(wantsLetters ? 'code.recoveryHint' : 'code.hint')}
              error={failure && <span role="alert">{failure}</span>}
              inputMode={wantsLetters ? 'text' : 'numeric'}
              withAsterisk={false}
            />
            <Button component={BusyButton} type="submit" loading={busy === 'code'}>
              {t('submit')}
            </Button>
          </>
        )}
        {hasCode && !wantsLetters && methods.includes('recovery') && (
          <Button variant="default" onClick={() => setWantsLetters(true)}>
            {t('code.useRecovery')}
          </Button>
        )}
        {hasPasskey && (
          <PasskeyButton
            busy={busy === 'passkey'}
            onClick={() => void run('passkey', logInByPasskey)}
            autoFocus={!hasCode}
          />
        )}
        {!hasCode && !hasPasskeys && <Text size="sm">{common('proof.noPasskeysHere')}</Text>}
        {!hasCode && failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Button variant="subtle" onClick={onBack}>
          {t('code.back')}
        </Button>
      </Stack>
    </form>
  );
}
