import {
  administrators,
  DomainError,
  Erased,
  everyone,
  Flag,
  Id,
  LogInLink,
  maySetUserFields,
  PasswordChange,
  PersonalData,
  PreferenceChanges,
  Preferences,
  page,
  RoleInput,
  selfOrStaff,
  staff,
  tokenNotAllowed,
  User,
  UserQuery,
  UserSummary,
  userSchemas,
} from '@daybook/domain';
import { accounts, erasure, users as repo, sessions } from '@daybook/domain/server';
import { z } from 'zod';
import { newLogInLink } from '../auth/log-in-link.ts';
import { hashPassword } from '../auth/passwords.ts';
import { requirePassword } from '../auth/second-factor.ts';
import {
  created,
  user as example,
  exampleIds,
  logInLinkToken,
  registration,
  updated,
  userSummary,
} from '../examples.ts';
import { recordOperations } from '../record-operations.ts';
import { own, router } from '../trpc.ts';
import { factorsOfUsers } from './factors.ts';
import { identitiesOfUsers } from './sso.ts';

const parameters = { userID: exampleIds.user };

const exportExample = {
  users: [{ id: exampleIds.user, first_name: 'Grace', last_name: 'Hopper', username: 'grace' }],
  sessions: [],
};

const user = recordOperations({
  tag: { name: 'Users', description: 'Accounts, roles, preferences' },
  resource: 'users',
  access: staff,
  order: 'by full name',
  schemas: userSchemas,
  overrides: {
    get: { access: selfOrStaff },
    // Whoever holds a token makes nobody who can log in, and lets nobody in again.
    create: {
      tokens: 'never',
      summary: 'Register a user',
      errors: ['USERNAME_TAKEN'],
      example: {
        body: {
          firstName: 'Mary',
          lastName: 'Somerville',
          username: 'mary',
          password: registration.password,
        },
        data: {
          ...example,
          _id: '0193a6a0-d274-70b8-9364-cf7281910314',
          username: 'mary',
          email: '',
          phoneNumber: '',
          fullName: 'Mary Somerville',
          firstName: 'Mary',
          lastName: 'Somerville',
        },
      },
    },
    update: {
      access: selfOrStaff,
      description:
        'Everybody may change the own email and phoneNumber, a Supervisor also accounts of role User, an Administrator all. ' +
        'A password sent by an Administrator is a reset: it ends that user’s sessions, personal access tokens and calendar addresses, and is not for personal access tokens. ' +
        'For a User who has changed the own account 50 times in 24 hours it is 429.',
      errors: ['USERNAME_TAKEN', 'SELF_CHANGE', 'TOKEN_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
    },
    remove: {
      access: administrators,
      tokens: 'never',
      description:
        'It leaves all lists and totals, stays in the trash, and can be restored. A rate of basis none ends the pay of who has a rate, from the day after the business’s today.',
      errors: ['LAST_ADMINISTRATOR', 'SELF_CHANGE', 'PERIOD_CLOSED'],
    },
    restore: {
      access: administrators,
      tokens: 'never',
      description:
        'The account is inactive then; its sessions, personal access tokens and calendar addresses have ended, and so has its pay.',
      errors: ['NOT_DELETED', 'USERNAME_TAKEN'],
      example: { given: 'deleted', parameters, data: { ...example, active: false, ...updated, version: 3 } },
    },
  },
  example: {
    record: example,
    query: { search: '^grace' },
    create: registration,
    update: {
      body: { firstName: 'Augusta' },
      data: { firstName: 'Augusta', fullName: 'Augusta Hopper' },
    },
  },
});
const { operation } = user;

export const users = router({
  list: operation({
    rest: 'GET /users',
    access: staff,
    summary: 'List users',
    description:
      'By full name, with seven fields of each, and complete unless `limit` is sent; with `limit` the next page stands in the header `Link` alone.',
    costly: { parameter: 'search', bulkhead: 'search' },
    nextPage: 'header',
    errors: ['INVALID_SEARCH', 'TOO_MANY_RESULTS'],
    example: { parameters: { search: '^grace' }, data: [userSummary] },
  })
    .input(UserQuery)
    .output(page(UserSummary))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  get: user.get.query(({ ctx, input }) => repo.get(ctx.scope, input.userID)),

  create: user.create.mutation(({ ctx, input: { password, ...user } }) =>
    repo.create(ctx.scope, user, () => hashPassword(password, ctx.principal.id), { ...user, password }),
  ),

  update: user.update.mutation(async ({ ctx, input: { userID, password, ...changes } }) => {
    const { scope, principal } = ctx;
    const fields = Object.entries({ ...changes, password }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    if (!maySetUserFields(principal, userID, fields))
      throw new DomainError('FORBIDDEN', 'Your role may not change these fields of this account.');
    if (password === undefined) return repo.update(scope, userID, changes);
    if (principal.scopes) throw tokenNotAllowed();
    if (principal.id === userID)
      throw new DomainError('SELF_CHANGE', 'Change your own password with PATCH /users/password.');
    return repo.update(scope, userID, changes, () => hashPassword(password, principal.id));
  }),

  remove: user.remove.mutation(({ ctx, input }) => accounts.remove(ctx.scope, input.userID)),

  restore: user.restore.mutation(({ ctx, input }) => accounts.restore(ctx.scope, input.userID)),

  erase: operation({
    rest: 'POST /users/{userID}/erase',
    addition: true,
    access: administrators,
    tokens: 'never',
    summary: 'Erase the personal data of a deleted user for good',
    description:
      'Of an account that is deleted and whose balance is 0: its names, contact, password, sessions, tokens, calendar addresses, notes and what the journal holds of these are gone, and nothing brings them back. ' +
      'Logs, payments and settlements stay, under the name “Former worker” and a number.',
    errors: ['NOT_DELETED', 'NOT_SETTLED', 'ALREADY_ERASED'],
    example: { given: 'paid off', parameters, data: { _id: exampleIds.user, name: 'Former worker 1' } },
  })
    .input(z.object({ userID: Id }))
    .output(Erased)
    .mutation(({ ctx, input }) => erasure.erase(ctx.db, input.userID, ctx.principal.id)),

  export: operation({
    rest: 'GET /users/{userID}/export',
    addition: true,
    access: administrators,
    tokens: 'never',
    summary: 'Everything that is stored about a user',
    description:
      'Also about a deleted one. By table, the rows as the database has them, without hashes; over 8 MiB it is `npm run export` that writes them.',
    errors: ['TOO_MANY_RESULTS'],
    example: {
      parameters,
      data: { _id: exampleIds.user, exportedAt: created.createdAt, tables: exportExample },
    },
  })
    .input(z.object({ userID: Id }))
    .output(PersonalData)
    .query(({ ctx, input }) => erasure.exportOf(ctx.scope, input.userID)),

  changePassword: operation({
    rest: 'PATCH /users/password',
    access: administrators,
    tokens: 'never',
    summary: 'Change the own password',
    description:
      'The caller’s other sessions end; with `endCredentials` the caller’s personal access tokens and calendar addresses too.',
    // Guessing many passwords in one request would look like one request.
    batch: false,
    errors: ['TOO_MANY_REQUESTS'],
    example: { body: { current: registration.password, new: 'a battery of horses' }, data: null },
  })
    .input(PasswordChange)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      const { scope } = ctx;
      const change = async (stored: string) => {
        const hash = await hashPassword(input.new, scope.actor.id);
        return sessions.changePassword(scope, stored, hash, input.endCredentials ?? false);
      };
      await requirePassword(ctx, input.current, change, 'current');
      return null;
    }),

  setStatus: operation({
    rest: 'PATCH /users/{userID}/status',
    access: administrators,
    tokens: 'never',
    summary: 'Activate or deactivate a user',
    description:
      'Deactivation ends that user’s sessions, personal access tokens and calendar addresses at once and for good.',
    changesRecord: true,
    errors: ['LAST_ADMINISTRATOR', 'SELF_CHANGE'],
    example: { parameters, body: { active: 'false' }, data: { ...example, active: false, ...updated } },
  })
    .input(z.object({ userID: Id, active: Flag }).meta({ id: 'StatusChange' }))
    .output(User)
    .mutation(({ ctx, input }) => accounts.setStatus(ctx.scope, input.userID, input.active)),

  setRole: operation({
    rest: 'PATCH /users/{userID}/role',
    access: administrators,
    tokens: 'never',
    summary: 'Change the role of a user',
    description:
      'The account has the new role from its next request on. Nobody changes the own role, and one active Administrator remains.',
    changesRecord: true,
    errors: ['LAST_ADMINISTRATOR', 'SELF_CHANGE'],
    example: {
      parameters,
      body: { role: 'Supervisor' },
      data: { ...example, accessLevel: 'Supervisor', ...updated },
    },
  })
    .input(z.object({ userID: Id, role: RoleInput }).meta({ id: 'RoleChange' }))
    .output(User)
    .mutation(({ ctx, input }) => accounts.setRole(ctx.scope, input.userID, input.role)),

  logInLink: operation({
    rest: 'POST /users/{userID}/log-in-link',
    addition: true,
    access: administrators,
    fresh: true,
    tokens: 'never',
    summary: 'Make a log-in link',
    description:
      'Whoever opens it within 24 hours chooses the password of the account, once. Opening it alone changes nothing. A newer link, a change of the password and a deactivation end it.',
    changesRecord: true,
    errors: ['SELF_CHANGE', 'ACCOUNT_INACTIVE', 'TOO_MANY_REQUESTS'],
    example: {
      parameters,
      data: {
        url: `https://daybook.example/app/link#${logInLinkToken}`,
        expiresAt: '2023-12-09T08:30:00.000Z',
      },
    },
  })
    .input(z.object({ userID: Id }))
    .output(LogInLink)
    .mutation(({ ctx, input }) => newLogInLink(ctx, input.userID)),

  ...factorsOfUsers(user),
  ...identitiesOfUsers,

  setPreferences: operation({
    rest: 'PATCH /users/preferences',
    access: everyone,
    tokens: 'profile',
    summary: 'Change the own preferences',
    description:
      'active says whether the preferences are applied; it never touches the account’s own status.',
    example: {
      body: { active: 'true', language: 'ar', timeZone: 'Africa/Cairo' },
      data: { active: true, language: 'ar', timeZone: 'Africa/Cairo' },
    },
  })
    .input(PreferenceChanges)
    .output(Preferences)
    .mutation(({ ctx, input }) => own(repo.setPreferences(ctx.scope, input))),
});
