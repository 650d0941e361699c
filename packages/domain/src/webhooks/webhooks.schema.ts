import { z } from 'zod';
import { Event } from '../events/events.schema.ts';
import { type JournalKind, journalActions, journalKinds } from '../journal/kinds.ts';
import { issue } from '../values/issues.ts';
import { paging } from '../values/paging.ts';
import { bodies, RecordId } from '../values/record.ts';
import { Flag, Instant, listOf } from '../values/scalars.ts';
import { requiredText } from '../values/text.ts';
import { Webhook } from './webhook.schema.ts';

const MAX_URL = 2000;
const invalidUrl = issue('invalid_url', { max: MAX_URL });

function parsed(text: string): URL | undefined {
  if (text.length > MAX_URL || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !text.includes('#');
  return /^https?:$/.test(url.protocol) && isPlain && url.href.length <= MAX_URL ? url : undefined;
}

const Address = z
  .string(invalidUrl)
  .trim()
  .refine((text) => parsed(text) !== undefined, invalidUrl)
  .transform((text) => new URL(text).href)
  .meta({
    description: 'Where changes are sent by POST: with https, without a username and a password',
    pattern: String.raw`^\s*https?://[^\s/?#@]+([/?][^\s#]*)?\s*$`,
    examples: ['https://example.org/hooks/daybook'],
  });

const Kinds = listOf(
  z.enum(journalKinds, issue('invalid_choice', { values: journalKinds })),
  0,
  journalKinds.length,
)
  .transform((kinds) => journalKinds.filter((kind) => kinds.includes(kind)))
  .meta({ description: 'Of the records whose changes are sent; none: all', examples: [['bills']] });

const { create, changes } = bodies('Webhook', {
  name: requiredText(100).meta({ description: 'What it is for', examples: ['Accounting'] }),
  url: Address,
  kinds: Kinds.default([] as JournalKind[]),
  active: Flag.default(true),
});
export const WebhookCreate = create;
export type WebhookCreate = z.output<typeof WebhookCreate>;
export const WebhookChanges = changes;
export type WebhookChanges = z.output<typeof WebhookChanges>;

const secret = z.string().meta({
  description: 'Signs what is sent (HMAC-SHA-256, Standard Webhooks); it is shown once',
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
});

/** The answers that hold the secret. */
export const NewWebhook = z.object({ ...Webhook.shape, secret }).meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Hours for which the secret before the newest one signs too. */
export const ROTATION_HOURS = 24;

/** Why an attempt was not accepted, besides what the status says. */
export const attemptErrors = [
  'not_accepted',
  'redirected',
  'not_https',
  'not_public',
  'unknown_host',
  'no_connection',
  'untrusted_certificate',
  'broken_off',
  'timed_out',
  'no_longer_kept',
] as const;
export type AttemptError = (typeof attemptErrors)[number];

export const Attempt = z.object({
  at: Instant,
  milliseconds: z.int(),
  status: z.int().nullable().meta({ description: 'Of the answer; null: there was none' }),
  error: z.enum(attemptErrors).nullable().meta({ description: 'null: it was accepted' }),
  answer: z.string().meta({ description: 'The first 1024 bytes of the answer’s body' }),
});
export type Attempt = z.infer<typeof Attempt>;

export const deliveryStates = ['pending', 'accepted', 'failed'] as const;

/** What is sent besides changes. */
export const TEST_TYPE = 'webhooks.test';

export const Delivery = z
  .object({
    _id: RecordId,
    messageId: z.string().meta({ description: '`webhook-id`: the same at each attempt' }),
    type: z.string().meta({ description: `As \`bills.update\`, or \`${TEST_TYPE}\`` }),
    position: z.int().nullable().meta({ description: 'Of the event in the feed; null: it is a test' }),
    record: RecordId.meta({ description: 'That changed; of a test the webhook' }),
    state: z.enum(deliveryStates),
    createdAt: Instant,
    nextAttemptAt: Instant.nullable().meta({
      description: 'At the earliest; null unless it is pending',
    }),
    attempts: z.array(Attempt).meta({ description: 'The newest ten, oldest first' }),
  })
  .meta({ id: 'Delivery', description: 'One change as it is sent to one webhook' });
export type Delivery = z.infer<typeof Delivery>;

export const WebhookQuery = z.object(paging);
export type WebhookQuery = z.output<typeof WebhookQuery>;

export const DeliveryQuery = z.object({
  state: z
    .enum(deliveryStates, issue('invalid_choice', { values: deliveryStates }))
    .optional()
    .meta({ description: 'Only these' }),
  ...paging,
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

/** The body of a request to a webhook: of each kind of record its own, for the document. */
export const webhookPayloads = {
  ...Object.fromEntries(
    journalKinds.map((kind) => [
      kind,
      z.object({
        type: z.enum(journalActions.map((action) => `${kind}.${action}`)),
        timestamp: Instant.meta({ description: 'Of the change' }),
        data: Event.extend({ kind: z.literal(kind) }),
      }),
    ]),
  ),
  [TEST_TYPE]: z.object({
    type: z.literal(TEST_TYPE),
    timestamp: Instant,
    data: z.object({ webhook: RecordId }),
  }),
};
