import * as sdk from './generated/fetch';
import * as schemas from './generated/zod';
import { type Answer, run } from './scenario.ts';

type Result<T> =
  | { readonly status: 200; readonly data: { readonly data: T } }
  | { readonly status: Exclude<number, 200>; readonly data: unknown };

async function answered<T>(call: Promise<Result<T>>): Promise<Answer<T>> {
  const { status, data } = await call;
  if (status === 200) return { status, data: (data as { readonly data: T }).data };
  return { status, code: (data as { error: { code: string } }).error.code };
}

/** The same, with the answer parsed by the schema that zod got of the document. */
async function parsed<T>(
  schema: { parse(answer: unknown): unknown },
  call: Promise<Result<T>>,
): Promise<Answer<T>> {
  const answer = await answered(
    call.then((result) => {
      if (result.status === 200) schema.parse(result.data);
      return result;
    }),
  );
  return answer;
}

let options: RequestInit = {};

await run({
  logIn: (body) => answered(sdk.authLogin(body)),
  setToken: (token) => {
    options = { headers: { authorization: `Bearer ${token}` } };
  },
  users: {
    create: (body) => parsed(schemas.UsersCreateResponse, sdk.usersCreate(body, options)),
    list: () => parsed(schemas.UsersListResponse, sdk.usersList(undefined, options)),
    update: (id, body) => parsed(schemas.UsersUpdateResponse, sdk.usersUpdate(id, body, options)),
    remove: (id) => parsed(schemas.UsersRemoveResponse, sdk.usersRemove(id, options)),
  },
  logs: {
    create: (body) => parsed(schemas.LogsCreateResponse, sdk.logsCreate(body, options)),
    list: () => parsed(schemas.LogsListResponse, sdk.logsList(undefined, options)),
    update: (id, body) => parsed(schemas.LogsUpdateResponse, sdk.logsUpdate(id, body, options)),
    remove: (id) => parsed(schemas.LogsRemoveResponse, sdk.logsRemove(id, options)),
  },
  payees: {
    create: (body) => parsed(schemas.PayeesCreateResponse, sdk.payeesCreate(body, options)),
    list: () => parsed(schemas.PayeesListResponse, sdk.payeesList(undefined, options)),
    update: (id, body) => parsed(schemas.PayeesUpdateResponse, sdk.payeesUpdate(id, body, options)),
    remove: (id) => parsed(schemas.PayeesRemoveResponse, sdk.payeesRemove(id, options)),
  },
  cheques: {
    create: (body) => parsed(schemas.ChequesCreateResponse, sdk.chequesCreate(body, options)),
    list: () => parsed(schemas.ChequesListResponse, sdk.chequesList(undefined, options)),
    update: (id, body) => parsed(schemas.ChequesUpdateResponse, sdk.chequesUpdate(id, body, options)),
    remove: (id) => parsed(schemas.ChequesRemoveResponse, sdk.chequesRemove(id, options)),
  },
  bills: {
    create: (body) => parsed(schemas.BillsCreateResponse, sdk.billsCreate(body, options)),
    list: () => parsed(schemas.BillsListResponse, sdk.billsList(undefined, options)),
    update: (id, body) => parsed(schemas.BillsUpdateResponse, sdk.billsUpdate(id, body, options)),
    remove: (id) => parsed(schemas.BillsRemoveResponse, sdk.billsRemove(id, options)),
  },
});
