import { PasswordChange } from '@daybook/domain';
import { Button, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { hasPasskeys, isCancelled, newPasskey } from '../../lib/passkeys.ts';
import { PasswordField } from '../../ui/passwords.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

interface Props {
  /** With the recovery codes that came with the first factor. */
  readonly onAdded: (recoveryCodes: readonly string[]) => void;
}

/** A button that adds a passkey, where the browser has them. */
export function AddPasskey({ onAdded }: Props) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  if (!hasPasskeys) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('passkey.open')}
      </Button>
      {open && <PasskeyForm onAdded={onAdded} onClose={() => setOpen(false)} />}
    </>
  );
}

const Typed = z.object({ password: PasswordChange.shape.current, name: z.string() });

function PasskeyForm({ onAdded, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { username } = useMe();
  const record = useRecordForm({
    resource: 'factors',
    schema: Typed,
    initial: { password: '', name: '' },
    create: async ({ password, name }) => {
      const options = await client.auth.passkeyOptions.mutate({ password });
      const response = await newPasskey(options).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'InvalidStateError')
          throw new LocalizedError(t('passkey.known'));
        throw isCancelled(error) ? new LocalizedError(t('passkey.cancelled')) : error;
      });
      const named = name.trim() || t('passkey.named');
      const { recoveryCodes = [] } = await client.auth.addPasskey.mutate({ name: named, response });
      onAdded(recoveryCodes);
    },
    onDone: () => {
      onClose();
      notifications.show({ message: t('passkey.done') });
    },
  });
  const { form } = record;
  return (
    <RecordDrawer title={t('passkey.title')} record={record} onClose={onClose} submitText={t('passkey.add')}>
      <Text size="sm">{t('passkey.text')}</Text>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PasswordField
        label={t('currentPassword')}
        required
        data-autofocus
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <TextInput
        label={t('passkey.name')}
        description={t('passkey.nameHint')}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </RecordDrawer>
  );
}
