import { expect } from 'vitest';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('cheques');

testResource('cheques', it);

it('take the requests of docs/interface.md as they are written', async ({ ask }) => {
  const payee = await ask('POST', '/payees', { name: 'مؤسسة النور' });
  const cheque = await ask('POST', '/cheques', {
    serial: '00523',
    dueDate: '2024-2-9',
    value: '1200.50',
    description: 'Rent',
    payee: payee._id,
  });
  expect(cheque).toMatchObject({
    serial: '00523',
    dueDate: '2024-02-09',
    value: '1200.50',
    isCancelled: false,
  });
  const path = `/cheques/${cheque._id}`;
  expect(await ask('PUT', path, { isCancelled: true, payee: payee._id })).toMatchObject({
    isCancelled: true,
    payeeName: 'مؤسسة النور',
  });
  expect(await ask('DELETE', `/payees/${payee._id}`)).toEqual({ _id: payee._id });
  expect(await ask('GET', path)).toMatchObject({ payee: payee._id, payeeName: 'مؤسسة النور' });
});

it('have no negative values', async ({ required, send }) => {
  const answer = await send('POST', '/cheques', { ...(await required()), value: -0.5 });
  expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['value']);
});
