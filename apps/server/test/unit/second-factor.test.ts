import { base32, stepOf, totp } from '@daybook/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const secret = Buffer.from('12345678901234567890');
const MINUTE = 60_000;

describe('codes of authenticator apps', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238, appendix B: at %i', (seconds, code) => {
    expect(totp(secret, Math.floor(seconds / 30), 8)).toBe(code);
    expect(totp(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
  });

  it('are read with a clock that is up to 30 seconds off, and not with one that is 90 seconds off', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10 * MINUTE, max: 4e12 }),
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: -30_000, max: 30_000 }),
        fc.constantFrom(-1, 1),
        (now, key, off, direction) => {
          const step = Math.floor((now + off) / 30_000);
          // Two steps may have the same code; the latest counts.
          expect(stepOf(key, totp(key, step), now)).toBeGreaterThanOrEqual(step);
          const far = totp(key, Math.floor((now + direction * 90_000) / 30_000));
          const near = [-1, 0, 1].map((n) => totp(key, Math.floor(now / 30_000) + n));
          expect(stepOf(key, far, now) !== undefined).toBe(near.includes(far));
        },
      ),
    );
  });

  it('come of secrets in base32, as RFC 4648 has it, without padding', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
    const encoded = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
    expect(texts.map((text) => base32(Buffer.from(text)))).toEqual(encoded);
  });
});
