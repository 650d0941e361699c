import * as clients from './generated';
import { type Answer, run } from './scenario.ts';

type Result = { readonly status: number; readonly data: unknown };
interface Typed<T> extends Result {
  readonly data: { readonly data: T };
}

/** Its fetch answers failures as it answers successes, typed as the latter. */
async function answered<T>(call: Promise<Typed<T>>): Promise<Answer<T>> {
  const { status, data }: Result = await call;
  if (status === 200) return { status, data: (data as { readonly data: T }).data };
  return { status, code: (data as { error: { code: string } }).error.code };
}

// Its fetch does not say what it sends.
const json = { 'content-type': 'application/json' };
let config: { headers: Record<string, string> } = { headers: json };

await run({
  logIn: (body) => answered(clients.authLogin(body, config)),
  setToken: (token) => {
    config = { headers: { ...json, authorization: `Bearer ${token}` } };
  },
  users: {
    create: (body) => answered(clients.usersCreate(body, undefined, config)),
    list: () => answered(clients.usersList(undefined, config)),
    update: (id, body) => answered(clients.usersUpdate(id, body, undefined, config)),
    remove: (id) => answered(clients.usersRemove(id, undefined, config)),
  },
  logs: {
    create: (body) => answered(clients.logsCreate(body, undefined, config)),
    list: () => answered(clients.logsList(undefined, config)),
    update: (id, body) => answered(clients.logsUpdate(id, body, undefined, config)),
    remove: (id) => answered(clients.logsRemove(id, undefined, config)),
  },
  payees: {
    create: (body) => answered(clients.payeesCreate(body, undefined, config)),
    list: () => answered(clients.payeesList(undefined, config)),
    update: (id, body) => answered(clients.payeesUpdate(id, body, undefined, config)),
    remove: (id) => answered(clients.payeesRemove(id, undefined, config)),
  },
  cheques: {
    create: (body) => answered(clients.chequesCreate(body, undefined, config)),
    list: () => answered(clients.chequesList(undefined, config)),
    update: (id, body) => answered(clients.chequesUpdate(id, body, undefined, config)),
    remove: (id) => answered(clients.chequesRemove(id, undefined, config)),
  },
  bills: {
    create: (body) => answered(clients.billsCreate(body, undefined, config)),
    list: () => answered(clients.billsList(undefined, config)),
    update: (id, body) => answered(clients.billsUpdate(id, body, undefined, config)),
    remove: (id) => answered(clients.billsRemove(id, undefined, config)),
  },
});
