import { z } from 'zod';
import { FactorCode } from '../factors/factors.schema.ts';
import { Preferences, User } from '../users/users.schema.ts';
import { paging } from '../values/paging.ts';
import { RecordId } from '../values/record.ts';
import { Flag, Instant } from '../values/scalars.ts';
import { Password, TypedPassword, text } from '../values/text.ts';

export const Credentials = z
  .object({
    username: text(1024).meta({ examples: ['ada'] }),
    password: TypedPassword,
    code: FactorCode.optional(),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof Credentials>;

export const PasswordChange = z
  .object({
    current: TypedPassword,
    new: Password,
    endCredentials: Flag.optional().meta({
      description: 'Whether the caller’s personal access tokens and calendar addresses end too',
    }),
  })
  .meta({ id: 'PasswordChange' });

export const LogInLinkUse = z
  .object({
    token: text(1024).meta({ description: 'What stands after the `#` of the link' }),
    password: Password,
  })
  .meta({ id: 'LogInLinkUse' });

/** The answer to a log-in and to a renewal. */
export const Login = z
  .object({
    accessToken: z.string().meta({ description: 'Send it as Authorization: Bearer …' }),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().min(1).meta({ description: 'Seconds for which the access token is valid' }),
    user: User,
  })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const Me = z
  .object({
    ...User.shape,
    preferences: Preferences,
    timeZone: z.string().meta({
      description:
        'Name of the time zone in which the caller’s days are meant: the preferred one where the preferences are applied, else that of the service',
    }),
  })
  .meta({ id: 'Me' });

export const Session = z
  .object({
    _id: RecordId,
    createdAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    userAgent: z.string(),
    address: z.string().meta({ description: 'Network address of the log-in' }),
    current: z.boolean().meta({ description: 'Whether this request belongs to it' }),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const SessionQuery = z.object(paging);
export type SessionQuery = z.output<typeof SessionQuery>;
