import type { Outputs } from '@daybook/client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordTexts } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { Chip } from '../../ui/Chip.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { LongCode, Name } from '../../ui/List.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SecretShownOnce } from '../../ui/passwords.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Deliveries } from './Deliveries.tsx';
import { type Webhook, WebhookForm } from './WebhookForm.tsx';

type Made = Outputs['webhooks']['create'];

/** Where changes are sent, and what became of them. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useQuery({
    ...api.webhooks.list.queryOptions({}),
    refetchInterval: 20_000,
  });
  const [made, setMade] = useState<Made>();
  const [form, setForm] = useState<{ readonly row: Webhook | undefined }>();
  return (
    <>
      <PageHeader title={t('title')}>
        <Button onClick={() => setForm({ row: undefined })}>{t('make')}</Button>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="md">
        {t('hint')}
      </Text>
      {made && !form && (
        <SecretShownOnce key={made.secret} title={t('shownOnce')} secret={made.secret} how={t('how')} />
      )}
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <Text>{t('none')}</Text>}
      <Stack component="ul" m={0} p={0} className="plain-list">
        {data?.items.map((row) => (
          <Item key={row._id} row={row} onEdit={() => setForm({ row })} onMade={setMade} />
        ))}
      </Stack>
      {form && <WebhookForm row={form.row} onMade={setMade} onClose={() => setForm(undefined)} />}
    </>
  );
}

interface ItemProps {
  readonly row: Webhook;
  readonly onEdit: () => void;
  readonly onMade: (made: Made) => void;
}

function Item({ row, onEdit, onMade }: ItemProps) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const { list } = useFormat();
  const { kindOf } = useRecordTexts();
  const change = useChange('webhooks');
  const confirm = useConfirm();
  const [isOpen, setOpen] = useState(false);
  const { _id, name, url, kinds, version } = row;
  const id = { webhookID: _id };
  const named = (action: string) => `${action}: ${name}`;
  const test = () => {
    setOpen(true);
    void change({ done: t('testSent'), run: () => client.webhooks.test.mutate(id) });
  };
  const rotate = () =>
    confirm({
      title: t('rotateTitle', { name }),
      text: t('rotateText'),
      confirm: t('rotate'),
      onConfirm: () =>
        void change({
          done: t('rotated'),
          run: async () => onMade(await client.webhooks.rotate.mutate(id, versionCondition(version))),
        }),
    });
  const remove = () =>
    confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirm: common('delete'),
      onConfirm: () => void change({ done: t('removed'), run: () => client.webhooks.remove.mutate(id) }),
    });
  const actions = [
    [common('edit'), onEdit],
    [t('test'), test],
    [t('rotate'), rotate],
    [common('delete'), remove],
  ] as const;
  return (
    <Paper component="li" withBorder p="md">
      <Group gap="xs" mb={4}>
        <Title order={2} size="h4" className="anywhere">
          <Name>{name}</Name>
        </Title>
        <State row={row} />
      </Group>
      <Text size="sm">
        <LongCode>{url}</LongCode>
      </Text>
      <Text size="sm" c="dimmed">
        {kinds.length === 0 ? t('allKinds') : list(...kinds.map((kind) => kindOf(kind as 'bills')))}
      </Text>
      <Notes row={row} />
      <Group gap="xs" mt="sm">
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-label={named(t('deliveries'))}
          onClick={() => setOpen(!isOpen)}
        >
          {t('deliveries')}
        </Button>
        {actions.map(([label, run]) => (
          <Button key={label} size="compact-sm" variant="default" aria-label={named(label)} onClick={run}>
            {label}
          </Button>
        ))}
      </Group>
      {isOpen && <Deliveries webhook={row} />}
    </Paper>
  );
}

function State({ row: { active, disabledAt, failingSince } }: { readonly row: Webhook }) {
  const { t } = useTranslation('webhooks');
  if (disabledAt) return <Chip tone="danger">{t('disabled')}</Chip>;
  if (!active) return <Chip tone="quiet">{t('inactive')}</Chip>;
  return failingSince ? (
    <Chip tone="warning">{t('failing')}</Chip>
  ) : (
    <Chip tone="success">{t('fields.active')}</Chip>
  );
}

/** Since when nothing is accepted, why it was made inactive, and which secrets sign. */
function Notes({ row }: { readonly row: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { instant } = useFormat();
  const { active, disabledAt, failingSince, previousSecretUntil } = row;
  const notes = [
    disabledAt && t('disabledBecause', { at: instant(disabledAt) }),
    active && failingSince && t('failingSince', { at: instant(failingSince) }),
    previousSecretUntil && t('previousUntil', { at: instant(previousSecretUntil) }),
  ];
  return notes.map(
    (note) =>
      note && (
        <Text key={note} size="sm">
          {note}
        </Text>
      ),
  );
}
