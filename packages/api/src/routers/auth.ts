import { Credentials, everyone, Id, Login, Me, Removed, Session } from '@daybook/domain';
import { sessions, users } from '@daybook/domain/server';
import { z } from 'zod';
import { logIn, renew } from '../auth/login.ts';
import { openOperation, operation, own, router } from '../trpc.ts';

export const auth = router({
  login: openOperation({
    rest: 'POST /auth',
    summary: 'Log in',
    description: 'Also sets an httpOnly cookie with a refresh token, which only POST /auth/refresh reads.',
  })
    .input(Credentials)
    .output(Login)
    .mutation(({ ctx, input }) => logIn(ctx, input.username, input.password)),

  refresh: openOperation({
    rest: 'POST /auth/refresh',
    addition: true,
    summary: 'Renew the access token with the refresh cookie',
  })
    .output(Login)
    .mutation(({ ctx }) => renew(ctx)),

  me: operation({
    rest: 'GET /auth',
    addition: true,
    access: everyone,
    summary: 'Who am I, with preferences',
  })
    .output(Me)
    .query(async ({ ctx: { db, principal } }) => {
      const [user, preferences] = await Promise.all([
        own(users.get(db, principal.id)),
        own(users.preferences(db, principal.id)),
      ]);
      return { ...user, preferences };
    }),

  logout: operation({
    rest: 'DELETE /auth/logout',
    addition: true,
    access: everyone,
    summary: 'End this session',
  })
    .output(z.null())
    .mutation(async ({ ctx }) => {
      await sessions.leave(ctx.db, ctx.principal.sessionId);
      ctx.refreshCookie.clear();
      return null;
    }),

  sessions: operation({
    rest: 'GET /auth/sessions',
    addition: true,
    access: everyone,
    summary: 'List my sessions',
  })
    .output(z.array(Session))
    .query(({ ctx: { db, principal } }) => sessions.list(db, principal.id, principal.sessionId)),

  revokeSession: operation({
    rest: 'DELETE /auth/sessions/{sessionID}',
    addition: true,
    access: everyone,
    summary: 'End one of my sessions',
  })
    .input(z.object({ sessionID: Id }))
    .output(Removed)
    .mutation(({ ctx, input }) => sessions.end(ctx.db, ctx.principal.id, input.sessionID)),
});
