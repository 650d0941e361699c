import type { Outputs } from '@daybook/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/rows.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Code } from '../../ui/List.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import type { Webhook } from './WebhookForm.tsx';

type Delivery = Outputs['webhooks']['deliveries']['items'][number];
type Attempt = Delivery['attempts'][number];

const tones = { pending: 'info', accepted: 'success', failed: 'danger' } as const;

/** What was sent in the last 30 days, the newest first. */
export function Deliveries({ webhook: { _id, name } }: { readonly webhook: Webhook }) {
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
