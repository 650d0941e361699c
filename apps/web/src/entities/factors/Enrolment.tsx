import type { Outputs } from '@daybook/client';
import { FactorCode, PasswordChange } from '@daybook/domain';
import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { QrCode } from '../../ui/HandoverCard.tsx';
import { CodeInput, PasswordField } from '../../ui/passwords.tsx';
import type { RecordForm } from '../../ui/RecordDrawer.tsx';

type Added = Outputs['auth']['addTotp'];

interface Props {
  readonly username: string;
  /** With the recovery codes, which come with the first factor. */
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
  readonly cancelText: string;
}

/** An authenticator app is added: the password, the code to scan, a code of the app. */
export function Enrolment({ username, onConfirmed, onCancel, cancelText }: Props) {
  const [added, setAdded] = useState<Added>();
  const cancel = (
    <Button variant="subtle" onClick={onCancel}>
      {cancelText}
    </Button>
  );
  if (!added) return <PasswordStep username={username} onAdded={setAdded} cancel={cancel} />;
  return <ConfirmStep added={added} onConfirmed={onConfirmed} cancel={cancel} />;
}

interface StepProps {
  readonly record: Pick<RecordForm<object>, 'submit' | 'busy' | 'failure'>;
  readonly submitText: string;
  readonly cancel: ReactNode;
  readonly children: ReactNode;
}

function Step({ record: { submit, busy, failure }, submitText, cancel, children }: StepProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {cancel}
          <Button component={BusyButton} type="submit" loading={busy}>
            {submitText}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PasswordStepProps {
  readonly username: string;
  readonly onAdded: (added: Added) => void;
  readonly cancel: ReactNode;
}

const Begin = z.object({ password: PasswordChange.shape.current, name: z.string() });

function PasswordStep({ username, onAdded, cancel }: PasswordStepProps) {
  const { t } = useTranslation('security');
  const { t: settings } = useTranslation('settings');
  const record = useRecordForm({
    resource: 'factors',
    schema: Begin,
    initial: { password: '', name: '' },
    create: async ({ password, name }) => {
      const named = name.trim() || t('kinds.totp');
      onAdded(await client.auth.addTotp.mutate({ password, name: named }));
    },
    onDone: () => undefined,
  });
  return (
    <Step record={record} submitText={t('add.next')} cancel={cancel}>
      <Text size="sm">{t('add.text')}</Text>
      {/* For password managers. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PasswordField
        label={settings('password')}
        required
        data-autofocus
        autoComplete="current-password"
        {...record.form.getInputProps('password')}
      />
      <TextInput
        label={t('add.name')}
        description={t('add.nameHint')}
        autoComplete="off"
        {...record.form.getInputProps('name')}
      />
    </Step>
  );
}

interface ConfirmStepProps {
  readonly added: Added;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly cancel: ReactNode;
}

const Confirm = z.object({ code: FactorCode.min(1) });

function ConfirmStep({ added, onConfirmed, cancel }: ConfirmStepProps) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  const record = useRecordForm({
    resource: 'factors',
    schema: Confirm,
    initial: { code: '' },
    create: async ({ code }) => {
      const { recoveryCodes } = await client.auth.confirmTotp.mutate({ factorID: added._id, code });
      onConfirmed(recoveryCodes ?? []);
    },
    onDone: () => undefined,
  });
  return (
    <Step record={record} submitText={t('add.confirm')} cancel={cancel}>
      <Text size="sm" ref={text} tabIndex={-1}>
        {t('add.scan')}
      </Text>
      <QrCode text={added.uri} label={t('add.qrCode')} />
      <div>
        <Text size="sm">{t('add.orType')}</Text>
        <Text size="sm" ff="monospace" className="ltr anywhere">
          {added.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Text>
        <CopyButton value={added.secret}>
          {({ copied, copy }) => (
            <Button
              mt={4}
              size="compact-sm"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {common(copied ? 'password.copied' : 'password.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <CodeInput description={t('add.codeHint')} {...record.form.getInputProps('code')} />
    </Step>
  );
}
