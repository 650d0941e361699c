import {
  type Issue,
  issueAt,
  MAX_PATTERN_LENGTH,
  maySetUserFields,
  type Principal,
  type Role,
} from '@daybook/domain';

interface Account {
  readonly _id: string;
  readonly accessLevel: Role;
}

const profile = ['firstName', 'lastName', 'username', 'email', 'phoneNumber'] as const;
export type ProfileField = (typeof profile)[number];

/** Which fields of an account the caller may set, by the service's own rules; none: there is nothing to edit. */
export function editableFields(caller: Account, account: Account): readonly ProfileField[] {
  const principal: Principal = {
    id: caller._id,
    role: caller.accessLevel,
    sessionId: '',
    timeZone: undefined,
  };
  const isReached =
    caller.accessLevel === 'Administrator' || caller._id === account._id || account.accessLevel === 'User';
  return isReached ? profile.filter((field) => maySetUserFields(principal, account._id, [field])) : [];
}

/** Letters, digits and what stands between them in names. */
const plainName = /^[\p{L}\p{M}\p{N}\p{Cf}\s'’_-]+$/u;

/** Names as people type them are found as the other lists find texts; whatever has a sign of a pattern is one. */
export const searchFor = (typed: string | undefined) =>
  typed !== undefined && plainName.test(typed) ? { name: typed } : { search: typed };

/** What the service would say of a pattern that is too long to be sent. Code points, as the service counts. */
export const lengthIssue = (pattern = ''): Issue | undefined =>
  [...pattern].length > MAX_PATTERN_LENGTH
    ? issueAt(['search'], 'pattern_too_long', { max: MAX_PATTERN_LENGTH, position: MAX_PATTERN_LENGTH + 1 })
    : undefined;
