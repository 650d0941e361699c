import { maySetUserFields, type Principal } from '../access.ts';
import type { JournalAction, JournalKind } from './kinds.ts';

/** Days for which a change can be undone by who made it. */
export const undoDays = 30;

/** What decides whether a change can be undone, and by whom. */
export interface Change {
  readonly kind: JournalKind;
  readonly record: string;
  readonly action: JournalAction;
  readonly actor: string | null;
  readonly batch: string | null;
  /** The fields that changed, by the names of the interface. */
  readonly fields: readonly string[];
  /** Whether it was made within {@link undoDays}. */
  readonly isRecent: boolean;
}

/** Passwords are never known again; a cheque's status is undone by its events. Settlements are made void instead, what is closed is opened again, and a token, calendar address, second factor, link to a provider or webhook that has ended does not come back. */
const neverUndone: readonly string[] = [
  'passwordChangedAt',
  'logInLinkUntil',
  'recoveryCodesAt',
  'factorsReset',
  'isCancelled',
  'status',
];
const neverUndoneKinds: readonly Change['kind'][] = [
  'settlements',
  'tokens',
  'calendars',
  'factors',
  'identities',
  'webhooks',
  'closings',
];

/**
 * `never`: by nobody. `forbidden`: not by this caller. `self`: not by this caller, since it is of the own account.
 * An Administrator undoes what anybody did, others what they did themselves, within 30 days; in both cases what they may
 * do by other operations too (docs/rules.md, section 8).
 */
export function undoDecision(
  principal: Pick<Principal, 'id' | 'role'>,
  change: Change,
): 'allowed' | 'never' | 'forbidden' | 'self' {
  const { kind, record, action, actor, fields, isRecent } = change;
  const isAdministrator = principal.role === 'Administrator';
  if (!isAdministrator && !(actor === principal.id && isRecent)) return 'forbidden';
  if (neverUndoneKinds.includes(kind) || action === 'erase') return 'never';
  if (action === 'update' && fields.some((field) => neverUndone.includes(field))) return 'never';
  if (kind === 'settings' || kind === 'rates') return isAdministrator ? 'allowed' : 'forbidden';
  if (kind !== 'users') return 'allowed';
  const isOwn = record === principal.id;
  const isOfAdministrators =
    action !== 'update' || fields.includes('accessLevel') || fields.includes('active');
  if (isOfAdministrators && isAdministrator) return isOwn ? 'self' : 'allowed';
  if (isOfAdministrators) return 'forbidden';
  return maySetUserFields(principal, record, fields) ? 'allowed' : 'forbidden';
}
