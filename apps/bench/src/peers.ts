import { fileURLToPath } from 'node:url';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Peer {
  readonly title: string;
  readonly entry: string;
  /** Decorators are no part of what Node runs: this one is built first. */
  readonly built?: true;
  /**
   * Whether it takes part in the cases over growing tables too. There PostgreSQL does nearly all the work: Daybook and
   * the yardstick by hand show what the statement costs, and another framework would show the same once more.
   */
  readonly scales?: true;
}

export type PeerName = 'daybook' | 'by-hand' | 'trpc-to-openapi' | 'express' | 'nest';

export const PEERS: Readonly<Record<PeerName, Peer>> = {
  daybook: { title: 'Daybook', entry: file('../../server/src/main.ts'), scales: true },
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
};
