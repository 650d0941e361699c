import type { AddressInfo } from 'node:net';
import { encodeCursor } from '../cursor.ts';

/** The runner passes them to a peer, as JSON in its first argument. */
export interface PeerSettings {
  readonly databaseUrl: string;
  readonly jwtSecret: string;
}

export const settings: PeerSettings = JSON.parse(process.argv[2] ?? '{}');
export const secret = new TextEncoder().encode(settings.jwtSecret);

/** Seconds for which an access token is valid, as Daybook's default. */
export const lifetime = 12 * 60 * 60;
export const claims = { issuer: 'daybook', audience: 'daybook' } as const;

/** The runner waits for this line. */
export const ready = ({ port }: AddressInfo) => process.stdout.write(`ready at http://127.0.0.1:${port}\n`);

/** Up to `limit` rows out of one more than that, and where the next page begins. */
export function toPage<T extends { _id: string; date: string }>(rows: T[], limit: number) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    success: true,
    data: last ? rows.slice(0, limit) : rows,
    nextCursor: last ? encodeCursor(last.date, last._id) : null,
  };
}
