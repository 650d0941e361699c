import { DomainError } from '@daybook/domain';
import type { Once } from '@daybook/domain/server';
import type { Context } from './context.ts';

/**
 * The caller's key for a creation, with a digest of what is to be created as it was understood: spelling and unknown
 * fields make no difference.
 * @throws VALIDATION for a key that is no key
 */
export function onceOf({ idempotencyKey: key, tokens }: Context, input: object): Once | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new DomainError('VALIDATION', 'Send an Idempotency-Key of 1 to 255 visible ASCII characters.');
  return { key, digest: tokens.digest(JSON.stringify(input)) };
}
