import { maySetUserFields, type Principal, type Role } from '@daybook/domain';

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
