import {
  administrators,
  Delivery,
  DeliveryQuery,
  Id,
  invalid,
  NewWebhook,
  page,
  Removed,
  ROTATION_HOURS,
  scopeAreas,
  updateInput,
  Webhook,
  WebhookChanges,
  WebhookCreate,
  WebhookQuery,
} from '@daybook/domain';
import { webhooks as repo } from '@daybook/domain/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { created, exampleIds, updated } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Webhooks', description: 'Addresses to which changes are sent as they happen' },
  bulkhead: 'others',
  tokens: scopeAreas.webhooks,
});

const parameters = { webhookID: exampleIds.webhook };
const example: Webhook = {
  _id: exampleIds.webhook,
  name: 'Accounting',
  url: 'https://example.org/hooks/daybook',
  kinds: ['bills'],
  active: true,
  failingSince: null,
  disabledAt: null,
  secretChangedAt: created.createdAt,
  previousSecretUntil: null,
  ...created,
};
const secret = 'whsec_2yQb4tC1xk0m0m5dWlqJbYy6nZb3oYx8n2b1lq0Zt5E=';
const ofTest: Delivery = {
  _id: exampleIds.delivery,
  messageId: `msg_${exampleIds.delivery.replaceAll('-', '')}`,
  type: 'webhooks.test',
  position: null,
  record: exampleIds.webhook,
  state: 'pending',
  createdAt: created.createdAt,
  nextAttemptAt: created.createdAt,
  attempts: [],
};
const delivered: Delivery = {
  ...ofTest,
  messageId: `msg_${exampleIds.webhook.replaceAll('-', '')}_7`,
  type: 'bills.create',
  position: 7,
  record: exampleIds.bill,
  state: 'accepted',
  nextAttemptAt: null,
  attempts: [
    { at: '2023-12-08T08:30:01.000Z', milliseconds: 35, status: 200, error: null, answer: 'Thank you' },
  ],
};

/** @throws VALIDATION for an address to which nothing would be sent */
function checkAddress({ webhooks }: Pick<Context, 'webhooks'>, url: string | undefined): void {
  const problem = url === undefined ? undefined : webhooks.problemOf(url);
  if (problem) throw invalid('VALIDATION', ['url'], problem);
}

export const webhooks = router({
  list: operation({
    rest: 'GET /webhooks',
    addition: true,
    access: administrators,
    summary: 'List webhooks',
    description: 'Those that nobody has deleted, the newest first, without their secrets.',
    example: { data: [example] },
  })
    .input(WebhookQuery.default({}))
    .output(page(Webhook))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: operation({
    rest: 'GET /webhooks/{webhookID}',
    addition: true,
    access: administrators,
    summary: 'Fetch a webhook',
    description: 'Without its secret.',
    example: { parameters, data: example },
  })
    .input(z.object({ webhookID: Id }))
    .output(Webhook)
    .query(({ ctx, input }) => repo.get(ctx.scope, input.webhookID)),

  create: operation({
    rest: 'POST /webhooks',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'Make a webhook',
    description:
      'From now on each change is sent to the address by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) says: at least once, ' +
      'those of one record in their order. The secret is shown once. Private addresses and such without https are refused unless the operator allows them. There are 20 at the most.',
    creates: true,
    example: {
      body: { name: example.name, url: example.url, kinds: example.kinds },
      data: { ...example, secret },
    },
  })
    .input(WebhookCreate)
    .output(NewWebhook)
    .mutation(async ({ ctx, input }) => {
      checkAddress(ctx, input.url);
      const webhook = await repo.create(ctx.scope, input);
      ctx.webhooks.wake();
      return { ...webhook, secret: ctx.tokens.webhook(webhook._id, 1) };
    }),

  update: operation({
    rest: 'PUT /webhooks/{webhookID}',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'Change a webhook',
    description:
      'The fields that are not sent stay as they are. One that becomes active is sent what changes from then on; what it missed stands in GET /events.',
    changesRecord: true,
    example: {
      parameters,
      body: { kinds: ['bills', 'cheques'] },
      data: { ...example, kinds: ['cheques', 'bills'], ...updated },
    },
  })
    .input(updateInput('webhookID', WebhookChanges))
    .output(Webhook)
    .mutation(async ({ ctx, input: { webhookID, ...changes } }) => {
      checkAddress(ctx, changes.url);
      const webhook = await repo.update(ctx.scope, webhookID, changes);
      ctx.webhooks.wake();
      return webhook;
    }),

  remove: operation({
    rest: 'DELETE /webhooks/{webhookID}',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'Delete a webhook',
    description: 'Nothing is sent any more. It does not come back.',
    changesRecord: true,
    example: { parameters, data: { _id: exampleIds.webhook } },
  })
    .input(z.object({ webhookID: Id }))
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.scope, input.webhookID)),

  rotate: operation({
    rest: 'POST /webhooks/{webhookID}/rotate',
    addition: true,
    access: administrators,
    fresh: true,
    summary: 'Give a webhook another secret',
    description: `The secret before it signs too, for ${ROTATION_HOURS} hours; one before that no longer does, so after a leak rotate twice.`,
    changesRecord: true,
    example: {
      parameters,
      data: {
        ...example,
        secretChangedAt: updated.updatedAt,
        previousSecretUntil: '2023-12-10T10:15:00.000Z',
        ...updated,
        secret,
      },
    },
  })
    .input(z.object({ webhookID: Id }))
    .output(NewWebhook)
    .mutation(async ({ ctx, input }) => {
      const { secretNumber, ...webhook } = await repo.rotate(ctx.scope, input.webhookID);
      return { ...webhook, secret: ctx.tokens.webhook(webhook._id, secretNumber) };
    }),

  test: operation({
    rest: 'POST /webhooks/{webhookID}/test',
    addition: true,
    access: administrators,
    summary: 'Send a test to a webhook',
    description:
      'A message of the type `webhooks.test`, also where it is not active. What became of it stands in its deliveries.',
    example: { parameters, data: ofTest },
  })
    .input(z.object({ webhookID: Id }))
    .output(Delivery)
    .mutation(async ({ ctx, input }) => {
      const delivery = await repo.test(ctx.scope, input.webhookID);
      ctx.webhooks.wake();
      return delivery;
    }),

  deliveries: operation({
    rest: 'GET /webhooks/{webhookID}/deliveries',
    addition: true,
    access: administrators,
    summary: 'List what was sent to a webhook',
    description: 'Of the last 30 days, the newest first, with the attempts of each.',
    example: { parameters, data: [delivered] },
  })
    .input(DeliveryQuery.extend({ webhookID: Id }))
    .output(page(Delivery))
    .query(({ ctx, input: { webhookID, ...query } }) => repo.listDeliveries(ctx.scope, webhookID, query)),

  resend: operation({
    rest: 'POST /webhooks/{webhookID}/deliveries/{deliveryID}/resend',
    addition: true,
    access: administrators,
    summary: 'Send something to a webhook again',
    description:
      'Whatever became of it, with the same `webhook-id`, and up to eight times in 24 hours like the first time.',
    example: {
      parameters: { ...parameters, deliveryID: exampleIds.delivery },
      data: { ...delivered, state: 'pending', nextAttemptAt: updated.updatedAt },
    },
  })
    .input(z.object({ webhookID: Id, deliveryID: Id }))
    .output(Delivery)
    .mutation(async ({ ctx, input }) => {
      const delivery = await repo.resend(ctx.scope, input.webhookID, input.deliveryID);
      ctx.webhooks.wake();
      return delivery;
    }),
});
