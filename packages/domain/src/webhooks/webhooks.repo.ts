import { z } from 'zod';
import { crud } from '../db/crud.ts';
import { and, desc, eq, getTableColumns, isNull, sql } from '../db/drizzle.ts';
import { equals } from '../db/filters.ts';
import { newId } from '../db/new-id.ts';
import { pages, position, toPage } from '../db/pages.ts';
import { subjectOf } from '../db/repository.ts';
import { actingOf, hasVersion, type Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, notFound, stale } from '../errors.ts';
import { issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { messageIdOf } from './deliveries.repo.ts';
import type { Webhook } from './webhook.schema.ts';
import {
  type Delivery,
  type DeliveryQuery,
  ROTATION_HOURS,
  TEST_TYPE,
  type WebhookChanges,
  type WebhookCreate,
  type WebhookQuery,
} from './webhooks.schema.ts';
import { webhookDeliveries as deliveries, webhooks } from './webhooks.table.ts';

const { placeholder } = sql;
/** That nobody has deleted; the database holds it. */
const MAX_WEBHOOKS = 20;

const { name, url, kinds, active, failingSince, disabledAt, secretChangedAt } = webhooks;
const previousSecretUntil = sql<string | null>`case when ${webhooks.previousSecretUntil} > now()
  then to_char(${webhooks.previousSecretUntil} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;
const { id: _id, createdAt, updatedAt, version } = getTableColumns(webhooks);
const columns = {
  ...{ _id, name, url, kinds, active, failingSince, disabledAt, secretChangedAt, previousSecretUntil },
  ...{ createdAt, updatedAt, version },
};

/** Where the feed ends now: what comes after it is sent. */
const newest = sql`coalesce((select last from event_state), 0)`;
/** It becomes active by this change. */
const isWoken = sql`(${placeholder('active')}::boolean and not ${active})`;

const one = crud<Webhook, WebhookCreate, WebhookChanges>({
  name: 'webhook',
  table: webhooks,
  columns,
  fields: { name, url, kinds, active },
  created: { position: newest },
  alsoUpdated: {
    position: sql`case when ${isWoken} then ${newest} else ${webhooks.position} end`,
    failingSince: sql`case when ${isWoken} then null else ${failingSince} end`,
    disabledAt: sql`case when ${isWoken} then null else ${disabledAt} end`,
  },
  rules: {
    webhooks_bounded: () =>
      new DomainError('VALIDATION', `There are ${MAX_WEBHOOKS} webhooks: delete one first.`, {
        issues: [issueAt([], 'limit_reached', { max: MAX_WEBHOOKS })],
      }),
  },
});

export const { get, create, update, remove } = one;
export const subject = subjectOf(webhooks, { title: name });

const aMoment = z.iso.datetime({ precision: 3 });
const isMoment = (key: string) => aMoment.safeParse(key).success && key > '1970';
const live = isNull(webhooks.deletedAt);
const after = sql`(${createdAt}, ${_id}) < (${placeholder('afterKey')}::timestamptz, ${placeholder('afterId')}::uuid)`;

const selectPage = pages<Webhook>({ after }, columns, (where) =>
  build
    .select(columns)
    .from(webhooks)
    .where(and(live, ...where))
    .orderBy(desc(createdAt), desc(_id))
    .limit(placeholder('limit')),
);

/** The newest first. @throws VALIDATION for a cursor of another list */
export async function list({ db }: Scope, { limit = 100, cursor }: WebhookQuery): Promise<Page<Webhook>> {
  const rows = await selectPage(db, { ...position(cursor, isMoment), limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.createdAt,
    (row) => row,
  );
}

/**
 * A new secret; the one before it signs too, for a day.
 * @returns the number of the new one
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function rotate(scope: Scope, id: string): Promise<Webhook & { readonly secretNumber: number }> {
  const [row] = await execute<{ secret_number: number }>(
    scope.db,
    sql`update webhooks set secret_number = secret_number + 1, secret_changed_at = now(),
      previous_secret_until = now() + make_interval(hours => ${ROTATION_HOURS}), version = version + 1, updated_at = now(),
      changed_by = ${actingOf(scope)}
      where id = ${id} and deleted_at is null and ${hasVersion(scope)} returning secret_number`,
  );
  const webhook = await get(scope, id);
  if (!row) throw stale();
  return { ...webhook, secretNumber: row.secret_number };
}

const deliveryColumns = {
  _id: deliveries.id,
  messageId: messageIdOf('webhook_deliveries'),
  type: deliveries.type,
  position: deliveries.position,
  record: deliveries.recordId,
  state: sql<Delivery['state']>`${deliveries.state}`,
  createdAt: deliveries.createdAt,
  nextAttemptAt: sql<string | null>`case ${deliveries.state} when 'pending'
    then to_char(${deliveries.dueAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`,
  attempts: deliveries.attempts,
};
const isNumber = (key: string) => /^[0-9]{1,18}$/.test(key);
const listedColumns = { ...deliveryColumns, number: deliveries.number };
const selectDeliveries = pages<Delivery & { readonly number: number }>(
  {
    state: equals(deliveries.state, 'state'),
    after: sql`${deliveries.number} < ${placeholder('afterKey')}::bigint`,
  },
  listedColumns,
  (where) =>
    build
      .select(listedColumns)
      .from(deliveries)
      .where(and(eq(deliveries.webhookId, placeholder('webhook')), ...where))
      .orderBy(desc(deliveries.number))
      .limit(placeholder('limit')),
);

/** Of the last 30 days, the newest first. @throws NOT_FOUND; VALIDATION for a cursor of another list */
export async function listDeliveries(
  scope: Scope,
  webhook: string,
  { limit = 100, cursor, state }: DeliveryQuery,
): Promise<Page<Delivery>> {
  const at = position(cursor, isNumber);
  await get(scope, webhook);
  const rows = await selectDeliveries(scope.db, { ...at, webhook, state, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => String(row.number),
    ({ number: _, ...row }) => row,
  );
}

const selectDelivery = statement<Delivery>(deliveryColumns, () =>
  build
    .select(deliveryColumns)
    .from(deliveries)
    .where(and(eq(deliveries.webhookId, placeholder('webhook')), eq(deliveries.id, placeholder('id')))),
);

/** @throws NOT_FOUND */
async function delivery(scope: Scope, webhook: string, id: string): Promise<Delivery> {
  await get(scope, webhook);
  const [row] = await selectDelivery(scope.db, { webhook, id });
  if (!row) throw notFound('delivery');
  return row;
}

/** Sends a message that is none of a change, also where the webhook is not active. @throws NOT_FOUND */
export async function test(scope: Scope, webhook: string): Promise<Delivery> {
  const id = newId();
  await execute(
    scope.db,
    sql`insert into webhook_deliveries (id, webhook_id, type, record_id)
      select ${id}, id, ${TEST_TYPE}, id from webhooks where id = ${webhook} and deleted_at is null`,
  );
  return delivery(scope, webhook, id);
}

/** Sends one once more, whatever became of it. @throws NOT_FOUND */
export async function resend(scope: Scope, webhook: string, id: string): Promise<Delivery> {
  await execute(
    scope.db,
    sql`update webhook_deliveries set state = 'pending', queued_at = now(), due_at = now(), tries = 0
      where id = ${id} and webhook_id = ${webhook} and exists (select from webhooks where id = webhook_id and deleted_at is null)`,
  );
  return delivery(scope, webhook, id);
}
