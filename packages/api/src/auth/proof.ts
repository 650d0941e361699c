import type { Proof } from '@daybook/domain';
import type { Scope } from '@daybook/domain/server';
import type { Context } from '../context.ts';
import { requireOwnPasskey } from './passkeys.ts';
import { requireCode, requirePassword } from './second-factor.ts';

/**
 * {@link requirePassword}, and of who has a second factor a code or a passkey.
 * @throws SECOND_FACTOR_REQUIRED, SECOND_FACTOR_WRONG and PASSKEY_INVALID besides
 */
export const requireProof = (
  ctx: Context & { readonly scope: Scope },
  { password, code, passkey }: Proof,
  use: (hash: string) => Promise<boolean> = async () => true,
): Promise<void> =>
  requirePassword(ctx, password, async (hash) => {
    if (passkey) await requireOwnPasskey(ctx, passkey);
    else await requireCode(ctx, ctx.scope.actor.id, code);
    return use(hash);
  });
