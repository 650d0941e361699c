import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Id, Instant, listOf, toDay } from '../values/scalars.ts';
import { requiredText } from '../values/text.ts';
import { tokenScopes } from './scopes.ts';

/** Days from today to the last one on which a token may expire. */
export const MAX_TOKEN_DAYS = 366;
/** Days for which a token is valid that is made without an expiry. */
export const DEFAULT_TOKEN_DAYS = 90;

const ScopeName = z
  .enum(tokenScopes, issue('invalid_choice', { values: tokenScopes }))
  .meta({ id: 'TokenScope', description: 'An area and whether it is read or written' });

export const TokenScopes = z.array(ScopeName);

/** A personal access token, without its secret. */
export const Token = z
  .object({
    _id: RecordId,
    name: z.string(),
    scopes: z.array(ScopeName),
    user: RecordId.meta({ description: 'Whose it is' }),
    createdAt: Instant,
    lastUsedAt: Instant.nullable().meta({ description: 'Null where nobody has used it; within 5 minutes' }),
    lastUsedFrom: z.string().nullable().meta({ description: 'Network address of that use' }),
    expiresAt: Instant,
  })
  .meta({ id: 'Token', description: 'A personal access token, without its secret' });
export type Token = z.infer<typeof Token>;

/** The one answer that holds the secret. */
export const NewToken = z
  .object({
    _id: RecordId,
    token: z.string().meta({
      description: 'Send it as Authorization: Bearer …; it is shown once',
      pattern: String.raw`^dbk_[\w-]{43}$`,
    }),
    name: z.string(),
    scopes: z.array(ScopeName),
    expiresAt: Instant,
  })
  .meta({ id: 'NewToken' });

const invalidExpiry = issue('invalid_expiry', { days: MAX_TOKEN_DAYS });
const moment = z.iso.datetime({ offset: true });

export const TokenCreate = z
  .object({
    name: requiredText(100).meta({ description: 'What it is for', examples: ['Bank import'] }),
    scopes: listOf(ScopeName, 1, tokenScopes.length).meta({
      description: 'Only such as the caller’s role can use; each counts once',
    }),
    expiresAt: z
      .string(invalidExpiry)
      .trim()
      .refine(
        (value) => value.length <= 40 && (toDay(value) ?? moment.safeParse(value).data) !== undefined,
        invalidExpiry,
      )
      .optional()
      .meta({
        description: `A day, to its end where the caller is, or a moment with its zone; at most ${MAX_TOKEN_DAYS} days ahead, ${DEFAULT_TOKEN_DAYS} days unless it is sent`,
        examples: ['2024-03-07'],
      }),
  })
  .meta({ id: 'TokenCreate' });
export type TokenCreate = z.output<typeof TokenCreate>;

export const TokenQuery = z.object({
  user: Id.optional().meta({ description: 'Whose; the caller’s own unless an Administrator asks' }),
  ...paging,
});
export type TokenQuery = z.output<typeof TokenQuery>;
