import { createClient } from '@daybook/client';
import { expect, it, vi } from 'vitest';
import { type BaseVersion, ConflictError, saveChanges, versionCondition } from './record-changes.ts';

interface Values {
  readonly name: string;
  readonly notes: string;
}

/** What the service answers to a version that is not the present one. */
const stale = await createClient({
  url: 'http://service.test',
  token: 'token',
  fetch: async () =>
    Response.json(
      { error: { message: 'Stale', code: -32004, data: { code: 'PRECONDITION_FAILED', httpStatus: 412 } } },
      { status: 412 },
    ),
})
  .bills.remove.mutate({ billID: '1' })
  .catch((error: unknown) => error);

const base: BaseVersion<Values> = { version: 1, values: { name: 'Ada', notes: '' } };

/** A record that somebody else has made of it meanwhile. */
function record(now: BaseVersion<Values>) {
  const sent: (readonly [Partial<Values>, number | undefined])[] = [];
  return {
    sent,
    read: async () => now,
    send: async (
      changes: Partial<Values>,
      { context: { ifVersion } }: { context: { ifVersion?: number } },
    ) => {
      sent.push([changes, ifVersion]);
      if (ifVersion !== now.version) throw stale;
      return 'saved';
    },
  };
}

it('nothing is sent where nothing differs', async () => {
  const { sent, ...same } = record(base);
  expect(await saveChanges(base, { name: 'Ada', notes: '' }, same)).toBeUndefined();
  expect(sent).toEqual([]);
});

it('what differs is sent with the version that was loaded', async () => {
  const { sent, ...same } = record(base);
  expect(await saveChanges(base, { name: 'Ada', notes: 'Mine' }, same)).toBe('saved');
  expect(sent).toEqual([[{ notes: 'Mine' }, 1]]);
});

it('other fields that somebody has changed meanwhile stay as they made them', async () => {
  const { sent, ...other } = record({ version: 3, values: { name: 'Eve', notes: '' } });
  expect(await saveChanges(base, { name: 'Ada', notes: 'Mine' }, other)).toBe('saved');
  expect(sent).toEqual([
    [{ notes: 'Mine' }, 1],
    [{ notes: 'Mine' }, 3],
  ]);
});

it('the same field that somebody has changed meanwhile is asked about, and then overwritten', async () => {
  const now = { version: 2, values: { name: 'Ada', notes: 'Theirs' } };
  const mine = { name: 'Ada', notes: 'Mine' };
  const { sent, ...other } = record(now);
  const conflict: unknown = await saveChanges(base, mine, other).catch((error: unknown) => error);
  expect(conflict).toBeInstanceOf(ConflictError);
  expect(conflict).toMatchObject({ latest: now, fields: ['notes'] });
  expect(await saveChanges(now, mine, other)).toBe('saved');
  expect(sent).toHaveLength(2);
});

it('two who write the same do not disturb one another', async () => {
  const { sent, ...other } = record({ version: 2, values: { name: 'Ada', notes: 'Same' } });
  expect(await saveChanges(base, { name: 'Ada', notes: 'Same' }, other)).toBe('saved');
  expect(sent).toHaveLength(2);
});

it('a field whose meaning depends on what is changed is asked about too', async () => {
  const { sent: _, ...other } = record({ version: 2, values: { name: 'Eve', notes: '' } });
  const saving = saveChanges(base, { name: 'Ada', notes: 'Mine' }, { ...other, touched: () => ['name'] });
  await expect(saving).rejects.toMatchObject({ fields: ['name'] });
});

it('a record whose version is not known is sent without a condition', async () => {
  const send = vi.fn(async () => 'saved');
  const { read } = record(base);
  const values = { name: 'Ada', notes: 'Mine' };
  expect(await saveChanges({ values: base.values }, values, { read, send })).toBe('saved');
  expect(send).toHaveBeenCalledWith({ notes: 'Mine' }, { context: {} });
  expect(versionCondition(3)).toEqual({ context: { ifVersion: 3 } });
});

it('what is saved can be other than what was typed', async () => {
  const { sent, ...same } = record(base);
  const normalise = (typed: Values, before: Values) => ({ ...typed, name: before.name });
  await saveChanges(base, { name: 'Typed', notes: 'Mine' }, { ...same, normalise });
  expect(sent).toEqual([[{ notes: 'Mine' }, 1]]);
});
