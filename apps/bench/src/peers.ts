import { fileURLToPath } from 'node:url';
import { type RequestSpec, trpcProtocol } from './cases.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Peer {
  readonly title: string;
  readonly entry: string;
  /** Decorators are no part of what Node runs: this one is built first. */
  readonly built?: true;
  /**
   * Whether it takes part in the cases over growing tables too. There PostgreSQL does nearly all the work: Daybook and
   * the baseline by hand show what the statement costs, and another framework would show the same once more.
   */
  readonly scales?: true;
  /** Takes part in the cases of the façade alone, and in no others. */
  readonly facade?: true;
  /** How requests and answers are translated, where it is no REST service. */
  readonly protocol?: { request(rest: RequestSpec): RequestSpec; answer(answer: unknown): unknown };
}

export type FacadePeer =
  | 'facade'
  | 'facade-by-hand'
  | 'facade-orpc-node'
  | 'facade-orpc-fastify'
  | 'facade-orpc-trpc'
  | 'facade-hono'
  | 'facade-trpc-to-openapi'
  | 'facade-trpc';
export type PeerName = 'daybook' | 'by-hand' | 'trpc-to-openapi' | 'express' | 'nest' | FacadePeer;

const facadePeer = (title: string): Peer => ({ title, entry: file('facade/peers.ts'), facade: true });

export const PEERS: Readonly<Record<PeerName, Peer>> = {
  daybook: { title: 'Daybook', entry: file('../../server/dist/main.js'), scales: true },
  'by-hand': {
    title: 'By hand: Fastify, JSON schemas, postgres.js',
    entry: file('peers/by-hand.ts'),
    scales: true,
  },
  'trpc-to-openapi': {
    title: "The same router behind trpc-to-openapi's plugin",
    entry: file('peers/trpc-to-openapi.ts'),
  },
  express: { title: 'Express, zod, Drizzle', entry: file('peers/express.ts') },
  nest: { title: 'NestJS on Fastify, zod, Drizzle', entry: file('../dist/peers/nest.js'), built: true },
  facade: facadePeer("Daybook's façade"),
  'facade-by-hand': facadePeer('By hand: Fastify, JSON schemas'),
  'facade-orpc-node': facadePeer("oRPC's OpenAPIHandler on node:http"),
  'facade-orpc-fastify': facadePeer("oRPC's OpenAPIHandler on Fastify"),
  'facade-orpc-trpc': facadePeer('The same router by toORPCRouter, on Fastify'),
  'facade-hono': facadePeer('Hono with @hono/zod-openapi'),
  'facade-trpc-to-openapi': facadePeer("trpc-to-openapi's Fastify plugin"),
  'facade-trpc': {
    ...facadePeer("tRPC's own Fastify plugin, in its own protocol"),
    protocol: trpcProtocol,
  },
};

export const isFacade = (peer: PeerName): boolean => PEERS[peer].facade === true;
