import { expect, it } from 'vitest';
import { records } from '../src/resource-schemas.ts';
import { referenceFields, referencesOf, resources } from '../src/resources.ts';

it.for(resources)('the fields of %s that name other records are known', (name) => {
  const fields = Object.keys(records[name].shape);
  expect(referencesOf(name)).toEqual(fields.filter((field) => field in referenceFields));
});
