import { areas } from '../resources.ts';

// In the order in which they are shown; areas of other resources follow.
const ordered = [
  'users',
  'logs',
  'cheques',
  'bank-accounts',
  'bills',
  'payees',
  'rates',
  'pay',
  'closings',
  'settings',
] as const;
type Area = (typeof ordered)[number] | (typeof areas)[keyof typeof areas];

/**
 * What a personal access token can be made for: an area, to read it or to write it. Which operation needs which one is
 * declared beside its access; docs/rules.md, section 16, says which.
 */
export const tokenScopes = [
  ...[...new Set<Area>([...ordered, ...Object.values(areas)])].flatMap(
    (area) => [`${area}:read`, `${area}:write`] as const,
  ),
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
