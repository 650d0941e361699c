import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../src/errors.ts';
import { Cursor, decodeCursor, encodeCursor, Limit } from '../src/values/paging.ts';
import { read, refuses } from './reading.ts';

describe('limit', () => {
  it('reads 1 to 1000, as a number or as the text of a query', () => {
    for (let limit = 1; limit <= 1000; limit++) {
      expect(read(Limit, limit)).toBe(limit);
      expect(read(Limit, String(limit))).toBe(limit);
    }
  });

  it.each([
    ...[
      0,
      -1,
      1001,
      1.5,
      Number.NaN,
      Infinity,
      null,
      true,
      [],
      ['5'],
      {},
      '0',
      '-1',
      '1001',
      '10000',
      '1e2',
      '0x10',
    ],
    ...['5.0', '', ' ', ' 5', 'abc', '٥', '5\0', '9'.repeat(1000)],
  ])('refuses %j', (sent) => refuses(Limit, sent));
});

describe('cursors', () => {
  const everyKey = () => true;
  const keys = fc.string({ unit: 'binary' }).filter((key) => !key.includes('\0'));

  it('come back as they were, and are fit for an address', () => {
    fc.assert(
      fc.property(keys, fc.uuid(), (key, id) => {
        const cursor = encodeCursor({ key, id });
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, everyKey)).toEqual({ key, id });
      }),
    );
  });

  it('come back with their order and end, and to no other order', () => {
    const id = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';
    const [order, until] = ['updatedSince', '2026-01-01T00:00:00.000Z'];
    const plain = encodeCursor({ key: 'a', id });
    const ordered = encodeCursor({ key: 'a', id, order: 'sort=date' });
    const bounded = encodeCursor({ key: 'a', id, order, until });
    expect(decodeCursor(ordered, everyKey, 'sort=date', 'sort=-date')).toEqual({
      key: 'a',
      id,
      order: 'sort=date',
    });
    expect(decodeCursor(bounded, everyKey, order, 'sort=-date')).toEqual({ key: 'a', id, order, until });
    const refusals: [string, string | undefined, string][] = [
      [plain, order, 'sort=-date'],
      [ordered, undefined, 'sort=date'],
      [ordered, order, 'sort=date'],
      [bounded, 'sort=date', order],
    ];
    for (const [cursor, asked, made] of refusals) {
      const issues = [{ path: ['cursor'], code: 'other_order', params: { order: made } }];
      expect(() => decodeCursor(cursor, everyKey, asked, 'sort=-date')).toThrow(
        expect.objectContaining({ issues: [expect.objectContaining(issues[0])] }),
      );
    }
  });

  it('take the longest keys there are', () => {
    const id = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';
    for (const unit of ['😀', '\u0001', '"', '漢'])
      expect(read(Cursor, encodeCursor({ key: unit.repeat(201), id }))).toMatch(/^[\w-]+$/);
  });

  const garbage = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString('base64url')),
    fc.tuple(fc.string(), fc.string()).map((pair) => Buffer.from(JSON.stringify(pair)).toString('base64url')),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
  );

  it('are refused as VALIDATION, whatever else is sent', () => {
    fc.assert(
      fc.property(garbage, (cursor) => {
        try {
          decodeCursor(cursor, everyKey);
          expect.unreachable(`${cursor} was read`);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path: ['cursor'] }] });
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('are refused where the key is of another list, holds NUL, or the identifier is none', () => {
    const id = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';
    const cursors = [
      encodeCursor({ key: 'ada', id }),
      encodeCursor({ key: '2024-01-01\0', id }),
      encodeCursor({ key: '2024-01-01', id: 'x' }),
      encodeCursor({ key: '2024-01-01', id: `${id}' or 1=1` }),
    ];
    for (const cursor of cursors)
      expect(() => decodeCursor(cursor, (key) => key.startsWith('2024-01-01'))).toThrow(DomainError);
  });
});
