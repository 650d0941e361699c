import type { Inputs, Outputs } from '@daybook/client';
import { FactorCode, PasswordChange } from '@daybook/domain';
import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceMobileCode, IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMe } from '../../data/me.ts';
import { chooseOwnPasskey, PasskeyButton } from '../../data/own-passkey.tsx';
import { Enrolment } from '../../entities/factors/Enrolment.tsx';
import { useRecoveryCodes } from '../../entities/factors/useRecoveryCodes.tsx';
import { useFormat } from '../../lib/format.ts';
import { LastUsed } from '../../ui/LastUsed.tsx';
import { CodeInput, PasswordField } from '../../ui/passwords.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { Section } from './Section.tsx';

type Factor = Outputs['auth']['factors']['factors'][number];

/** Below this it is time to make new ones. */
const fewCodes = 3;

/** What proves who one is besides the password, and the codes that replace it. */
export function SecondFactorSection() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const { username } = useMe();
  const { data, error, refetch } = useQuery(api.auth.factors.queryOptions());
  const [open, setOpen] = useState<'add' | 'codes' | Factor>();
  const close = () => setOpen(undefined);
  const showCodes = useRecoveryCodes();
  const showFirst = (codes: readonly string[]) => {
    if (codes.length > 0) showCodes({ username, codes });
  };
  const added = (codes: readonly string[]) => {
    close();
    notifications.show({ message: t('add.done') });
    showFirst(codes);
  };
  const isEnrolled = data !== undefined && data.factors.length > 0;
  const has = (wanted: Factor['kind']) => data?.factors.some(({ kind }) => kind === wanted) ?? false;
  const proofs = {
    hasPasskey: has('passkey'),
    hasCode: has('totp') || (data?.recoveryCodesLeft ?? 0) > 0,
  };
  return (
    <Section title={t('secondFactor')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('secondFactorHint')}
      </Text>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={40} />}
      {data?.factors.length === 0 && <Text size="sm">{t('noFactor')}</Text>}
      {isEnrolled && (
        <Stack gap="md" component="ul" m={0} p={0} className="plain-list">
          {data.factors.map((factor) => (
            <FactorItem key={factor._id} factor={factor} onRemove={() => setOpen(factor)} />
          ))}
        </Stack>
      )}
      {isEnrolled && <CodesLeft count={data.recoveryCodesLeft} onMake={() => setOpen('codes')} />}
      {data && (
        <Group mt="md" gap="xs">
          <Button variant="default" onClick={() => setOpen('add')}>
            {t('add.open')}
          </Button>
          <AddPasskey onAdded={showFirst} />
        </Group>
      )}
      <Modal
        opened={open === 'add'}
        onClose={close}
        title={t('add.title')}
        centered
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <Enrolment username={username} onConfirmed={added} onCancel={close} cancelText={common('cancel')} />
      </Modal>
      {open === 'codes' && <NewCodesForm {...proofs} onClose={close} />}
      {typeof open === 'object' && <RemoveForm factor={open} {...proofs} onClose={close} />}
    </Section>
  );
}

interface ItemProps {
  readonly factor: Factor;
  readonly onRemove: () => void;
}

function FactorItem({ factor: { kind, name, createdAt, lastUsedAt }, onRemove }: ItemProps) {
  const { t } = useTranslation('security');
  const { instant } = useFormat();
  const Icon = kind === 'totp' ? IconDeviceMobileCode : IconFingerprint;
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <Icon aria-hidden className="fixed-size" />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={600} className="anywhere">
          <bdi>{name}</bdi>
        </Text>
        {name !== t(`kinds.${kind}`) && (
          <Text size="sm" c="dimmed">
            {t(`kinds.${kind}`)}
          </Text>
        )}
        <LastUsed at={lastUsedAt} />
        <Text size="sm" c="dimmed">
          {t('addedAt')} <bdi>{instant(createdAt)}</bdi>
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        onClick={onRemove}
        aria-label={`${t('remove.open')}: ${name}`}
      >
        {t('remove.open')}
      </Button>
    </Group>
  );
}

