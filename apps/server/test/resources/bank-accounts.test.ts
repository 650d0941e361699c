import { describe, expect } from 'vitest';
import { ids, query } from '../support/listing.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('bankAccounts');

testResource('bankAccounts', it);

const chequeForm = {
  width: 170,
  height: 80.5,
  margin: { left: 20, top: 0 },
  fields: {
    date: { x: 130, y: 12, width: 30, size: 4 },
    words: { x: 20, y: 30 },
    wordsSecondLine: { x: 5, y: 38 },
  },
};

describe('the form of a bank’s cheques', () => {
  it('is kept whole, and null clears it', async ({ ask, make }) => {
    const account = await make('bankAccounts', { chequeForm });
    expect(account.chequeForm).toEqual(chequeForm);
    const path = `/bank-accounts/${account._id}`;
    expect(await ask('PUT', path, { number: '7' })).toMatchObject({ chequeForm });
    expect(await ask('PUT', path, { chequeForm: null })).toMatchObject({ chequeForm: null, number: '7' });
    const other = { width: 100, height: 50, fields: {} };
    expect((await ask('PUT', path, { chequeForm: other })).chequeForm).toEqual(other);
  });

  it('comes back with an undo, from nothing too', async ({ ask, make, send, latest }) => {
    const { _id } = await make('bankAccounts', { chequeForm });
    const undo = async () => (await send('POST', `/journal/${await latest(_id)}/undo`)).body.data;
    await ask('PUT', `/bank-accounts/${_id}`, { chequeForm: null });
    expect((await undo()).chequeForm).toEqual(chequeForm);
    expect((await undo()).chequeForm).toBeNull();
  });

  it.for([
    [{ width: 170, fields: {} }, 'chequeForm.height', 'required'],
    [{ ...chequeForm, height: 401 }, 'chequeForm.height', 'invalid_length'],
    [{ ...chequeForm, width: '170' }, 'chequeForm.width', 'invalid_length'],
    [{ ...chequeForm, fields: { payee: { x: -1, y: 0 } } }, 'chequeForm.fields.payee.x', 'invalid_length'],
    [{ ...chequeForm, margin: 5 }, 'chequeForm.margin', 'not_object'],
    ['x', 'chequeForm', 'not_object'],
  ] as const)('%j is refused at %s: %s', async ([form, path, code], { send }) => {
    const answer = await send('POST', '/bank-accounts', { name: 'Main', chequeForm: form });
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([path]);
    expect(answer.body.error.issues[0].code).toBe(code);
  });
});

it('are found by name, bank and number, and listed with or without archived ones', async ({ ask, make }) => {
  const { _id } = await make('bankAccounts', { name: 'Réserve', bank: 'بنك الأمل', number: '77-001' });
  for (const search of ['reserve', 'الامل', '77-0'])
    expect(ids(await ask('GET', query('/bank-accounts', { search })))).toEqual([_id]);
  await ask('PUT', `/bank-accounts/${_id}`, { isArchived: true });
  const archived = (isArchived: string) =>
    ask('GET', query('/bank-accounts', { search: '77-0', isArchived }));
  expect(ids(await archived('true'))).toEqual([_id]);
  expect(await archived('false')).toEqual([]);
});
