export const roles = ['User', 'Supervisor', 'Administrator'] as const;
export type Role = (typeof roles)[number];

/** For so long after a log-in a session makes and ends credentials. */
export const FRESH_MINUTES = 15;

/** Who is calling, as the account's row says at this very request. */
export interface Principal {
  readonly id: string;
  /** '' where a personal access token shows who calls: none of what is about sessions is for tokens. */
  readonly sessionId: string;
  /** Whether its owner proved within {@link FRESH_MINUTES} who they are: a log-in, or the password asked again. */
  readonly isFresh?: boolean;
  readonly role: Role;
  /** IANA name from the caller's preferences, where they apply. */
  readonly timeZone: string | undefined;
  /** Whether the role needs a second factor, and there is none: nothing but enrolling is allowed. */
  readonly mustEnrol?: boolean | undefined;
  /** What a personal access token allows, besides the role; undefined: no token, but a session. */
  readonly scopes?: ReadonlySet<string> | undefined;
  /** The personal access token that shows who calls, if it is one. */
  readonly token?: { readonly _id: string; readonly name: string } | undefined;
}

/** `self`: only where the input's `userID` is the caller's own. */
export type Grant = boolean | 'self';

export type Grants = Readonly<Record<Role, Grant>>;

/** Who may call an operation: without any token, or by role. */
export type Access = 'open' | Grants;

export const everyone: Grants = { User: true, Supervisor: true, Administrator: true };
export const staff: Grants = { User: false, Supervisor: true, Administrator: true };
export const administrators: Grants = { User: false, Supervisor: false, Administrator: true };
export const selfOrStaff: Grants = { User: 'self', Supervisor: true, Administrator: true };

/** Decided from the caller and the named id alone, so that no id can be probed. */
export function decide(
  access: Access,
  principal: Principal | undefined,
  userID: unknown,
): 'allowed' | 'unauthenticated' | 'forbidden' {
  if (access === 'open') return 'allowed';
  if (!principal) return 'unauthenticated';
  const grant = access[principal.role];
  return grant === true || (grant === 'self' && userID === principal.id) ? 'allowed' : 'forbidden';
}

/** A User sees the own logs; the others see all. */
export const visibleWorker = (principal: Principal): string | undefined =>
  principal.role === 'User' ? principal.id : undefined;

const contact: ReadonlySet<string> = new Set(['email', 'phoneNumber']);

/**
 * May the caller set these fields of this account? Administrators: all. Others on their own account: e-mail
 * and phone. Supervisors on others': all but the password (that these are of role User, the statement checks).
 */
export function maySetUserFields(
  principal: Pick<Principal, 'id' | 'role'>,
  userID: string,
  fields: readonly string[],
): boolean {
  if (principal.role === 'Administrator') return true;
  if (principal.id === userID) return fields.every((field) => contact.has(field));
  return principal.role === 'Supervisor' && !fields.includes('password');
}
