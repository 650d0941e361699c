import { Attachment } from '../attachments/attachments.schema.ts';
import { Calendar } from '../calendars/calendars.schema.ts';
import { Closings } from '../closings/closings.schema.ts';
import { Factor } from '../factors/factors.schema.ts';
import { Identity } from '../identities/identities.schema.ts';
import { areas, records } from '../resources.ts';
import { Settings } from '../settings/settings.schema.ts';
import { Settlement } from '../settlements/settlements.schema.ts';
import { type ScopeArea, scopeOfArea, type TokenScope } from '../tokens/scopes.ts';
import { Token } from '../tokens/tokens.schema.ts';
import { Webhook } from '../webhooks/webhook.schema.ts';

/** What an undo may answer. */
export const undoable = { ...records, settlements: Settlement, attachments: Attachment, settings: Settings };
/** What the journal tells of: the resources, and what is journalled likewise and is no resource. */
export const journalled = {
  ...undoable,
  tokens: Token,
  calendars: Calendar,
  factors: Factor,
  identities: Identity,
  webhooks: Webhook,
  closings: Closings.shape.current,
};
export type JournalKind = keyof typeof journalled;
export const journalKinds = Object.keys(journalled) as readonly JournalKind[];

/**
 * Records that show nothing of another one, of who asks or of when: with the same version they are the same. Of what is missing
 * here the tag of an answer has a digest.
 */
export const unjoinedRecords: ReadonlySet<unknown> = new Set([records.users, records.bankAccounts, Settings]);

/**
 * The area of the operations on the records of each kind; `never`: these are not for tokens. An attachment has that of its record,
 * which its kind does not say, so it is for tokens that read all of them.
 */
export const scopeAreas = {
  ...areas,
  settlements: 'pay',
  attachments: ['bills', 'cheques', 'payees', 'pay'],
  settings: 'settings',
  calendars: 'never',
  factors: 'never',
  identities: 'never',
  tokens: 'never',
  webhooks: 'never',
  closings: 'closings',
} as const satisfies Readonly<Record<JournalKind, ScopeArea | readonly ScopeArea[] | 'never'>>;

/** The scopes that a token needs to read records of the kind, also in the journal and the trash; undefined: no token reads them. */
export function readScopes(kind: JournalKind): readonly TokenScope[] | undefined {
  const areas: ScopeArea | readonly ScopeArea[] | 'never' = scopeAreas[kind];
  return areas === 'never' ? undefined : [areas].flat().map((area) => scopeOfArea(area, 'read'));
}

/** Whether a token with these scopes reads records of the kind; of a session, which has none, all. */
export const mayRead = (scopes: ReadonlySet<string> | undefined, kind: JournalKind): boolean =>
  scopes === undefined || (readScopes(kind)?.every((scope) => scopes.has(scope)) ?? false);
