import type { Outputs } from '@daybook/client';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useRecordTexts } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { versionCondition } from '../../lib/record-changes.ts';
import { Chip } from '../../ui/Chip.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SecretShownOnce } from '../../ui/passwords.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Code, LongCode, Name } from '../../ui/values.tsx';
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

type Delivery = Outputs['webhooks']['deliveries']['items'][number];
type Attempt = Delivery['attempts'][number];

const tones = { pending: 'info', accepted: 'success', failed: 'danger' } as const;

/** What was sent in the last 30 days, the newest first. */
function Deliveries({ webhook: { _id, name } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation();
  const query = useInfiniteQuery({
    ...api.webhooks.deliveries.infiniteQueryOptions({ webhookID: _id, limit: 20 }, nextPage),
    refetchInterval: 3000,
  });
  const { rows, more, hasMore } = useRows(query);
  if (query.isPending) return <Loading />;
  return (
    <Stack gap="sm" mt="md" component="section" aria-label={`${t('deliveries')}: ${name}`}>
      {query.error && <ErrorState error={query.error} reset={() => void query.refetch()} />}
      {rows.length === 0 && !query.error && (
        <Text size="sm" c="dimmed">
          {t('nothingSent')}
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} className="plain-list">
        {rows.map((row) => (
          <Row key={row._id} webhookID={_id} row={row} />
        ))}
      </Stack>
      {hasMore && (
        <Button variant="default" size="compact-sm" onClick={more}>
          {common('more')}
        </Button>
      )}
    </Stack>
  );
}

function Row({ webhookID, row }: { readonly webhookID: string; readonly row: Delivery }) {
  const { t } = useTranslation('webhooks');
  const { instant } = useFormat();
  const change = useChange('webhooks');
  const { _id: deliveryID, type, state, createdAt, nextAttemptAt, attempts } = row;
  const resend = () =>
    void change({ done: t('resent'), run: () => client.webhooks.resend.mutate({ webhookID, deliveryID }) });
  return (
    <Group component="li" align="flex-start" justify="space-between" gap="xs">
      <Stack gap={0} flex={1} miw={200}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <Code>{type}</Code>
          </Text>
          <Text size="sm" c="dimmed">
            <bdi>{instant(createdAt)}</bdi>
          </Text>
          <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>
        </Group>
        {attempts.map((attempt) => (
          <AttemptLine key={attempt.at} attempt={attempt} />
        ))}
        {nextAttemptAt !== null && attempts.length > 0 && (
          <Text size="sm">{t('nextAttempt', { at: instant(nextAttemptAt) })}</Text>
        )}
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('resend')}: ${type}, ${instant(createdAt)}`}
        onClick={resend}
      >
        {t('resend')}
      </Button>
    </Group>
  );
}

/** When, how it ended, and how the answer began. */
function AttemptLine({
  attempt: { at, milliseconds, status, error, answer },
}: {
  readonly attempt: Attempt;
}) {
  const { t } = useTranslation('webhooks');
  const { instant, number } = useFormat();
  const parts = [
    instant(at),
    error && t(`errors.${error}`),
    status !== null && t('status', { status }),
    t('took', { ms: number(milliseconds) }),
  ];
  return (
    <>
      <Text size="sm" c="dimmed">
        {parts.filter(Boolean).join(' · ')}
      </Text>
      {answer !== '' && (
        <Text size="xs" ff="monospace" className="ltr anywhere">
          {answer}
        </Text>
      )}
    </>
  );
}
