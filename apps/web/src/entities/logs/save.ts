import { isApiError, once, onceIfNone } from '@daybook/client';
import { client } from '../../api.ts';
import type { DayText } from '../../lib/dates.ts';
import { type BaseVersion, changesOf, type Saving, saveChanges } from '../../lib/record-changes.ts';
import {
  baseOf,
  bodyOf,
  breakOf,
  type Log,
  type LogValues,
  touchedBy,
  valuesOf,
  withKnownTimes,
} from './values.ts';

export interface Place {
  readonly date: DayText;
  readonly worker: string;
  readonly workerName: string;
}

export interface Creation {
  readonly kind: 'create';
  readonly place: Place;
  readonly values: LogValues;
  /** One more on purpose, beside what is recorded. */
  readonly isShift: boolean;
}

export interface Update {
  readonly kind: 'update';
  readonly log: Log;
  readonly base: BaseVersion<LogValues>;
  readonly values: LogValues;
}

/** Somebody else has recorded the worker's day meanwhile. */
export class DuplicateLogError extends Error {
  readonly theirs: readonly Log[];

  constructor(theirs: readonly Log[]) {
    super('Recorded meanwhile.');
    this.theirs = theirs;
  }
}

/** How a log is saved, with whatever else a form holds of it. */
export const logSaving = <V extends LogValues>(
  logID: string,
  valuesToCompare: (log: Log) => BaseVersion<V>,
): Saving<V, Log> => ({
  record: logID,
  send: (changes, condition) =>
    client.logs.update.mutate({ logID, ...bodyOf(changes as Partial<LogValues>) }, condition),
  read: async () => valuesToCompare(await client.logs.get.query({ logID })),
  touched: touchedBy,
  normalise: withKnownTimes,
});

function written(name: string, value: unknown): string {
  if (name === 'payment') return String(Number(value));
  return name === 'breakMinutes' ? String(breakOf(String(value))) : String(value).trim();
}

/** Whether what was sent stands in a log, as the service writes it. */
const stands = (sent: Partial<LogValues>, log: Log) => {
  const now = valuesOf(log);
  return Object.entries(sent).every(
    ([name, value]) => written(name, value) === written(name, now[name as keyof LogValues]),
  );
};

/** Attempt to do a change that may have been sent before, alone or with others, though no answer came. */
export interface Attempt {
  /** The Idempotency-Key of a creation. */
  readonly key: string;
  readonly isTried: boolean;
}

/** @throws DuplicateLogError where there is a log of the worker's day already that is not this one */
async function create({ place, values, isShift }: Creation, { key, isTried }: Attempt): Promise<Log> {
  const { date, worker } = place;
  const recorded = async () => {
    const { items } = await client.logs.list.query({ from: date, to: date, worker });
    const { startingTime, finishingTime, breakMinutes, ...rest } = values;
    const typed = values.isAbsent ? rest : values;
    return { items, own: isTried ? items.find((log) => stands(typed, log)) : undefined };
  };
  // The service knows a key for a day, and none of what was sent with others.
  const sent = isShift && isTried ? (await recorded()).own : undefined;
  if (sent) return sent;
  try {
    const condition = isShift ? once(key) : onceIfNone(key);
    return await client.logs.create.mutate({ date, worker, ...bodyOf(values) }, condition);
  } catch (error) {
    if (!isApiError(error) || error.data.code !== 'PRECONDITION_FAILED') throw error;
    const { items, own } = await recorded();
    if (own) return own;
    // None: it was deleted since, and what was sent may be sent again.
    throw items.length > 0 ? new DuplicateLogError(items) : error;
  }
}

/** @throws ConflictError */
async function update({ log, base, values }: Update, { isTried }: Pick<Attempt, 'isTried'>): Promise<Log> {
  if (isTried) {
    const now = await client.logs.get.query({ logID: log._id });
    const changes = changesOf(base.values, withKnownTimes(values, base.values));
    if (now.version !== base.version && stands(changes, now)) return now;
  }
  return (await saveChanges(base, values, logSaving(log._id, baseOf))) ?? log;
}

export const saveLogNow = (work: Creation | Update, attempt: Attempt): Promise<Log> =>
  work.kind === 'create' ? create(work, attempt) : update(work, attempt);
