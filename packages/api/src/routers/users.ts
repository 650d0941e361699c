import {
  administrators,
  changeOf,
  DomainError,
  everyone,
  Flag,
  Id,
  invalid,
  maySetUserFields,
  PasswordChange,
  PreferenceChanges,
  Preferences,
  page,
  Removed,
  RoleInput,
  selfOrStaff,
  staff,
  User,
  UserChanges,
  UserCreate,
  UserQuery,
  UserSummary,
} from '@daybook/domain';
import { accounts, users as repo, sessions } from '@daybook/domain/server';
import { z } from 'zod';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { throttled } from '../auth/throttle.ts';
import { onceOf } from '../once.ts';
import { operation, own, router } from '../trpc.ts';

const UserID = z.object({ userID: Id });

export const users = router({
  list: operation({ rest: 'GET /users', access: staff, summary: 'List users' })
    .input(UserQuery)
    .output(page(UserSummary))
    .query(({ ctx, input }) => repo.list(ctx.db, input)),

  get: operation({ rest: 'GET /users/{userID}', access: selfOrStaff, summary: 'Fetch a user' })
    .input(UserID)
    .output(User)
    .query(({ ctx, input }) => repo.get(ctx.db, input.userID)),

  create: operation({ rest: 'POST /users', access: staff, summary: 'Register a user' })
    .input(UserCreate)
    .output(User)
    .mutation(async ({ ctx, input: { password, ...user } }) =>
      repo.create(
        ctx.db,
        ctx.principal.id,
        { ...user, passwordHash: await hashPassword(password) },
        onceOf(ctx, { ...user, password }),
      ),
    ),

  update: operation({
    rest: 'PUT /users/{userID}',
    access: selfOrStaff,
    summary: 'Change fields of a user',
    description:
      'Everybody may change the own email and phoneNumber, a Supervisor also accounts of role User, an Administrator all. ' +
      'A password sent by an Administrator is a reset: it ends that user’s sessions.',
  })
    .input(changeOf('userID', UserChanges))
    .output(User)
    .mutation(async ({ ctx, input: { userID, password, ...changes } }) => {
      const { db, principal } = ctx;
      const fields = Object.entries({ ...changes, password }).flatMap(([name, value]) =>
        value === undefined ? [] : [name],
      );
      if (!maySetUserFields(principal, userID, fields))
        throw new DomainError('FORBIDDEN', 'Your role may not change these fields of this account.');
      if (password === undefined) return repo.update(db, principal, userID, changes, ctx.ifMatch);
      if (principal.id === userID)
        throw new DomainError('SELF_CHANGE', 'Change your own password with PATCH /users/password.');
      const passwordHash = await hashPassword(password);
      return repo.update(db, principal, userID, { ...changes, passwordHash }, ctx.ifMatch);
    }),

  remove: operation({ rest: 'DELETE /users/{userID}', access: administrators, summary: 'Delete a user' })
    .input(UserID)
    .output(Removed)
    .mutation(({ ctx, input }) => accounts.remove(ctx.db, ctx.principal, input.userID, ctx.ifMatch)),

  changePassword: operation({
    rest: 'PATCH /users/password',
    access: administrators,
    summary: 'Change the own password',
    description: 'The caller’s other sessions end.',
  })
    .input(PasswordChange)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      const { db, principal } = ctx;
      const { username } = await own(repo.get(db, principal.id));
      const changed = await throttled(ctx, username, async () => {
        const stored = await own(sessions.passwordHash(db, principal.id));
        if (!(await verifyPassword(stored, input.current))) return undefined;
        return sessions.changePassword(db, principal, stored, await hashPassword(input.new));
      });
      if (!changed) throw invalid('VALIDATION', 'current', 'This is not your current password.');
      return null;
    }),

  setStatus: operation({
    rest: 'PATCH /users/{userID}/status',
    access: administrators,
    summary: 'Activate or deactivate a user',
    description: 'Deactivation ends that user’s sessions at once.',
  })
    .input(z.object({ userID: Id, active: Flag }).meta({ id: 'StatusChange' }))
    .output(User)
    .mutation(({ ctx, input }) =>
      accounts.setStatus(ctx.db, ctx.principal, input.userID, input.active, ctx.ifMatch),
    ),

  setRole: operation({
    rest: 'PATCH /users/{userID}/role',
    access: administrators,
    summary: 'Change the role of a user',
  })
    .input(z.object({ userID: Id, role: RoleInput }).meta({ id: 'RoleChange' }))
    .output(User)
    .mutation(({ ctx, input }) =>
      accounts.setRole(ctx.db, ctx.principal, input.userID, input.role, ctx.ifMatch),
    ),

  setPreferences: operation({
    rest: 'PATCH /users/preferences',
    access: everyone,
    summary: 'Change the own preferences',
    description:
      'active says whether the preferences are applied; it never touches the account’s own status.',
  })
    .input(PreferenceChanges)
    .output(Preferences)
    .mutation(({ ctx, input }) => own(repo.setPreferences(ctx.db, ctx.principal.id, input))),
});
