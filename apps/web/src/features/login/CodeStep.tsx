import { type FactorMethod, isApiError } from '@daybook/client';
import { Button, Stack, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/errors.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CodeInput } from '../../ui/passwords.tsx';

/** How the account proves its second factor, where that alone is missing at a log-in. */
export const methodsAsked = (error: unknown): readonly FactorMethod[] | undefined =>
  isApiError(error) && error.data.code === 'SECOND_FACTOR_REQUIRED' ? (error.data.methods ?? []) : undefined;

interface Props {
  readonly methods: readonly FactorMethod[];
  /** Logs in with the password that was typed before; rejects. */
  readonly logIn: (code: string) => Promise<void>;
  readonly onBack: () => void;
}

/** After the password: a code of the authenticator app or a recovery code, in one field. */
export function CodeStep({ methods, logIn, onBack }: Props) {
  const { t } = useTranslation('login');
  const textOf = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  // Recovery codes have letters, which a keyboard of digits lacks.
  const [wantsLetters, setWantsLetters] = useState(!methods.includes('totp'));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // Also after the keyboard has become another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the keyboard
  useEffect(() => {
    input.current?.blur();
    input.current?.focus();
  }, [wantsLetters]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    setFailure(code === '' ? t('missing') : undefined);
    if (code === '') return input.current?.focus();
    setBusy(true);
    try {
      await logIn(code);
    } catch (error) {
      setFailure(textOf(error));
      setBusy(false);
      input.current?.select();
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2} size="h4">
          {t('code.title')}
        </Title>
        <CodeInput
          ref={input}
          name="code"
          description={t(wantsLetters ? 'code.recoveryHint' : 'code.hint')}
          error={failure && <span role="alert">{failure}</span>}
          inputMode={wantsLetters ? 'text' : 'numeric'}
          withAsterisk={false}
        />
        <Button component={BusyButton} type="submit" loading={busy}>
          {t('submit')}
        </Button>
        {!wantsLetters && methods.includes('recovery') && (
          <Button variant="default" onClick={() => setWantsLetters(true)}>
            {t('code.useRecovery')}
          </Button>
        )}
        <Button variant="subtle" onClick={onBack}>
          {t('code.back')}
        </Button>
      </Stack>
    </form>
  );
}
