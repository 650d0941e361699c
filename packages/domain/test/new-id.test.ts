import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from '../src/db/new-id.ts';

test('ids are UUIDs of version 7, in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
