import { send } from './client.ts';

/** How one operation was answered. */
export interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly body: string;
}

let accounts = 0;

/**
 * Calls each of the 25 operations of docs/interface.md, each with what the one before it made.
 * @param token an Administrator's
 * @returns one answer for each, in order; all are 200 where all is well
 */
export async function callOperations(url: string, token: string): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  accounts += 1;
  const username = `upgrade${process.pid}x${accounts}`;
  const first = 'correct horse battery';
  const second = 'another correct horse';

  async function call(
    method: string,
    path: string,
    body?: unknown,
    as = token,
    operation = `${method} ${path}`,
  ) {
    const reply = await send(url, { method, path, body, token: as });
    answers.push({ operation, status: reply.status, body: reply.body.slice(0, 200) });
    const { data } = reply.status === 200 ? JSON.parse(reply.body) : { data: {} };
    return (data ?? {}) as { readonly _id?: string; readonly accessToken?: string };
  }
  const at = (collection: string, { _id }: { readonly _id?: string }) => `/${collection}/${_id}`;
  const one = (method: string, collection: string, record: { readonly _id?: string }, body?: unknown) =>
    call(method, at(collection, record), body, token, `${method} /${collection}/{id}`);

  const name = { firstName: 'Up', lastName: 'Grade' };
  const user = await call('POST', '/users', { ...name, username, password: first });
  await call('GET', '/users?search=Grade', undefined, token, 'GET /users');
  await one('GET', 'users', user);
  await one('PUT', 'users', user, { firstName: 'Upper' });
  await call('PATCH', `${at('users', user)}/status`, { active: 'true' }, token, 'PATCH /users/{id}/status');
  await call(
    'PATCH',
    `${at('users', user)}/role`,
    { role: 'Administrator' },
    token,
    'PATCH /users/{id}/role',
  );
  const { accessToken } = await call('POST', '/auth', { username, password: first });
  await call('PATCH', '/users/preferences', { active: 'false' }, accessToken);
  await call('PATCH', '/users/password', { current: first, new: second }, accessToken);

  const hours = { startingTime: '9:00', finishingTime: '17:00' };
  const worked = { date: '2024-1-8', ...hours, payment: '80', extraNotes: '', worker: user._id };
  const log = await call('POST', '/logs', { ...worked, isAbsent: false });
  await call('GET', '/logs');
  await one('PUT', 'logs', log, { payment: 90 });
  await one('DELETE', 'logs', log);

  const details = { email: '', phoneNumber: '+441234567890', extraNotes: 'upgraded' };
  const payee = await call('POST', '/payees', { name: username, ...details });
  await one('GET', 'payees', payee);
  const value = { value: '12.50', description: username };
  const due = { serial: username, dueDate: '2024-2-1', payee: payee._id };
  const cheque = await call('POST', '/cheques', { ...due, ...value });
  await one('GET', 'cheques', cheque);
  await one('PUT', 'cheques', cheque, { isCancelled: true, payee: payee._id });
  const other = await send(url, {
    method: 'POST',
    path: '/payees',
    token,
    body: { name: `${username} gone` },
  });
  await one('DELETE', 'payees', JSON.parse(other.body).data ?? {});

  const bill = await call('POST', '/bills', { date: '2024-1-8', ...value, extraNotes: '' });
  await call('GET', '/bills');
  await one('GET', 'bills', bill);
  await one('PUT', 'bills', bill, { extraNotes: 'paid' });
  await one('DELETE', 'bills', bill);
  await one('DELETE', 'users', user);
  return answers;
}
