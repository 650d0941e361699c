import type { Client, FactorMethod } from '@daybook/client';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { LocalizedError } from '../lib/errors.ts';
import { askForPasskey, hasPasskeys, isCancelled } from '../lib/passkeys.ts';
import { BusyButton } from '../ui/BusyButton.tsx';

/** Whether a field for codes is of use. */
export const takesCode = (methods: readonly FactorMethod[]): boolean =>
  methods.includes('totp') || methods.includes('recovery');

/** Asks for one of the person's passkeys: `passkey` of a proof. */
export async function chooseOwnPasskey(auth: Pick<Client['auth'], 'proofChallenge'>) {
  const challenge = await auth.proofChallenge.mutate();
  return askForPasskey(challenge, {}).catch((error: unknown) => {
    throw isCancelled(error) ? new LocalizedError(i18next.t('proof.passkeyCancelled')) : error;
  });
}

interface Props {
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly autoFocus?: boolean;
}

/** In the place of a code; nothing where this browser has no passkeys. */
export function PasskeyButton({ busy, onClick, autoFocus }: Props) {
  const { t } = useTranslation();
  if (!hasPasskeys) return null;
  return (
    <Button
      component={BusyButton}
      variant="default"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={busy}
      onClick={onClick}
      autoFocus={autoFocus ?? false}
    >
      {t('proof.passkey')}
    </Button>
  );
}
