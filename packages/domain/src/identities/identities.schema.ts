import { z } from 'zod';
import { Assertion } from '../factors/passkeys.schema.ts';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';
import { requiredText, text } from '../values/text.ts';

/** A link to an account at the provider of single sign-on. */
export const Identity = z
  .object({
    _id: RecordId,
    user: RecordId.meta({ description: 'Whose it is' }),
    issuer: z.string().meta({ description: 'Address of the provider' }),
    subject: z.string().meta({ description: '`sub`, by which the provider names the account' }),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof Identity>;

/** OpenID Connect Core, section 2: at most 255 characters. */
export const IdentityCreate = z
  .object({ subject: requiredText(255).meta({ description: '`sub` of the account at the provider' }) })
  .meta({ id: 'IdentityCreate' });

/** What the provider adds to the address of the page that it sends a browser back to. */
const returned = {
  code: text(4096).meta({ description: 'As the provider gave it' }),
  state: text(1024).meta({ description: 'As the provider gave it' }),
  iss: text(1024).optional().meta({ description: 'As the provider gave it, if it did' }),
};
export const ProviderAnswer = z.object(returned).meta({ id: 'ProviderAnswer' });
export type ProviderAnswer = z.output<typeof ProviderAnswer>;
export const ProviderLogIn = z
  .object({
    ...returned,
    secondFactor: text(1024).optional().meta({
      description: 'A code of an authenticator app or a recovery code, after SECOND_FACTOR_REQUIRED',
    }),
    passkey: Assertion.optional().meta({
      description:
        'In the place of a code: what the browser made of POST /auth/passkeys/challenge. Where both are sent it alone counts',
    }),
  })
  .meta({ id: 'ProviderLogIn' });
export type ProviderLogIn = z.output<typeof ProviderLogIn>;
