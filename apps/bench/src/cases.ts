import type { Dataset } from './dataset.ts';

/** What is measured: requests of one kind. @param D what they refer to */
export interface Case<D = Dataset> {
  readonly title: string;
  /** The request number `n`; the generator sends 0 to `requestCount` - 1 in turn, again and again. */
  request(dataset: D, n: number): RequestSpec;
  /** A request for a record that `create` makes at each peer, whose answer must be the same from all of them. */
  readonly onNewRecord?: { create(dataset: D): RequestSpec; request(dataset: D, id: string): RequestSpec };
  /** Fields of an answer that differ from peer to peer. */
  readonly varying?: readonly string[];
  /** At the most, where 32 at once are not what the operation is for. */
  readonly connections?: number;
  /** During the warm-up: with few, Node would not have compiled the code when the first round begins. */
  readonly warmUpConnections?: number;
  /** Whether requests without their 200 are counted; elsewhere they are an error. */
  readonly mayFail?: true;
}

export const requestCount = 2000;

/** One request of a case. */
export interface RequestSpec {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Without one the request is anonymous. */
  readonly token?: string;
}

export const headersOf = ({ token, body }: RequestSpec): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/** Sends one request. @throws Error for anything but 200 with JSON */
export async function send(url: string, request: RequestSpec): Promise<unknown> {
  const { method, path, body } = request;
  const response = await fetch(url + path, {
    method,
    headers: headersOf(request),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

export const CRUD = ['get-bill', 'list-bills', 'create-bill', 'update-bill', 'log-in'] as const;
export const SCALING = ['search-users', 'logs-first', 'logs-deep', 'logs-default'] as const;
export type DatabaseCase = (typeof CRUD)[number] | (typeof SCALING)[number];
/** Creations on a disk, by the milliseconds that a commit takes more than on this machine's. */
export const COMMITS = { 'commit-0ms': 0, 'commit-2ms': 2, 'commit-5ms': 5 } as const;
export type CommitCase = keyof typeof COMMITS;
export type CaseName = DatabaseCase | CommitCase | FacadeCase;

const json = (value: unknown) => JSON.stringify(value);
const token = ({ tokens }: Dataset, n: number) => tokens[n % tokens.length] as string;
const record = ['_id', 'createdAt', 'updatedAt'];
/** The same one is changed in every fourth run of 500, each time to another text: no change is void. */
const change = (n: number) => json({ extraNotes: `Settled, see note ${Math.floor(n / 500)}` });

const createBill = (dataset: Dataset, n: number): RequestSpec => ({
  method: 'POST',
  path: '/bills',
  token: token(dataset, n),
  body: json({
    date: `2011-${1 + (n % 12)}-5`,
    value: `-${n}.50`,
    description: `Rent ${n}`,
    extraNotes: 'Paid in cash',
  }),
});

export const CASES: Readonly<Record<DatabaseCase, Case>> = {
  'get-bill': {
    title: 'GET /bills/{billID}',
    request: (dataset, n) => ({ method: 'GET', path: `/bills/${dataset.bill(n)}`, token: token(dataset, n) }),
  },
  'list-bills': {
    title: 'GET /bills?limit=100',
    request: (dataset, n) => ({ method: 'GET', path: '/bills?limit=100', token: token(dataset, n) }),
  },
  'create-bill': {
    title: 'POST /bills',
    request: createBill,
    varying: record,
  },
  'update-bill': {
    title: 'PUT /bills/{billID}, one field',
    request: (dataset, n) => ({
      method: 'PUT',
      path: `/bills/${dataset.bill(n % 500)}`,
      token: token(dataset, n),
      body: change(n),
    }),
    onNewRecord: {
      create: (dataset) => createBill(dataset, 0),
      request: (dataset, id) => ({
        method: 'PUT',
        path: `/bills/${id}`,
        token: token(dataset, 0),
        body: change(0),
      }),
    },
    varying: record,
  },
  'log-in': {
    title: 'POST /auth (argon2id), 8 connections',
    request: (dataset, n) => ({
      method: 'POST',
      path: '/auth',
      body: json({ username: dataset.username(n), password: dataset.password }),
    }),
    varying: ['accessToken'],
    connections: 8,
  },
  'search-users': {
    title: 'GET /users?search=, 10 found',
    request: (dataset, n) => ({
      method: 'GET',
      path: `/users?search=${encodeURIComponent('quixw.*rth$')}`,
      token: token(dataset, n),
    }),
  },
  'logs-first': {
    title: 'GET /logs?limit=100',
    request: (dataset, n) => ({ method: 'GET', path: '/logs?limit=100', token: token(dataset, n) }),
  },
  'logs-deep': {
    title: 'GET /logs?limit=100&cursor= at 90 %',
    request: (dataset, n) => ({
      method: 'GET',
      path: `/logs?limit=100&cursor=${dataset.deepCursor}`,
      token: token(dataset, n),
    }),
  },
  'logs-default': {
    title: 'GET /logs, 1000 rows',
    request: (dataset, n) => ({ method: 'GET', path: '/logs', token: token(dataset, n) }),
  },
};

export const FACADE = ['facade-get', 'facade-create'] as const;
export type FacadeCase = (typeof FACADE)[number];

/** Procedures without a database: what stays is HTTP, validation and JSON. */
export const FACADE_CASES: Readonly<Record<FacadeCase, Case<undefined>>> = {
  'facade-get': {
    title: 'GET /notes/{noteID}',
    request: (_, n) => ({
      method: 'GET',
      path: `/notes/0193a6a0-7c1e-7000-8000-${n.toString(16).padStart(12, '0')}`,
    }),
  },
  'facade-create': {
    title: 'POST /notes',
    request: (_, n) => ({
      method: 'POST',
      path: '/notes',
      body: JSON.stringify({
        title: `Rent ${n}`,
        text: 'Paid in cash',
        labels: ['house', 'rent'],
        pinned: true,
      }),
    }),
  },
};

/** The same calls in tRPC's own protocol, for its own adapter. */
export const trpcProtocol = {
  request({ method, path, body }: RequestSpec): RequestSpec {
    if (method !== 'GET') return { method, path: '/trpc/notes.create', ...(body !== undefined && { body }) };
    const input = JSON.stringify({ noteID: path.split('/')[2] });
    return { method, path: `/trpc/notes.get?input=${encodeURIComponent(input)}` };
  },
  answer: (answer: unknown): unknown => (answer as { result: { data: unknown } }).result.data,
};
