import { type Client, type FactorMethod, type Inputs, isApiError } from '@daybook/client';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/errors.ts';
import { hasPasskeys } from '../lib/passkeys.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { CodeInput, PasswordField } from '../ui/passwords.tsx';
import { chooseOwnPasskey, PasskeyButton, takesCode } from './own-passkey.tsx';

/** How the second factor is proven, where that is missing or was wrong. */
const methodsAsked = (error: unknown): readonly FactorMethod[] | undefined =>
  isApiError(error) &&
  (error.data.code === 'SECOND_FACTOR_REQUIRED' || error.data.code === 'SECOND_FACTOR_WRONG')
    ? (error.data.methods ?? [])
    : undefined;

type Proof = Inputs['auth']['confirm'];
type Auth = Pick<Client['auth'], 'confirm' | 'proofChallenge'>;

interface Props {
  readonly auth: Auth;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The password, and a code or a passkey of who has a second factor. */
function ProofForm({ auth, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [methods, setMethods] = useState<readonly FactorMethod[]>();
  const [failure, setFailure] = useState<unknown>();

  const confirm = async (second: () => Pick<Proof, 'code'> | Promise<Pick<Proof, 'passkey'>>) => {
    setFailure(undefined);
    setBusy(true);
    try {
      await auth.confirm.mutate({ password: password.current?.value ?? '', ...(await second()) });
      onDone();
    } catch (error) {
      setBusy(false);
      const asked = methodsAsked(error);
      // Asked for the first time, it is no failure.
      if (methods || !asked) setFailure(error);
      if (asked) setMethods(asked);
      (asked ? code : password).current?.select();
    }
  };
  const byPasskey = () => void confirm(async () => ({ passkey: await chooseOwnPasskey(auth) }));
  const hasCode = methods === undefined || takesCode(methods);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasCode) return byPasskey();
    const typed = code.current?.value.trim();
    void confirm(() => (typed ? { code: typed } : {}));
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('proof.text')}</Text>
        <PasswordField
          ref={password}
          name="password"
          label={t('proof.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        {methods && hasCode && (
          <CodeInput ref={code} name="code" description={t('proof.codeText')} inputMode="text" autoFocus />
        )}
        {methods?.includes('passkey') && (
          <PasskeyButton busy={busy} onClick={byPasskey} autoFocus={!hasCode} />
        )}
        {!hasCode && !hasPasskeys && <Text size="sm">{t('proof.noPasskeysHere')}</Text>}
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          {hasCode && (
            <Button component={BusyButton} type="submit" loading={busy}>
              {t('proof.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Asks for the password, as the log-in is too long ago for what somebody does: says whether it was given. */
export const askProof = (auth: Auth) =>
  new Promise<boolean>((resolve) => {
    const modalId = 'proof';
    const close = () => modals.close(modalId);
    modals.open({
      modalId,
      title: i18next.t('proof.title'),
      centered: true,
      closeButtonProps: { 'aria-label': i18next.t('close') },
      // Above the form that waits for it.
      zIndex: 400,
      closeOnClickOutside: false,
      onClose: () => resolve(false),
      children: (
        <ProofForm
          auth={auth}
          onDone={() => {
            resolve(true);
            close();
          }}
          onCancel={close}
        />
      ),
    });
  });
