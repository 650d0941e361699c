import type { SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { execute } from './statement.ts';

const marking = new Set<string>();

/**
 * Writes down that something was used, beside the request: that it fails, or waits for a lock or a standby, concerns nobody.
 * @param id of what was used: one statement at a time is sent for it
 */
export function mark(db: Database, id: string, statement: SQL): void {
  if (marking.has(id)) return;
  marking.add(id);
  execute(db, statement)
    .catch(() => {})
    .finally(() => marking.delete(id));
}
