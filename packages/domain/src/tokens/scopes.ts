import type { JournalKind } from '../resources.ts';

/**
 * What a personal access token can be made for: an area, to read it or to write it. Which operation needs which one is
 * declared beside its access; the last table of docs/rules.md, section 16, lists them.
 */
export const tokenScopes = [
  ...(['users:read', 'users:write'] as const),
  ...(['logs:read', 'logs:write'] as const),
  ...(['cheques:read', 'cheques:write'] as const),
  ...(['bank-accounts:read', 'bank-accounts:write'] as const),
  ...(['bills:read', 'bills:write'] as const),
  ...(['payees:read', 'payees:write'] as const),
  ...(['rates:read', 'rates:write'] as const),
  ...(['pay:read', 'pay:write'] as const),
  ...(['closings:read', 'closings:write'] as const),
  ...(['settings:read', 'settings:write'] as const),
  'journal:read',
  ...(['profile:read', 'profile:write'] as const),
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** What a scope is about: `bills` of `bills:read`. */
export type ScopeArea = TokenScope extends `${infer Area}:${string}` ? Area : never;

const isTokenScope = (name: string): name is TokenScope => tokenScopes.some((scope) => scope === name);

/** @throws Error for an area in which there is nothing to write */
export function scopeOfArea(area: ScopeArea, verb: 'read' | 'write'): TokenScope {
  const scope = `${area}:${verb}`;
  if (!isTokenScope(scope)) throw new Error(`There is no scope ${scope}: name it in tokenScopes.`);
  return scope;
}

/** The area of the operations on the records of each kind; `never`: these are not for tokens. */
export const scopeAreas = {
  users: 'users',
  logs: 'logs',
  cheques: 'cheques',
  bills: 'bills',
  payees: 'payees',
  bankAccounts: 'bank-accounts',
  chequebooks: 'bank-accounts',
  balanceReadings: 'bank-accounts',
  payEntries: 'pay',
  rates: 'rates',
  settlements: 'pay',
  settings: 'settings',
  calendars: 'never',
  tokens: 'never',
} as const satisfies Readonly<Record<JournalKind, ScopeArea | 'never'>>;

/** What a token needs to read records of the kind, wherever they are told of; undefined: no token reads them. */
export function readScope(kind: JournalKind): TokenScope | undefined {
  const area = scopeAreas[kind];
  return area === 'never' ? undefined : scopeOfArea(area, 'read');
}
