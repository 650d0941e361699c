import {
  administrators,
  everyone,
  FactorCode,
  Id,
  NewTotp,
  OwnFactors,
  orEmpty,
  Proof,
  page,
  RecoveryCodes,
  Removed,
  TotpCreate,
  text,
  User,
  UserSecurity,
  UserSecurityQuery,
} from '@daybook/domain';
import { accountSecurity, accounts, factors } from '@daybook/domain/server';
import { z } from 'zod';
import { requireProof } from '../auth/proof.ts';
import { addTotp, confirmTotp, newRecoveryCodes } from '../auth/second-factor.ts';
import { created, exampleIds, recoveryCode, registration, updated, user } from '../examples.ts';
import type { operations } from '../trpc.ts';

const recoveryCodes = Array.from({ length: 10 }, () => recoveryCode);
const parameters = { factorID: exampleIds.factor };
const proof = { password: registration.password, code: recoveryCode };

/** The operations of who adds a second factor, or removes one: a part of the router `auth`. */
export const factorOperations = ({ operation }: ReturnType<typeof operations>) => ({
  factors: operation({
    rest: 'GET /auth/factors',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'List my second factors',
    description:
      'Those that count: an authenticator app does once it is confirmed. `recoveryCodesLeft` were not used yet.',
    example: {
      data: {
        factors: [
          {
            _id: exampleIds.factor,
            kind: 'totp',
            name: 'Phone',
            createdAt: '2023-12-08T08:30:00.000Z',
            lastUsedAt: '2023-12-08T08:45:00.000Z',
          },
        ],
        recoveryCodesLeft: 1,
      },
    },
  })
    .output(OwnFactors)
    .query(({ ctx }) => factors.list(ctx.scope)),

  addTotp: operation({
    rest: 'POST /auth/factors/totp',
    addition: true,
    access: everyone,
    fresh: true,
    whileEnrolling: true,
    summary: 'Begin with an authenticator app',
    description:
      'Answers its secret once (RFC 6238: SHA-1, 6 digits, 30 seconds). It counts from POST /auth/factors/totp/{factorID}/confirm on; one that was begun before and not confirmed ends.',
    // Guessing many passwords in one request would look like one request.
    batch: false,
    errors: ['TOO_MANY_REQUESTS'],
    example: {
      body: { password: registration.password, name: 'Phone' },
      data: {
        _id: exampleIds.factor,
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        uri: 'otpauth://totp/Daybook:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Daybook',
      },
    },
  })
    .input(TotpCreate)
    .output(NewTotp)
    .mutation(({ ctx, input }) => addTotp(ctx, input)),

  confirmTotp: operation({
    rest: 'POST /auth/factors/totp/{factorID}/confirm',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'Confirm an authenticator app with a code',
    description:
      'From now on log-ins need a code. Answers ten recovery codes, once, where the account has none: with its first second factor.',
    batch: false,
    errors: ['SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS'],
    example: {
      parameters: { factorID: exampleIds.begunFactor },
      body: { code: '123 456' },
      data: { recoveryCodes: [] },
    },
  })
    .input(z.object({ factorID: Id, code: FactorCode }))
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.factorID, input.code)),

  makeRecoveryCodes: operation({
    rest: 'POST /auth/factors/recovery-codes',
    addition: true,
    access: everyone,
    fresh: true,
    summary: 'Make new recovery codes',
    description: 'Ten, which are answered once. Those of before count no longer.',
    batch: false,
    errors: [
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_INVALID',
      'NOT_FOUND',
      'PRECONDITION_FAILED',
      'TOO_MANY_REQUESTS',
    ],
    example: { body: proof, data: { recoveryCodes } },
  })
    .input(Proof)
    .output(RecoveryCodes)
    .mutation(async ({ ctx, input }) => {
      await requireProof(ctx, input);
      const { codes, hashes } = newRecoveryCodes();
      await factors.replaceRecoveryCodes(ctx.scope, hashes);
      return { recoveryCodes: codes };
    }),

  removeFactor: operation({
    rest: 'POST /auth/factors/{factorID}/remove',
    addition: true,
    access: everyone,
    fresh: true,
    summary: 'Remove one of my second factors',
    description:
      'With a code of this or another one, a recovery code, or a passkey. With the last one the recovery codes go.',
    batch: false,
    errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG', 'PASSKEY_INVALID', 'TOO_MANY_REQUESTS'],
    example: { parameters, body: proof, data: { _id: exampleIds.factor } },
  })
    .input(z.object({ factorID: Id, ...Proof.shape }))
    .output(Removed)
    .mutation(async ({ ctx, input: { factorID, ...proof } }) => {
      await requireProof(ctx, proof);
      return factors.remove(ctx.scope, factorID);
    }),
});

/** The operations of Administrators on the second factors of others: a part of the router `users`. */
export const factorsOfUsers = ({ operation }: Pick<ReturnType<typeof operations>, 'operation'>) => ({
  security: operation({
    rest: 'GET /users/security',
    addition: true,
    access: administrators,
    tokens: 'never',
    summary: 'List who has a second factor, sessions and tokens',
    description:
      'By full name, as GET /users; of each account numbers alone, and when somebody last logged in to it.',
    example: {
      parameters: { ids: exampleIds.user },
      data: [
        {
          _id: exampleIds.user,
          factors: 0,
          recoveryCodesLeft: 0,
          sessions: 0,
          tokens: 0,
          lastLogInAt: created.createdAt,
        },
      ],
    },
  })
    .input(UserSecurityQuery.default({}))
    .output(page(UserSecurity))
    .query(({ ctx, input }) => accountSecurity.list(ctx.scope, input)),

  resetFactors: operation({
    rest: 'POST /users/{userID}/reset-factors',
    addition: true,
    access: administrators,
    fresh: true,
    tokens: 'never',
    summary: 'End the second factors of somebody who lost them',
    description:
      'With them the recovery codes and the sessions of the account end; its password alone opens one then. The journal has the reason.',
    changesRecord: true,
    errors: ['SELF_CHANGE'],
    example: {
      parameters: { userID: exampleIds.user },
      body: { reason: 'The phone is lost' },
      data: { ...user, ...updated },
    },
  })
    .input(z.object({ userID: Id, reason: orEmpty(text(500)).default('') }).meta({ id: 'FactorReset' }))
    .output(User)
    .mutation(({ ctx, input }) => accounts.resetFactors(ctx.scope, input.userID, input.reason)),
});
