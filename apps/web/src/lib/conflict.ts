import { type Conditional, ifVersion, isApiError } from '@daybook/client';

/** A record as somebody saw it. */
export interface Seen<V extends object> {
  readonly version: number;
  readonly values: V;
  /** How values read that are not written as they are, such as the name of whom they stand for. */
  readonly told?: Partial<Record<keyof V, string>>;
}

/** Somebody else has changed the same fields meanwhile. */
export class Conflict<V extends object> extends Error {
  readonly now: Seen<V>;
  readonly fields: readonly (keyof V)[];

  constructor(now: Seen<V>, fields: readonly (keyof V)[]) {
    super('Changed meanwhile.');
    this.now = now;
    this.fields = fields;
  }
}

interface Saving<V extends object, R> {
  /** Sends what differs from what was seen. */
  readonly send: (changes: Partial<V>, condition: Conditional) => Promise<R>;
  readonly read: () => Promise<Seen<V>>;
  /** Fields that mean something else once these are changed. */
  readonly touched?: (changes: Partial<V>) => readonly (keyof V)[];
}

export const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>;

/**
 * Saves what differs from what was seen; nothing differs, nothing is sent. What somebody else has changed meanwhile
 * stays, in other fields.
 * @throws Conflict where it is the same fields
 */
export async function saveChanges<V extends object, R>(
  seen: Seen<V>,
  after: V,
  { send, read, touched = () => [] }: Saving<V, R>,
): Promise<R | undefined> {
  const changes = changesOf(seen.values, after);
  const mine = new Set([...(Object.keys(changes) as (keyof V)[]), ...touched(changes)]);
  if (mine.size === 0) return undefined;
  for (let { version } = seen; ; ) {
    try {
      return await send(changes, ifVersion(version));
    } catch (error) {
      if (!isApiError(error) || error.data.code !== 'PRECONDITION_FAILED') throw error;
      const now = await read();
      const theirs = Object.keys(changesOf(seen.values, now.values)) as (keyof V)[];
      const fields = theirs.filter((name) => mine.has(name) && now.values[name] !== after[name]);
      if (fields.length > 0) throw new Conflict(now, fields);
      version = now.version;
    }
  }
}

/** What stands now in a field that somebody else has changed, for people. */
export const toldOf = <V extends object>({ values, told }: Seen<V>, field: keyof V): string =>
  told?.[field] || String(values[field] ?? '') || '—';
