import { Api, type HttpResponse } from './generated/api';
import { type Answer, run, url } from './scenario.ts';

type Failed = { readonly error: { readonly code: string } };

async function answered<T>(call: Promise<HttpResponse<{ readonly data: T }, Failed>>): Promise<Answer<T>> {
  // It rejects with the answer of a failure.
  const { status, data, error } = await call.catch(
    (failed: HttpResponse<{ readonly data: T }, Failed>) => failed,
  );
  return status === 200 ? { status, data: data.data } : { status, code: error.error.code };
}

let token: string | undefined;
const api = new Api({
  baseUrl: url,
  securityWorker: () => (token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
});

await run({
  logIn: (body) => answered(api.auth.authLogin(body)),
  setToken: (given) => {
    token = given;
  },
  users: {
    create: (body) => answered(api.users.usersCreate(body)),
    list: () => answered(api.users.usersList()),
    update: (id, body) => answered(api.users.usersUpdate(id, body)),
    remove: (id) => answered(api.users.usersRemove(id)),
  },
  logs: {
    create: (body) => answered(api.logs.logsCreate(body)),
    list: () => answered(api.logs.logsList()),
    update: (id, body) => answered(api.logs.logsUpdate(id, body)),
    remove: (id) => answered(api.logs.logsRemove(id)),
  },
  payees: {
    create: (body) => answered(api.payees.payeesCreate(body)),
    list: () => answered(api.payees.payeesList()),
    update: (id, body) => answered(api.payees.payeesUpdate(id, body)),
    remove: (id) => answered(api.payees.payeesRemove(id)),
  },
  cheques: {
    create: (body) => answered(api.cheques.chequesCreate(body)),
    list: () => answered(api.cheques.chequesList()),
    update: (id, body) => answered(api.cheques.chequesUpdate(id, body)),
    remove: (id) => answered(api.cheques.chequesRemove(id)),
  },
  bills: {
    create: (body) => answered(api.bills.billsCreate(body)),
    list: () => answered(api.bills.billsList()),
    update: (id, body) => answered(api.bills.billsUpdate(id, body)),
    remove: (id) => answered(api.bills.billsRemove(id)),
  },
});
