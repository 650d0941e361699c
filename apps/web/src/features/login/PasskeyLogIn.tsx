import { createClient, logInWithPasskey } from '@daybook/client';
import { Alert, Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/errors.ts';
import { announcePageChange } from '../../lib/focus.ts';
import { serviceUrl } from '../../lib/page.ts';
import { askForPasskey, hasPasskeys, isCancelled, suggestsPasskeys } from '../../lib/passkeys.ts';
import { session, useSession } from '../../session.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';

/** Milliseconds after which a suggestion is asked for anew: its challenge counts a little longer. */
const renewal = 4 * 60_000;

/** Asks for a passkey of any account. */
export async function choose(more: Parameters<typeof askForPasskey>[1] = {}) {
  return askForPasskey(await createClient({ url: serviceUrl }).auth.passkeyChallenge.mutate(), more);
}

async function logIn(response: Awaited<ReturnType<typeof choose>>): Promise<void> {
  const login = await logInWithPasskey({ url: serviceUrl }, response);
  announcePageChange();
  session.signIn(login);
}

/** Asks for a passkey, which is a log-in by itself; rejects. */
export const logInByPasskey = async (): Promise<void> => logIn(await choose());

/** A button, and suggestions in the field of the user name. */
export function PasskeyLogIn() {
  const { t } = useTranslation('login');
  const textOf = useErrorText();
  const state = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const waiting = useRef<AbortController>(undefined);

  const fail = useRef((_: unknown) => {});
  fail.current = (error) => {
    if (!isCancelled(error)) setFailure(textOf(error));
  };

  /** A browser waits for one passkey at a time. */
  const suggest = useCallback(async () => {
    if (!(await suggestsPasskeys())) return;
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    const timer = setTimeout(() => void suggest(), renewal);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    // Nobody has asked for one: where there is none, nothing is said.
    const { signal } = controller;
    const chosen = await choose({ mediation: 'conditional', signal }).catch(() => undefined);
    if (chosen) await logIn(chosen).catch(fail.current);
  }, []);

  const isOffline = !state.signedIn && state.reason === 'offline';
  useEffect(() => {
    if (!isOffline) void suggest();
    return () => waiting.current?.abort();
  }, [isOffline, suggest]);

  if (!hasPasskeys) return null;
  const press = async () => {
    waiting.current?.abort();
    setFailure(undefined);
    setBusy(true);
    try {
      await logInByPasskey();
    } catch (error) {
      fail.current(error);
      setBusy(false);
      void suggest();
    }
  };
  return (
    <>
      <Button
        component={BusyButton}
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={busy}
        onClick={() => void press()}
      >
        {t('passkey')}
      </Button>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </>
  );
}
