import { createTokens } from '@daybook/api';
import { expect, it, vi } from 'vitest';

const session = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';

// docs/security.md, bounds: verified tokens that are remembered.
it('of the tokens that were verified the last 10 000 are remembered, and no more', async ({
  onTestFinished,
}) => {
  const tokens = await createTokens(new Uint8Array(32), 3600);
  const verify = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verify.mockRestore());
  /** How often a signature had to be computed. */
  const verifications = async (token: string) => {
    const before = verify.mock.calls.length;
    expect(await tokens.sessionOf(token)).toBe(session);
    return verify.mock.calls.length - before;
  };
  const first = await tokens.access('u', session);
  expect([await verifications(first), await verifications(first)]).toEqual([1, 0]);
  for (let i = 1; i < 10_000; i += 1) await tokens.sessionOf(await tokens.access('u', session));
  expect(await verifications(first)).toBe(0);
  await tokens.sessionOf(await tokens.access('u', session));
  expect(await verifications(first)).toBe(1);
});

// docs/security.md, keys and algorithms: who reads the database learns nothing by trying bodies, and signs no device.
it('a digest depends on the secret', async () => {
  const [one, same, other] = await Promise.all(
    [1, 1, 2].map((byte) => createTokens(new Uint8Array(32).fill(byte), 3600)),
  );
  expect(one?.digest('text')).toBe(same?.digest('text'));
  expect(one?.digest('text')).not.toBe(other?.digest('text'));
  expect(one?.digest('text')).not.toBe(one?.digest('text '));
});
