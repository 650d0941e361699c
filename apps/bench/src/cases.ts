import type { Case, RequestSpec } from './case.ts';
import type { Dataset } from './dataset.ts';
import type { FacadeCase } from './facade/cases.ts';

export const CRUD = ['get-bill', 'list-bills', 'create-bill', 'update-bill', 'log-in'] as const;
export const SCALING = ['search-users', 'logs-first', 'logs-deep'] as const;
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
};
