import { type Conditional, ifVersion, isApiError } from '@daybook/client';

/** A record as it was loaded, which changes are compared with. */
export interface BaseVersion<V extends object> {
  /** Undefined where it is not known: then nothing says that it is still this one. */
  readonly version?: number | undefined;
  readonly values: V;
  /** How values read that are not written as they are, such as the name of whom they stand for. */
  readonly labels?: Partial<Record<keyof V, string>>;
}

/** Somebody else has changed the same fields meanwhile. */
export class ConflictError<V extends object> extends Error {
  readonly latest: BaseVersion<V>;
  readonly fields: readonly (keyof V)[];

  constructor(latest: BaseVersion<V>, fields: readonly (keyof V)[]) {
    super('Changed meanwhile.');
    this.latest = latest;
    this.fields = fields;
  }
}

/** How a record is saved. */
export interface Saving<V extends object, R = unknown> {
  /** The record whose changes by others its form shows while it is open. */
  readonly record?: string;
  /** Sends what differs from what was loaded. */
  readonly send: (changes: Partial<V>, condition: Conditional) => Promise<R>;
  /** Asked where somebody else has changed it meanwhile. */
  readonly read: () => Promise<BaseVersion<V>>;
  /** Fields that mean something else once these are changed. */
  readonly touched?: (changes: Partial<V>) => readonly (keyof V)[];
  /** What is saved of what was typed. */
  readonly normalise?: (typed: V, before: V) => V;
}

/** With which a change, a deletion too, is of the record as it was loaded and of no later one. */
export const versionCondition = (version: number | undefined): Conditional =>
  version === undefined ? { context: {} } : ifVersion(version);

/** The values that differ. */
export const changesOf = <V extends object>(before: V, after: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>;

/** The fields that somebody else has changed otherwise. */
export const conflicts = <V extends object>(
  base: BaseVersion<V>,
  latest: BaseVersion<V>,
  after: V,
  mine: ReadonlySet<keyof V>,
): readonly (keyof V)[] =>
  (Object.keys(changesOf(base.values, latest.values)) as (keyof V)[]).filter(
    (name) => mine.has(name) && latest.values[name] !== after[name],
  );

/**
 * Saves what differs from what was loaded; nothing differs, nothing is sent. What somebody else has changed meanwhile
 * stays, in other fields.
 * @throws ConflictError where it is the same fields
 */
export async function saveChanges<V extends object, R>(
  base: BaseVersion<V>,
  typed: V,
  { send, read, touched = () => [], normalise = (values) => values }: Saving<V, R>,
): Promise<R | undefined> {
  const after = normalise(typed, base.values);
  const changes = changesOf(base.values, after);
  const mine = new Set([...(Object.keys(changes) as (keyof V)[]), ...touched(changes)]);
  if (mine.size === 0) return undefined;
  for (let { version } = base; ; ) {
    try {
      return await send(changes, versionCondition(version));
    } catch (error) {
      if (!isApiError(error) || error.data.code !== 'PRECONDITION_FAILED') throw error;
      const latest = await read();
      const fields = conflicts(base, latest, after, mine);
      if (fields.length > 0) throw new ConflictError(latest, fields);
      version = latest.version;
    }
  }
}

/** What stands now in a field that somebody else has changed, for people. */
export const displayValue = <V extends object>({ values, labels }: BaseVersion<V>, field: keyof V): string =>
  labels?.[field] || String(values[field] ?? '') || '—';
