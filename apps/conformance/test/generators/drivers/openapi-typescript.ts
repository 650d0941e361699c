import createClient from 'openapi-fetch';
import type { paths } from './generated/types';
import { type Answer, run, url } from './scenario.ts';

interface Result<T> {
  readonly data?: { readonly data: T } | undefined;
  readonly error?: { readonly error: { readonly code: string } } | undefined;
  readonly response: Response;
}

async function answered<T>(call: Promise<Result<T>>): Promise<Answer<T>> {
  const { data, error, response } = await call;
  return { status: response.status, data: data?.data, code: error?.error.code };
}

let token: string | undefined;
const api = createClient<paths>({ baseUrl: url });
api.use({
  onRequest({ request }) {
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  },
});

await run({
  logIn: (body) => answered(api.POST('/auth', { body })),
  setToken: (given) => {
    token = given;
  },
  users: {
    create: (body) => answered(api.POST('/users', { body })),
    list: () => answered(api.GET('/users')),
    update: (userID, body) => answered(api.PUT('/users/{userID}', { params: { path: { userID } }, body })),
    remove: (userID) => answered(api.DELETE('/users/{userID}', { params: { path: { userID } } })),
  },
  logs: {
    create: (body) => answered(api.POST('/logs', { body })),
    list: () => answered(api.GET('/logs')),
    update: (logID, body) => answered(api.PUT('/logs/{logID}', { params: { path: { logID } }, body })),
    remove: (logID) => answered(api.DELETE('/logs/{logID}', { params: { path: { logID } } })),
  },
  payees: {
    create: (body) => answered(api.POST('/payees', { body })),
    list: () => answered(api.GET('/payees')),
    update: (payeeID, body) =>
      answered(api.PUT('/payees/{payeeID}', { params: { path: { payeeID } }, body })),
    remove: (payeeID) => answered(api.DELETE('/payees/{payeeID}', { params: { path: { payeeID } } })),
  },
  cheques: {
    create: (body) => answered(api.POST('/cheques', { body })),
    list: () => answered(api.GET('/cheques')),
    update: (chequeID, body) =>
      answered(api.PUT('/cheques/{chequeID}', { params: { path: { chequeID } }, body })),
    remove: (chequeID) => answered(api.DELETE('/cheques/{chequeID}', { params: { path: { chequeID } } })),
  },
  bills: {
    create: (body) => answered(api.POST('/bills', { body })),
    list: () => answered(api.GET('/bills')),
    update: (billID, body) => answered(api.PUT('/bills/{billID}', { params: { path: { billID } }, body })),
    remove: (billID) => answered(api.DELETE('/bills/{billID}', { params: { path: { billID } } })),
  },
});