function CodesLeft({ count, onMake }: { readonly count: number; readonly onMake: () => void }) {
  const { t } = useTranslation('security');
  return (
    <Group mt="md" justify="space-between" wrap="nowrap" align="flex-start">
      <Text size="sm" c={count < fewCodes ? 'var(--mantine-color-error)' : undefined}>
        {t('codes.left', { count })}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onMake} flex="none">
        {t('codes.make')}
      </Button>
    </Group>
  );
}

type Proof = Inputs['auth']['makeRecoveryCodes'];

const password = PasswordChange.shape.current;
const Typed = z.discriminatedUnion('usesPasskey', [
  z.object({ usesPasskey: z.literal(true), password, code: z.string() }),
  z.object({ usesPasskey: z.literal(false), password, code: FactorCode.min(1) }),
]);
type Typed = z.output<typeof Typed>;

interface AskingProps {
  readonly hasPasskey: boolean;
  /** An authenticator app, or recovery codes. */
  readonly hasCode: boolean;
  readonly onClose: () => void;
}

interface ProofFormProps extends AskingProps {
  readonly title: string;
  readonly text: string;
  readonly submitText: string;
  readonly run: (proof: Proof) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Asks for the password, and a code or a passkey. */
function ProofForm({ title, text, submitText, run, onDone, hasPasskey, hasCode, onClose }: ProofFormProps) {
  const { t } = useTranslation('login');
  const { username } = useMe();
  const { submit, ...record } = useRecordForm<Typed>({
    resource: 'factors',
    schema: Typed,
    initial: { password: '', code: '', usesPasskey: false },
    create: async ({ password, code, usesPasskey }) =>
      run({ password, ...(usesPasskey ? { passkey: await chooseOwnPasskey(client.auth) } : { code }) }),
    onDone,
  });
  const submitWith = (usesPasskey: boolean, event?: FormEvent<HTMLFormElement>) => {
    record.form.setFieldValue('usesPasskey', usesPasskey);
    submit(event);
  };
  return (
    <RecordDrawer
      title={title}
      record={{ ...record, submit: (event) => submitWith(!hasCode, event) }}
      onClose={onClose}
      submitText={submitText}
    >
      <Text size="sm">{text}</Text>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PasswordField
        label={t('password')}
        required
        data-autofocus
        autoComplete="current-password"
        {...record.form.getInputProps('password')}
      />
      {hasCode && (
        <CodeInput description={t('code.hint')} inputMode="text" {...record.form.getInputProps('code')} />
      )}
      {hasPasskey && <PasskeyButton busy={record.busy} onClick={() => submitWith(true)} />}
    </RecordDrawer>
  );
}

function NewCodesForm(asking: AskingProps) {
  const { t } = useTranslation('security');
  const { username } = useMe();
  const showCodes = useRecoveryCodes();
  return (
    <ProofForm
      title={t('codes.make')}
      text={t('codes.makeText')}
      submitText={t('codes.make')}
      run={async (proof) => {
        const { recoveryCodes } = await client.auth.makeRecoveryCodes.mutate(proof);
        showCodes({ username, codes: recoveryCodes });
      }}
      onDone={asking.onClose}
      {...asking}
    />
  );
}

function RemoveForm({ factor: { _id, name }, ...asking }: AskingProps & { readonly factor: Factor }) {
  const { t } = useTranslation('security');
  return (
    <ProofForm
      title={t('remove.title', { name })}
      text={t('remove.text')}
      submitText={t('remove.open')}
      run={(proof) => client.auth.removeFactor.mutate({ factorID: _id, ...proof })}
      onDone={() => {
        asking.onClose();
        notifications.show({ message: t('remove.done') });
      }}
      {...asking}
    />
  );
}
