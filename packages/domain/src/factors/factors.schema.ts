import { z } from 'zod';
import { chosen } from '../values/listing.ts';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';
import { requiredText, TypedPassword, text } from '../values/text.ts';

/** How somebody enrolled proves the second factor at a log-in. */
export const factorMethods = ['totp', 'recovery', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const FactorCode = text(100).meta({
  description:
    'A code of the authenticator app, or a recovery code; spaces, dashes and digits of any script are read',
  examples: ['123 456'],
});

export const Factor = z
  .object({
    _id: RecordId,
    kind: z.enum(['totp', 'passkey']).meta({ description: 'An authenticator app, or a passkey' }),
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof Factor>;

/** What a person has to log in with besides the password. */
export const OwnFactors = z
  .object({
    factors: z.array(Factor),
    recoveryCodesLeft: z.int().min(0).meta({ description: 'Recovery codes that were not used yet' }),
  })
  .meta({ id: 'OwnFactors' });
export type OwnFactors = z.infer<typeof OwnFactors>;

export const TotpCreate = z
  .object({
    password: TypedPassword,
    name: requiredText(100).default('Authenticator app'),
  })
  .meta({ id: 'TotpCreate' });

export const NewTotp = z
  .object({
    _id: RecordId,
    secret: z.string().meta({ description: 'In base32, for who types it: shown once' }),
    uri: z.string().meta({ description: 'The same as an `otpauth:` address, for a QR code' }),
  })
  .meta({ id: 'NewTotp' });
export type NewTotp = z.infer<typeof NewTotp>;

export const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Ten, each for one log-in: shown once; none where the account has some already' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const UserSecurity = z
  .object({
    _id: RecordId,
    factors: z.int().min(0).meta({ description: 'Second factors that count' }),
    recoveryCodesLeft: z.int().min(0),
    sessions: z.int().min(0).meta({ description: 'Sessions that can still be used' }),
    tokens: z.int().min(0).meta({ description: 'Personal access tokens that count' }),
    lastLogInAt: Instant.nullable(),
  })
  .meta({ id: 'UserSecurity' });
export type UserSecurity = z.infer<typeof UserSecurity>;

export const UserSecurityQuery = z.object({ ...chosen, ...paging });
export type UserSecurityQuery = z.output<typeof UserSecurityQuery>;
