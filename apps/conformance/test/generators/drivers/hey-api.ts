import { client } from './generated/client.gen';
import * as sdk from './generated/sdk.gen';
import { type Answer, run, url } from './scenario.ts';

interface Result<T> {
  readonly data?: { readonly data: T } | undefined;
  readonly error?: unknown;
  readonly response?: Response | undefined;
}

async function answered<T>(call: Promise<Result<T>>): Promise<Answer<T>> {
  const { data, error, response } = await call;
  const { code } = (error as { error?: { code: string } } | undefined)?.error ?? {};
  return { status: response?.status ?? 0, data: data?.data, code };
}

let token: string | undefined;
client.setConfig({ baseUrl: url, auth: () => token });

await run({
  logIn: (body) => answered(sdk.authLogin({ body })),
  setToken: (given) => {
    token = given;
  },
  users: {
    create: (body) => answered(sdk.usersCreate({ body })),
    list: () => answered(sdk.usersList()),
    update: (userID, body) => answered(sdk.usersUpdate({ path: { userID }, body })),
    remove: (userID) => answered(sdk.usersRemove({ path: { userID } })),
  },
  logs: {
    create: (body) => answered(sdk.logsCreate({ body })),
    list: () => answered(sdk.logsList()),
    update: (logID, body) => answered(sdk.logsUpdate({ path: { logID }, body })),
    remove: (logID) => answered(sdk.logsRemove({ path: { logID } })),
  },
  payees: {
    create: (body) => answered(sdk.payeesCreate({ body })),
    list: () => answered(sdk.payeesList()),
    update: (payeeID, body) => answered(sdk.payeesUpdate({ path: { payeeID }, body })),
    remove: (payeeID) => answered(sdk.payeesRemove({ path: { payeeID } })),
  },
  cheques: {
    create: (body) => answered(sdk.chequesCreate({ body })),
    list: () => answered(sdk.chequesList()),
    update: (chequeID, body) => answered(sdk.chequesUpdate({ path: { chequeID }, body })),
    remove: (chequeID) => answered(sdk.chequesRemove({ path: { chequeID } })),
  },
  bills: {
    create: (body) => answered(sdk.billsCreate({ body })),
    list: () => answered(sdk.billsList()),
    update: (billID, body) => answered(sdk.billsUpdate({ path: { billID }, body })),
    remove: (billID) => answered(sdk.billsRemove({ path: { billID } })),
  },
});
