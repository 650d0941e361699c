import { isApiError, isNetworkError, once, onceIfNone } from '@daybook/client';
import type { ErrorCode } from '@daybook/domain';
import { useMemo, useSyncExternalStore } from 'react';
import { client, queryClient } from '../../api.ts';
import { createDeviceOutbox, mayPass } from '../../data/device-outbox.ts';
import type { Entry } from '../../data/outbox.ts';
import type { DayText } from '../../lib/dates.ts';
import type { Pending } from '../../lib/pending.ts';
import {
  type BaseVersion,
  ConflictError,
  changesOf,
  type Saving,
  saveChanges,
} from '../../lib/record-changes.ts';
import {
  baseOf,
  bodyOf,
  breakOf,
  type Log,
  type LogValues,
  touchedBy,
  valuesOf,
  withKnownTimes,
  withValues,
} from './values.ts';

interface Place {
  readonly date: DayText;
  readonly worker: string;
  readonly workerName: string;
}

interface Creation {
  readonly kind: 'create';
  readonly place: Place;
  readonly values: LogValues;
  /** One more on purpose, beside what is recorded. */
  readonly isShift: boolean;
}

interface Update {
  readonly kind: 'update';
  readonly log: Log;
  readonly base: BaseVersion<LogValues>;
  readonly values: LogValues;
}

export type LogWork = Creation | Update;

/** Why a change cannot be made without asking. */
type LogQuestion =
  | { readonly kind: 'recorded'; readonly theirs: readonly LogValues[] }
  | { readonly kind: 'changed'; readonly latest: BaseVersion<LogValues> }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

export type WaitingLog = Entry<LogWork, Log, LogQuestion>;

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

/** Where it is tried, it may have been done before, alone or with others, though no answer came. */
type Attempt = Pick<WaitingLog, 'id' | 'isTried'>;

/** @throws DuplicateLogError where there is a log of the worker's day already that is not this one */
async function create({ place, values, isShift }: Creation, { id, isTried }: Attempt): Promise<Log> {
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
    const condition = isShift ? once(id) : onceIfNone(id);
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
async function update({ log, base, values }: Update, { isTried }: Attempt): Promise<Log> {
  if (isTried) {
    const now = await client.logs.get.query({ logID: log._id });
    const changes = changesOf(base.values, withKnownTimes(values, base.values));
    if (now.version !== base.version && stands(changes, now)) return now;
  }
  return (await saveChanges(base, values, logSaving(log._id, baseOf))) ?? log;
}

async function perform({ work, first, ...attempt }: WaitingLog): Promise<Log> {
  const sent = first ?? work;
  const log = await (sent.kind === 'create' ? create(sent, attempt) : update(sent, attempt));
  if (!first) return log;
  return update(
    { kind: 'update', log, base: baseOf(log), values: work.values },
    { ...attempt, isTried: false },
  );
}

function questionOf(error: unknown): LogQuestion | undefined {
  if (error instanceof DuplicateLogError) return { kind: 'recorded', theirs: error.theirs.map(valuesOf) };
  if (error instanceof ConflictError) return { kind: 'changed', latest: error.latest };
  if (!isApiError(error) || mayPass(error.data.code)) return undefined;
  return { kind: 'refused', code: error.data.code };
}

const device = createDeviceOutbox<LogWork, Log, LogQuestion>({
  name: 'daybook-outbox',
  perform,
  isNoAnswer: isNetworkError,
  questionOf,
  refresh: () =>
    Promise.all(
      ['logs', 'home', 'journal'].map((path) => queryClient.invalidateQueries({ queryKey: [[path]] })),
    ),
});

export const { outbox: waitingLogs, start: startSending } = device;

/** The log as it will be once the work is done. @param id of one that the service does not know yet */
export function logOf(work: LogWork, id: string): Log {
  if (work.kind === 'update') return withValues(work.log, work.values);
  const minutes = { durationMinutes: 0, breakMinutes: 0, workedMinutes: 0 };
  const unknown = { ...minutes, crossesMidnight: false, createdAt: '', updatedAt: '', version: 0 };
  return withValues({ ...work.place, ...work.values, ...unknown, _id: id }, work.values);
}

const rowOf = ({ id, work, done }: WaitingLog): Log => done ?? logOf(work, id);

const entryOf = (logID: string) =>
  waitingLogs.entries.find((entry) => rowOf(entry)._id === logID && !entry.done);

/** Takes back a change that waits and was never sent. Was there one? */
export async function removeFromQueue(logID: string): Promise<boolean> {
  const entry = entryOf(logID);
  // What may have been done is taken back at the service.
  if (!entry || entry.isTried) return false;
  await waitingLogs.remove(entry.id);
  return true;
}

/** Saves a log, or where the network is away, lets it wait; what waits is answered as it will be. */
export async function sendOrQueue(work: LogWork): Promise<Log> {
  const before = work.kind === 'update' ? entryOf(work.log._id) : undefined;
  if (before) {
    const next = { ...before.work, values: work.values };
    await resend(before.id, next);
    return rowOf({ ...before, work: next });
  }
  const result = await waitingLogs.submit(work);
  return 'done' in result ? result.done : rowOf(result.waiting);
}

/** Sends other work in the place of what waits, such as the answer to its question. */
export async function resend(id: string, work: LogWork) {
  await waitingLogs.change(id, work);
  void device.send();
}

/** What waits, in the order in which it was made. */
export const useWaitingLogs = () => useSyncExternalStore(waitingLogs.subscribe, () => waitingLogs.entries);

/** As rows, for lists that show what will be. */
export function useWaitingRows(): readonly Pending<Log>[] {
  const entries = useWaitingLogs();
  return useMemo(() => entries.map(rowOf).map((row) => ({ id: row._id, row })), [entries]);
}

/** The logs of which something waits. */
export function useWaitingIds(): ReadonlySet<string> {
  const rows = useWaitingRows();
  return useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
}

export const isWaiting = (logID: string) => entryOf(logID) !== undefined;
