import { randomBytes } from 'node:crypto';
import { DomainError, type LogInLink } from '@daybook/domain';
import { accounts, type Scope } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { requireProvider } from './login.ts';
import { hashPassword } from './passwords.ts';
import { throttled } from './throttle.ts';
import { sha256 } from './tokens.ts';

/** The token stands after the `#`, so that no request, log or `Referer` has it: the front-end's page sends it in a body. */
export const logInLinkUrl = ({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): string =>
  publicUrl(`/app/link#${token}`);

/**
 * Makes the account's link, in the place of the one that it has.
 * @throws NOT_FOUND, SELF_CHANGE, ACCOUNT_INACTIVE, PRECONDITION_FAILED, TOO_MANY_REQUESTS
 */
export async function newLogInLink(
  ctx: Pick<Context, 'publicUrl'> & { readonly scope: Scope },
  userId: string,
): Promise<LogInLink> {
  const token = randomBytes(32).toString('base64url');
  const { expiresAt } = await accounts.makeLogInLink(ctx.scope, userId, sha256(token));
  return { url: logInLinkUrl(ctx, token), expiresAt };
}

/**
 * Sets the password of the account whose link has this token, and answers its username. Limited as log-ins are.
 * @throws LINK_INVALID, SSO_REQUIRED, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function redeemLogInLink(
  ctx: Context,
  token: string,
  password: string,
): Promise<{ username: string }> {
  const tokenHash = sha256(token);
  const use = async () => {
    const id = await accounts.findByLogInLink(ctx.db, tokenHash);
    if (id === undefined) return undefined;
    ctx.identify(id);
    await requireProvider(ctx, id);
    return accounts.redeemLogInLink(ctx.db, tokenHash, await hashPassword(password, id));
  };
  const username = await throttled(ctx, `link ${tokenHash}`, use);
  if (username === undefined)
    throw new DomainError(
      'LINK_INVALID',
      'The link was used, has ended, or never was one: ask for another one.',
    );
  return { username };
}
