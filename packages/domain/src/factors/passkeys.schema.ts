import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { listOf } from '../values/scalars.ts';
import { requiredText, TypedPassword, text } from '../values/text.ts';
import { Factor, FactorCode } from './factors.schema.ts';

/** Bytes as browsers write them in JSON; whether they are any is seen when they are verified. */
const bytes = (description: string) => requiredText(16_384).meta({ description });
const publicKeyType = z.literal('public-key', issue('invalid_choice', { values: ['public-key'] }));
const credential = {
  id: requiredText(2048).meta({ description: 'Of the credential' }),
  rawId: requiredText(2048),
  type: publicKeyType,
};

/** What `PublicKeyCredential.toJSON()` makes of a new passkey. */
const Attestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes('What the browser asked the authenticator'),
      attestationObject: bytes('The new public key'),
      transports: listOf(text(40), 0, 10).optional(),
    }),
  })
  .meta({
    id: 'PasskeyAttestation',
    description: '`PublicKeyCredential.toJSON()` of a new passkey; what is not named here is ignored',
  });

/** What it makes of a passkey that is used. */
export const Assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes('What the browser asked the authenticator'),
      authenticatorData: bytes('What the authenticator says'),
      signature: bytes('Of both'),
      userHandle: text(200).nullish().meta({ description: 'Whose passkey it is' }),
    }),
  })
  .meta({
    id: 'PasskeyAssertion',
    description:
      '`PublicKeyCredential.toJSON()` of a passkey that was used; what is not named here is ignored',
  });
export type Assertion = z.output<typeof Assertion>;

/** The password, and where the account has a second factor a code or a passkey. */
export const Proof = z
  .object({
    password: TypedPassword,
    code: FactorCode.optional(),
    passkey: Assertion.optional().meta({
      description:
        'In the place of a code: what the browser made of POST /auth/confirm/challenge. Where both are sent it alone counts',
    }),
  })
  .meta({ id: 'Proof' });
export type Proof = z.output<typeof Proof>;

export const PasskeyProof = z.object({ password: TypedPassword }).meta({ id: 'PasskeyProof' });

export const PasskeyCreate = z
  .object({
    name: requiredText(100)
      .default('Passkey')
      .meta({ description: 'Which authenticator it is in', examples: ['Phone'] }),
    response: Attestation,
  })
  .meta({ id: 'PasskeyCreate' });
export type PasskeyCreate = z.output<typeof PasskeyCreate>;

export const PasskeyLogIn = z.object({ response: Assertion }).meta({ id: 'PasskeyLogIn' });

const transports = z.array(z.string());
const milliseconds = z.int().min(1).meta({ description: 'Milliseconds for which it counts' });
const credentials = z.array(z.object({ id: z.string(), type: publicKeyType, transports }));
const challenge = z.string().meta({ description: 'Counts once, for 5 minutes' });

export const PasskeyOptions = z
  .object({
    rp: z.object({ id: z.string().meta({ description: 'The domain of the service' }), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge,
    pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
    timeout: milliseconds,
    excludeCredentials: credentials,
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` of a browser',
  });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

export const PasskeyChallenge = z
  .object({
    challenge,
    rpId: z.string().meta({ description: 'The domain of the service' }),
    timeout: milliseconds,
    userVerification: z.literal('required'),
  })
  .meta({
    id: 'PasskeyChallenge',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser',
  });
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

export const OwnPasskeyChallenge = z
  .object({ ...PasskeyChallenge.shape, allowCredentials: credentials })
  .meta({
    id: 'OwnPasskeyChallenge',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser',
  });
export type OwnPasskeyChallenge = z.infer<typeof OwnPasskeyChallenge>;

export const NewPasskey = z
  .object({
    ...Factor.shape,
    recoveryCodes: z
      .array(z.string())
      .optional()
      .meta({ description: 'Where it is the first factor; they are shown once' }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;
