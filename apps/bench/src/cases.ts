import type { FacadeCase } from './facade/cases.ts';
import type { World } from './world.ts';

export const CRUD = ['get-bill', 'list-bills', 'create-bill', 'update-bill', 'log-in'] as const;
export const SCALING = ['search-users', 'logs-first', 'logs-deep'] as const;
export type DatabaseCase = (typeof CRUD)[number] | (typeof SCALING)[number];
export type CaseName = DatabaseCase | FacadeCase;

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** Without one the request is sent by nobody in particular. */
  readonly token?: string;
}

export interface Case<W = World> {
  readonly title: string;
  /** The request number `n`; the generator sends 0 to 1999 in turn, again and again. */
  ask(world: W, n: number): Ask;
  /** The one request whose answer must be the same from every peer, to the record that `fresh` made there. */
  readonly probe?: { fresh(world: W): Ask; ask(world: W, id: string): Ask };
  /** Fields of an answer that no two peers can have in common. */
  readonly own?: readonly string[];
  /** At the most, where 32 at once are not what the operation is for. */
  readonly connections?: number;
}

export const laps = 2000;

const json = (value: unknown) => JSON.stringify(value);
const token = ({ tokens }: World, n: number) => tokens[n % tokens.length] as string;
const record = ['_id', 'createdAt', 'updatedAt'];
/** The same one is changed in every fourth lap of 500, each time to another text: no change is void. */
const change = (n: number) => json({ extraNotes: `Settled, see note ${Math.floor(n / 500)}` });

const createBill = (world: World, n: number): Ask => ({
  method: 'POST',
  path: '/bills',
  token: token(world, n),
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
    ask: (world, n) => ({ method: 'GET', path: `/bills/${world.bill(n)}`, token: token(world, n) }),
  },
  'list-bills': {
    title: 'GET /bills?limit=100',
    ask: (world, n) => ({ method: 'GET', path: '/bills?limit=100', token: token(world, n) }),
  },
  'create-bill': {
    title: 'POST /bills',
    ask: createBill,
    own: record,
  },
  'update-bill': {
    title: 'PUT /bills/{billID}, one field',
    ask: (world, n) => ({
      method: 'PUT',
      path: `/bills/${world.bill(n % 500)}`,
      token: token(world, n),
      body: change(n),
    }),
    probe: {
      fresh: (world) => createBill(world, 0),
      ask: (world, id) => ({ method: 'PUT', path: `/bills/${id}`, token: token(world, 0), body: change(0) }),
    },
    own: record,
  },
  'log-in': {
    title: 'POST /auth (argon2id), 8 connections',
    ask: (world, n) => ({
      method: 'POST',
      path: '/auth',
      body: json({ username: world.username(n), password: world.password }),
    }),
    own: ['accessToken'],
    connections: 8,
  },
  'search-users': {
    title: 'GET /users?search=, 10 found',
    ask: (world, n) => ({
      method: 'GET',
      path: `/users?search=${encodeURIComponent('quixw.*rth$')}`,
      token: token(world, n),
    }),
  },
  'logs-first': {
    title: 'GET /logs?limit=100',
    ask: (world, n) => ({ method: 'GET', path: '/logs?limit=100', token: token(world, n) }),
  },
  'logs-deep': {
    title: 'GET /logs?limit=100&cursor= at 90 %',
    ask: (world, n) => ({
      method: 'GET',
      path: `/logs?limit=100&cursor=${world.deepCursor}`,
      token: token(world, n),
    }),
  },
};
