import { areas, resources } from '../resources.ts';
import { type ScopeArea, scopeOfArea, type TokenScope } from '../tokens/scopes.ts';

/** What the journal tells of: the resources, and what is journalled likewise and is no resource. */
export const journalKinds = [
  ...resources,
  'settlements',
  'attachments',
  'settings',
  'tokens',
  'calendars',
  'factors',
  'identities',
  'webhooks',
  'closings',
] as const;
export type JournalKind = (typeof journalKinds)[number];

export const journalActions = ['create', 'update', 'delete', 'restore', 'erase'] as const;
export type JournalAction = (typeof journalActions)[number];

/** What is in the trash. */
export const trashKinds = [...resources, 'attachments'] as const;

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
