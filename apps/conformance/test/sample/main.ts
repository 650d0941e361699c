import {
  createClient,
  type Fetch,
  type Inputs,
  isApiError,
  items,
  pages,
  refreshSession,
} from '@daybook/client';

// A program that uses the packed client: compiled, bundled and run by test/service/package.test.ts.

declare const process: { argv: string[] };
const [, , url = '', username = '', password = ''] = process.argv;

/** Node keeps no cookies. */
let cookie = '';
const keepingCookies: Fetch = async (address, init) => {
  const headers = new Headers(init.headers);
  if (cookie) headers.set('cookie', cookie);
  const response = await fetch(address, { ...init, headers });
  const set = response.headers.get('set-cookie');
  if (set) cookie = set.split(';', 1)[0] ?? '';
  return response;
};

const events: string[] = [];
let token: string | undefined;
const client = createClient({
  url,
  token: () => token,
  fetch: keepingCookies,
  async refresh() {
    events.push('refresh');
    token = (await refreshSession({ url, fetch: keepingCookies }))?.accessToken;
    return token;
  },
  onSignedOut: () => events.push('signed out'),
});

/** The code of a failure; compiles only while every code has a case. */
function codeOf(error: unknown): string {
  if (!isApiError(error)) throw error;
  const { data } = error;
  switch (data.code) {
    case 'VALIDATION':
    case 'INVALID_SEARCH':
    case 'TOO_MANY_RESULTS':
    case 'UNKNOWN_REFERENCE':
    case 'USERNAME_TAKEN':
    case 'BOOK_OVERLAP':
    case 'READING_EXISTS':
    case 'RATE_EXISTS':
    case 'ALREADY_SETTLED':
    case 'SETTLEMENT_STATE':
    case 'NOT_SETTLED':
    case 'GONE':
    case 'PERIOD_CLOSED':
    case 'CURRENCY_FIXED':
    case 'UNDO_CONFLICT':
    case 'CHEQUE_STATE':
    case 'BILL_PAID':
      return `${data.code} ${data.issues.map(({ path }) => path.join('.')).join(' ')}`;
    case 'INVALID_CREDENTIALS':
    case 'UNAUTHENTICATED':
    case 'SECOND_FACTOR_REQUIRED':
    case 'SECOND_FACTOR_WRONG':
    case 'SSO_REQUIRED':
    case 'SSO_FAILED':
    case 'SSO_UNKNOWN':
    case 'FORBIDDEN':
    case 'ENROLMENT_REQUIRED':
    case 'FRESH_LOG_IN_REQUIRED':
    case 'INSUFFICIENT_SCOPE':
    case 'TOKEN_NOT_ALLOWED':
    case 'NOT_FOUND':
    case 'LAST_ADMINISTRATOR':
    case 'STORAGE_FULL':
    case 'RANGE_NOT_SATISFIABLE':
    case 'SELF_CHANGE':
    case 'ACCOUNT_INACTIVE':
    case 'IDENTITY_TAKEN':
    case 'LINK_INVALID':
    case 'PASSKEY_INVALID':
    case 'NOT_DELETED':
    case 'ALREADY_ERASED':
    case 'NOT_UNDOABLE':
    case 'IDEMPOTENCY_KEY_REUSED':
    case 'PRECONDITION_FAILED':
    case 'INVALID_JSON':
    case 'METHOD_NOT_ALLOWED':
    case 'REQUEST_TIMEOUT':
    case 'PAYLOAD_TOO_LARGE':
    case 'BATCH_TOO_LARGE':
    case 'URI_TOO_LONG':
    case 'UNSUPPORTED_MEDIA_TYPE':
    case 'HEADERS_TOO_LARGE':
    case 'TOO_MANY_REQUESTS':
    case 'UNAVAILABLE':
    case 'INTERNAL':
      return data.code;
  }
}

// @ts-expect-error: types are known, and a bill has no worker
export const unknownField: Inputs['bills']['create'] = { date: '2026-01-31', value: '1', worker: 'x' };

const outcome = (call: Promise<unknown>) => call.then(() => 'ok', codeOf);

async function main() {
  const wrong = await outcome(client.auth.login.mutate({ username, password: `${password}?` }));
  token = (await client.auth.login.mutate({ username, password })).accessToken;

  const bill: Inputs['bills']['create'] = { date: '2026-01-31', value: '12.50', description: 'Paper' };
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await client.bills.create.mutate(bill))._id);
  const invalid = await outcome(client.bills.create.mutate({ ...bill, date: '2026-02-30', value: 'much' }));

  token = 'not a token';
  const names = await Promise.all(made.map((billID) => client.bills.get.query({ billID })));
  const lengths: number[] = [];
  for await (const page of pages(client.bills.list.query, { limit: 2 })) lengths.push(page.length);
  const values: string[] = [];
  for await (const { value } of items(client.bills.list.query, { limit: 2 })) values.push(value);

  await client.auth.logout.mutate();
  const over = await Promise.all([outcome(client.auth.me.query()), outcome(client.auth.me.query())]);
  return { wrong, invalid, read: names.length, lengths, values, over, events };
}

console.log(JSON.stringify(await main()));
