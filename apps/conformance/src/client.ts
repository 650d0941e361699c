import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from '../generated/interface.ts';

// A client that knows the document alone: every path, field and answer below is checked by generated types.

/** What was called, as `METHOD /path/{name}`, and the status of the answer. */
export type Trace = (operation: string, status: number) => void;

interface Answered<T> {
  readonly data?: { readonly success: true; readonly data: T };
  readonly error?: { readonly message: string };
}

/** The data of a success. @throws the message of a failure */
async function dataOf<T>(answer: Promise<Answered<T>>): Promise<T> {
  const { data, error } = await answer;
  if (!data) throw new Error(error?.message ?? 'neither data nor an error');
  return data.data;
}

const tracing = (trace: Trace): Middleware => ({
  onResponse({ schemaPath, request, response }) {
    trace(`${request.method} ${schemaPath}`, response.status);
  },
});

type Api = Client<paths>;

async function connect(baseUrl: string, trace: Trace, username: string, password: string): Promise<Api> {
  const api = createClient<paths>({ baseUrl });
  api.use(tracing(trace));
  const { accessToken } = await dataOf(api.POST('/auth', { body: { username, password } }));
  return createClientWith(baseUrl, trace, accessToken);
}

function createClientWith(baseUrl: string, trace: Trace, token: string): Api {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  api.use(tracing(trace));
  return api;
}

async function administerUsers(api: Api): Promise<string> {
  const body = {
    firstName: 'Grace',
    lastName: 'Hopper',
    username: 'grace.hopper',
    password: 'a long password',
  };
  const { _id: userID } = await dataOf(api.POST('/users', { body }));
  const params = { path: { userID } };
  const found = await dataOf(api.GET('/users', { params: { query: { search: '^grace h' } } }));
  if (found[0]?.fullName !== 'Grace Hopper') throw new Error('the search did not find her');
  await dataOf(api.GET('/users/{userID}', { params }));
  await dataOf(api.PUT('/users/{userID}', { params, body: { firstName: 'Augusta' } }));
  await dataOf(api.PATCH('/users/{userID}/status', { params, body: { active: 'true' } }));
  const { accessLevel } = await dataOf(
    api.PATCH('/users/{userID}/role', { params, body: { role: 'Supervisor' } }),
  );
  if (accessLevel !== 'Supervisor') throw new Error('the role did not change');
  return userID;
}

async function recordLogs(api: Api, worker: string): Promise<void> {
  const shift = { date: '2023-12-8', startingTime: '08:30', finishingTime: '17:00', payment: '500' };
  const body = { ...shift, extraNotes: '', worker, isAbsent: false };
  const { _id: logID, durationMinutes } = await dataOf(api.POST('/logs', { body }));
  if (durationMinutes !== 510) throw new Error('the duration is wrong');
  const params = { path: { logID } };
  await dataOf(api.GET('/logs'));
  await dataOf(api.PUT('/logs/{logID}', { params, body: { payment: 750 } }));
  await dataOf(api.DELETE('/logs/{logID}', { params }));
}

async function issueCheques(api: Api): Promise<void> {
  const mill = { name: 'Paper Mill', email: '', phoneNumber: '+972512345678', extraNotes: 'ورق' };
  const { _id: payeeID } = await dataOf(api.POST('/payees', { body: mill }));
  const ofPayee = { params: { path: { payeeID } } };
  await dataOf(api.GET('/payees/{payeeID}', ofPayee));
  const rent = {
    serial: '00523',
    dueDate: '2024-2-9',
    value: '1200.50',
    description: 'Rent',
    payee: payeeID,
  };
  const { _id: chequeID } = await dataOf(api.POST('/cheques', { body: rent }));
  const params = { path: { chequeID } };
  await dataOf(api.GET('/cheques/{chequeID}', { params }));
  await dataOf(api.PUT('/cheques/{chequeID}', { params, body: { isCancelled: true, payee: payeeID } }));
  await dataOf(api.DELETE('/payees/{payeeID}', ofPayee));
}

async function enterBills(api: Api): Promise<void> {
  const refund = { date: '2023-12-08', value: '-150', description: 'Refund', extraNotes: '' };
  const { _id: billID } = await dataOf(api.POST('/bills', { body: refund }));
  const params = { path: { billID } };
  await dataOf(api.GET('/bills'));
  await dataOf(api.GET('/bills/{billID}', { params }));
  await dataOf(api.PUT('/bills/{billID}', { params, body: { extraNotes: 'by hand' } }));
  await dataOf(api.DELETE('/bills/{billID}', { params }));
  const query = { updatedSince: '1970-01-01T00:00:00Z', fields: 'value' };
  const changes = await dataOf(api.GET('/bills', { params: { query } }));
  const deleted = changes.find((row) => row._id === billID);
  if (!deleted || !('deletedAt' in deleted && deleted.deletedAt))
    throw new Error('nobody tells of the deletion');
}

/** Calls each of the 25 operations of the interface at least once, as an Administrator. @throws at the first failure */
export async function callEveryOperation(
  baseUrl: string,
  username: string,
  password: string,
  trace: Trace,
): Promise<void> {
  const api = await connect(baseUrl, trace, username, password);
  const userID = await administerUsers(api);
  await recordLogs(api, userID);
  await issueCheques(api);
  await enterBills(api);
  await dataOf(api.PATCH('/users/preferences', { body: { active: 'false' } }));
  // openapi-fetch's types drop a field that is always null, and this answer has no other.
  const { error } = await api.PATCH('/users/password', {
    body: { current: password, new: 'another long password' },
  });
  if (error) throw new Error(error.message);
  await dataOf(api.DELETE('/users/{userID}', { params: { path: { userID } } }));
}
