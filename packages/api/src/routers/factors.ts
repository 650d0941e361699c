import {
  everyone,
  FactorCode,
  Id,
  NewTotp,
  OwnFactors,
  Proof,
  RecoveryCodes,
  Removed,
  TotpCreate,
} from '@daybook/domain';
import { factors } from '@daybook/domain/server';
import { z } from 'zod';
import { addTotp, confirmTotp, newRecoveryCodes, prove } from '../auth/second-factor.ts';
import { exampleIds, recoveryCode, registration } from '../examples.ts';
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
      'NOT_FOUND',
      'PRECONDITION_FAILED',
      'TOO_MANY_REQUESTS',
    ],
    example: { body: proof, data: { recoveryCodes } },
  })
    .input(Proof)
    .output(RecoveryCodes)
    .mutation(async ({ ctx, input }) => {
      await prove(ctx, input, { withCode: true });
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
      'With a code of this or another one, or a recovery code. With the last one the recovery codes go.',
    batch: false,
    errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_WRONG', 'TOO_MANY_REQUESTS'],
    example: { parameters, body: proof, data: { _id: exampleIds.factor } },
  })
    .input(z.object({ factorID: Id, ...Proof.shape }))
    .output(Removed)
    .mutation(async ({ ctx, input: { factorID, ...proof } }) => {
      await prove(ctx, proof, { withCode: true });
      return factors.remove(ctx.scope, factorID);
    }),
});
