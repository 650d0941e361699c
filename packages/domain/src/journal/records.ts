import { Attachment } from '../attachments/attachments.schema.ts';
import { Calendar } from '../calendars/calendars.schema.ts';
import { Closings } from '../closings/closings.schema.ts';
import { Factor } from '../factors/factors.schema.ts';
import { Identity } from '../identities/identities.schema.ts';
import { records } from '../resource-schemas.ts';
import { Settings } from '../settings/settings.schema.ts';
import { Settlement } from '../settlements/settlements.schema.ts';
import { Token } from '../tokens/tokens.schema.ts';
import { Webhook } from '../webhooks/webhook.schema.ts';
import type { JournalKind } from './kinds.ts';

/** What an undo may answer. */
export const undoable = { ...records, settlements: Settlement, attachments: Attachment, settings: Settings };
/** The records of each kind, as they are answered. */
export const journalled = {
  ...undoable,
  tokens: Token,
  calendars: Calendar,
  factors: Factor,
  identities: Identity,
  webhooks: Webhook,
  closings: Closings.shape.current,
} satisfies Readonly<Record<JournalKind, unknown>>;

/**
 * Records that show nothing of another one, of who asks or of when: with the same version they are the same. Of what is missing
 * here the tag of an answer has a digest.
 */
export const unjoinedRecords: ReadonlySet<unknown> = new Set([records.users, records.bankAccounts, Settings]);
