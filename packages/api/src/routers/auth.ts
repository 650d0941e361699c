import {
  Credentials,
  DomainError,
  everyone,
  Id,
  LogInLinkUse,
  Login,
  Me,
  Proof,
  page,
  Removed,
  Session,
  SessionQuery,
} from '@daybook/domain';
import { sessions, users } from '@daybook/domain/server';
import { z } from 'zod';
import { redeemLogInLink } from '../auth/log-in-link.ts';
import { logIn, renew } from '../auth/login.ts';
import { requireProof } from '../auth/proof.ts';
import { created, exampleIds, logInLinkToken, login, recoveryCode, registration } from '../examples.ts';
import { operations, own, router } from '../trpc.ts';
import { factorOperations } from './factors.ts';
import { passkeys } from './passkeys.ts';
import { singleSignOn } from './sso.ts';

const group = operations({
  tag: { name: 'Auth', description: 'Logging in, renewal, sessions' },
  bulkhead: 'users',
  tokens: 'never',
});
const { operation, openOperation } = group;

const session = {
  _id: exampleIds.session,
  createdAt: '2023-12-08T08:30:00.000Z',
  lastSeenAt: '2023-12-08T08:45:00.000Z',
  expiresAt: '2024-01-07T08:30:00.000Z',
  userAgent: 'Mozilla/5.0',
  address: '192.0.2.7',
  current: false,
};
const me = {
  _id: exampleIds.administrator,
  username: 'ada',
  email: '',
  phoneNumber: '',
  accessLevel: 'Administrator',
  active: true,
  fullName: 'Ada Lovelace',
  firstName: 'Ada',
  lastName: 'Lovelace',
  ...created,
  preferences: { active: true },
  timeZone: 'UTC',
};

export const auth = router({
  login: openOperation({
    rest: 'POST /auth',
    access: 'open',
    summary: 'Log in',
    description:
      'Somebody with a second factor sends `code` too: without it the answer is SECOND_FACTOR_REQUIRED. Also sets two httpOnly cookies: one with a refresh token, which only POST /auth/refresh reads, and one by which this operation knows a device that has logged in before, whose failures are counted apart.',
    bulkhead: 'logIn',
    credentials: 'password',
    setsCookies: true,
    // Guessing many passwords in one request would look like one request.
    batch: false,
    errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG', 'SSO_REQUIRED', 'TOO_MANY_REQUESTS'],
    example: { body: { username: registration.username, password: registration.password }, data: login },
  })
    .input(Credentials)
    .output(Login)
    .mutation(({ ctx, input }) => logIn(ctx, input)),

  refresh: openOperation({
    rest: 'POST /auth/refresh',
    addition: true,
    access: 'open',
    summary: 'Renew the access token with the refresh cookie',
    description:
      'For browsers: the cookie that POST /auth set is exchanged for another one, and an access token is answered. A cookie that was exchanged before ends the session.',
    credentials: 'refreshCookie',
    setsCookies: true,
    example: { data: login },
  })
    .output(Login)
    .mutation(({ ctx }) => renew(ctx)),

  redeemLogInLink: openOperation({
    rest: 'POST /auth/log-in-link',
    addition: true,
    access: 'open',
    summary: 'Choose a password with a log-in link',
    description:
      'Sets the password of the account whose link it is, ends the account’s sessions and the link, and answers the username to log in with. It opens no session. An unknown, used or old link is 400.',
    bulkhead: 'logIn',
    // As for log-ins: many guesses in one request would look like one request.
    batch: false,
    errors: ['LINK_INVALID', 'SSO_REQUIRED', 'TOO_MANY_REQUESTS'],
    example: {
      body: { token: logInLinkToken, password: 'a battery of horses' },
      data: { username: 'grace' },
    },
  })
    .input(LogInLinkUse)
    .output(z.object({ username: z.string() }).meta({ id: 'LogInLinkUsed' }))
    .mutation(({ ctx, input }) => redeemLogInLink(ctx, input.token, input.password)),

  confirm: operation({
    rest: 'POST /auth/confirm',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'Show once more who I am',
    description:
      'For the next 15 minutes this session makes and ends credentials, as after a log-in. Somebody with a second factor sends `code` or `passkey` too. A wrong password counts as a failed log-in.',
    batch: false,
    errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG', 'PASSKEY_INVALID', 'TOO_MANY_REQUESTS'],
    example: { body: { password: registration.password, code: recoveryCode }, data: null },
  })
    .input(Proof)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await requireProof(ctx, input, (hash) => sessions.prove(ctx.scope, hash));
      return null;
    }),

  ...passkeys(group),
  ...singleSignOn,

  me: operation({
    rest: 'GET /auth',
    addition: true,
    access: everyone,
    tokens: 'profile',
    whileEnrolling: true,
    summary: 'Who am I, with preferences',
    description:
      'Asked after a log-in, or to see whether a session is still there; `timeZone` is the one in which `today` is meant.',
    example: { data: me },
  })
    .output(Me)
    .query(async ({ ctx: { scope } }) => {
      const [user, preferences] = await Promise.all([
        own(users.get(scope, scope.actor.id)),
        own(users.preferences(scope)),
      ]);
      return { ...user, preferences, timeZone: scope.timeZone };
    }),

  logout: operation({
    rest: 'DELETE /auth/logout',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'End this session',
    description:
      'The access token, the refresh cookie and whatever else belongs to this session end at once; other sessions stay.',
    setsCookies: true,
    endsSession: true,
    example: { data: null },
  })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await sessions.leave(ctx.scope);
      ctx.cookies.clearRefreshToken();
      return null;
    }),

  sessions: operation({
    rest: 'GET /auth/sessions',
    addition: true,
    access: everyone,
    summary: 'List my sessions',
    description:
      'The last used first. An account has at most 100: one more ends the one least recently used.',
    example: { data: [session, { ...session, _id: exampleIds.ownSession, current: true }] },
  })
    .input(SessionQuery.default({}))
    .output(page(Session))
    .query(({ ctx, input }) => sessions.list(ctx.scope, input)),

  revokeSession: operation({
    rest: 'DELETE /auth/sessions/{sessionID}',
    addition: true,
    access: everyone,
    summary: 'End one of my sessions',
    description: 'Its tokens end at once. Whoever ends the session that asks has logged out.',
    example: { parameters: { sessionID: exampleIds.session }, data: { _id: exampleIds.session } },
  })
    .input(z.object({ sessionID: Id }))
    .output(Removed)
    .mutation(({ ctx, input }) => {
      if (ctx.batch && input.sessionID === ctx.principal.sessionId)
        throw new DomainError(
          'VALIDATION',
          'End the session that asks with a call of its own, not in a batch.',
        );
      return sessions.end(ctx.scope, input.sessionID);
    }),

  ...factorOperations(group),
});
