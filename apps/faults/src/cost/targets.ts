import type { RequestSpec } from '../client.ts';
import { batchTargets, creations, restTargets, rpcTargets } from './operation-targets.ts';
import {
  addressTexts,
  type Generate,
  headerTexts,
  knownTexts,
  knownValues,
  otherTexts,
  otherValues,
} from './samples.ts';
import { address, type Family, type Fixtures, type Input, type Target } from './target.ts';

/** A kind of input: its name, and how it is generated. */
export interface Kind {
  readonly name: string;
  readonly family: Family;
  /** Known to be slow in services of this kind. */
  readonly known: boolean;
  readonly generate: Generate;
}

/** All kinds of input for a place. */
export function kindsOf({ families, extra = {} }: Target): Kind[] {
  const kinds = (family: Family, known: boolean, generators: Readonly<Record<string, Generate>>) =>
    Object.entries(generators).map(([name, generate]) => ({ name, family, known, generate }));
  return [
    ...(families.includes('text')
      ? [...kinds('text', true, knownTexts), ...kinds('text', false, otherTexts)]
      : []),
    ...(families.includes('json')
      ? [...kinds('json', true, knownValues), ...kinds('json', false, otherValues)]
      : []),
    ...kinds('text', false, extra),
  ];
}

const paths = ['/', '/x/', '/app/', '/app/assets/', '/docs/', '/openapi.json/', '/trpc/', '/healthz/', '/%'];

const pathTargets = (): Target[] =>
  paths.map((path) => ({
    name: `GET ${path}…`,
    group: `path ${path}`,
    families: ['text'],
    extra: addressTexts,
    maxBytes: address,
    request: (_fixtures, { text = '' }) => ({
      path: path + encodeURI(text.toWellFormed()).replaceAll(/[?#]/g, encodeURIComponent),
    }),
  }));

/** Those that the service or a part of it reads; with what a value of each begins. */
const headers: readonly (readonly [name: string, before: string])[] = [
  ['authorization', ''],
  ['authorization', 'Bearer '],
  ['authorization', 'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.'],
  ['cookie', ''],
  ['cookie', 'daybook_refresh='],
  ['if-match', ''],
  ['if-none-match', ''],
  ['idempotency-key', ''],
  ['host', ''],
  ['x-forwarded-for', ''],
  ['x-forwarded-host', ''],
  ['x-forwarded-proto', ''],
  ['x-request-id', ''],
  ['user-agent', ''],
  ['accept', ''],
  ['accept-encoding', ''],
  ['trpc-accept', ''],
  ['content-type', ''],
  ['content-type', 'application/json; '],
  ['content-type', 'application/json; charset='],
  ['content-encoding', ''],
  ['origin', 'http://'],
  ['sec-fetch-site', ''],
  ['range', 'bytes='],
  ['expect', ''],
];

function headerTargets(): Target[] {
  const creation = creations.find(({ resource }) => resource === 'bills');
  const places: Record<string, (fixtures: Fixtures) => RequestSpec> = {
    'POST /bills': (fixtures) => creation?.request(fixtures) ?? { path: '/bills' },
    'PUT /bills/{billID}': ({ token, ids }) => ({
      method: 'PUT',
      path: `/bills/${ids.bills}`,
      token,
      body: { value: '1' },
    }),
    'POST /auth/refresh': () => ({ method: 'POST', path: '/auth/refresh' }),
    'tRPC bills.create': ({ token }) => ({ method: 'POST', path: '/trpc/bills.create', token, body: {} }),
    'GET /docs/': () => ({ path: '/docs/' }),
    'GET /app/assets/x': () => ({ path: '/app/assets/x.js' }),
  };
  return Object.entries(places).flatMap(([place, requestOf]) =>
    headers.map(([name, before]) => ({
      name: `${place} ${name}: ${before.slice(0, 20)}`,
      group: `header ${name} ${before}`,
      families: ['text'] as const,
      extra: headerTexts,
      maxBytes: address,
      request: (fixtures: Fixtures, { text = '' }: Input): RequestSpec => ({
        ...requestOf(fixtures),
        headers: { [name]: before + headerBytes(text) },
      }),
    })),
  );
}

/** In the bytes of UTF-8, each as one sign, as Node sends headers; without those that no header may have. */
const headerBytes = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

export const targets: readonly Target[] = [
  ...restTargets(),
  ...rpcTargets(),
  ...batchTargets(),
  ...pathTargets(),
  ...headerTargets(),
];
