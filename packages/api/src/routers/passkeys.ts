import {
  everyone,
  Login,
  NewPasskey,
  OwnPasskeyChallenge,
  PasskeyChallenge,
  PasskeyCreate,
  PasskeyLogIn,
  PasskeyOptions,
  PasskeyProof,
} from '@daybook/domain';
import {
  addPasskey,
  logInChallenge,
  logInWithPasskey,
  newPasskeyOptions,
  proofChallenge,
} from '../auth/passkeys.ts';
import { requirePassword } from '../auth/second-factor.ts';
import { passkeyExample as example, exampleIdOf, login, registration } from '../examples.ts';
import type { operations } from '../trpc.ts';

const challenge = {
  challenge: example.challenge,
  rpId: 'daybook.example',
  timeout: 300_000,
  userVerification: 'required',
};

/** Of the router of log-ins. */
export const passkeys = ({ operation, openOperation }: ReturnType<typeof operations>) => ({
  passkeyOptions: operation({
    rest: 'POST /auth/passkeys/options',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    fresh: true,
    summary: 'Begin to add a passkey',
    description:
      'What a browser needs to make one. The challenge counts once, within 5 minutes, for the session that asks.',
    // As for log-ins: many guesses in one request would look like one request.
    batch: false,
    errors: ['PASSKEY_INVALID', 'TOO_MANY_REQUESTS'],
    example: {
      body: { password: registration.password },
      data: {
        rp: { id: 'daybook.example', name: 'Daybook' },
        user: { id: example.userHandle, name: 'ada', displayName: 'Ada Lovelace' },
        challenge: example.challenge,
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    },
  })
    .input(PasskeyProof)
    .output(PasskeyOptions)
    .mutation(async ({ ctx, input }) => {
      await requirePassword(ctx, input.password);
      return newPasskeyOptions(ctx);
    }),

  addPasskey: operation({
    rest: 'POST /auth/passkeys',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    fresh: true,
    summary: 'Add a passkey',
    description:
      'What the browser made of POST /auth/passkeys/options. A passkey is password and second factor in one. Where it is the first factor, recovery codes are answered too, once.',
    errors: ['PASSKEY_INVALID', 'TOO_MANY_REQUESTS'],
    example: {
      body: {
        name: 'Phone',
        response: {
          ...example.credential,
          response: { ...example.client, attestationObject: example.attestation, transports: ['internal'] },
        },
      },
      data: {
        _id: exampleIdOf('passkey'),
        kind: 'passkey',
        name: 'Phone',
        createdAt: '2023-12-08T08:30:00.000Z',
        lastUsedAt: null,
      },
    },
  })
    .input(PasskeyCreate)
    .output(NewPasskey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  passkeyChallenge: openOperation({
    rest: 'POST /auth/passkeys/challenge',
    addition: true,
    access: 'open',
    summary: 'Begin to log in with a passkey',
    description:
      'What a browser needs to use one. It is the same for everybody: the passkey says whose it is. The challenge counts once, within 5 minutes.',
    bulkhead: 'logIn',
    errors: ['PASSKEY_INVALID'],
    example: { data: challenge },
  })
    .output(PasskeyChallenge)
    .mutation(({ ctx }) => logInChallenge(ctx)),

  proofChallenge: operation({
    rest: 'POST /auth/confirm/challenge',
    addition: true,
    access: everyone,
    whileEnrolling: true,
    summary: 'Begin to show who I am with a passkey',
    description:
      'What a browser needs to use one of mine, for `passkey` of POST /auth/confirm and of what removes a factor or makes recovery codes. The challenge counts once, within 5 minutes, for the session that asks. Without a passkey it is 404.',
    errors: ['PASSKEY_INVALID', 'NOT_FOUND'],
    example: {
      data: {
        ...challenge,
        allowCredentials: [{ id: example.credential.id, type: 'public-key', transports: ['internal'] }],
      },
    },
  })
    .output(OwnPasskeyChallenge)
    .mutation(({ ctx }) => proofChallenge(ctx)),

  passkeyLogIn: openOperation({
    rest: 'POST /auth/passkeys/log-in',
    addition: true,
    access: 'open',
    summary: 'Log in with a passkey',
    description:
      'What the browser made of POST /auth/passkeys/challenge. Password and second factor in one; otherwise as POST /auth, with its cookies.',
    bulkhead: 'logIn',
    setsCookies: true,
    batch: false,
    errors: ['PASSKEY_INVALID', 'SSO_REQUIRED', 'TOO_MANY_REQUESTS'],
    example: {
      body: {
        response: {
          ...example.credential,
          response: { ...example.client, ...example.assertion, userHandle: example.userHandle },
        },
      },
      data: login,
    },
  })
    .input(PasskeyLogIn)
    .output(Login)
    .mutation(({ ctx, input }) => logInWithPasskey(ctx, input.response)),
});
