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

it('a sealed text is read under its secret, for its record, unchanged', async () => {
  const [one, same, other] = await Promise.all(
    [1, 1, 2].map((byte) => createTokens(new Uint8Array(32).fill(byte), 3600)),
  );
  const sealed = one?.seal('JBSWY3DPEHPK3PXP', session) ?? '';
  expect(same?.open(sealed, session)).toBe('JBSWY3DPEHPK3PXP');
  expect(one?.seal('JBSWY3DPEHPK3PXP', session)).not.toBe(sealed);
  expect(other?.open(sealed, session)).toBeUndefined();
  expect(one?.open(sealed, session.replace('0', '1'))).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1);
    expect(one?.open(changed.toString('base64url'), session)).toBeUndefined();
    expect(one?.open(bytes.subarray(0, at).toString('base64url'), session)).toBeUndefined();
  }
});
