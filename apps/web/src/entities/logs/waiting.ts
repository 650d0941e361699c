import { isApiError, isNetworkError, once } from '@daybook/client';
import type { ErrorCode } from '@daybook/domain';
import { useMemo, useSyncExternalStore } from 'react';
import { client, queryClient } from '../../api.ts';
import { serviceUrl } from '../../lib/addresses.ts';
import type { DayText } from '../../lib/dates.ts';
import type { Pending } from '../../lib/pending.ts';
import { type Base, ConflictError } from '../../lib/record-changes.ts';
import { createOutbox, type Entry } from '../../outbox/outbox.ts';
import { deviceStore } from '../../outbox/store.ts';
import { session } from '../../session.ts';
import { saveNow } from './save.ts';
import { baseOf, bodyOf, type Log, type LogValues, valuesOf, withValues } from './values.ts';

export interface Place {
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
  /** What may have been recorded under other values, since no answer came. */
  readonly sent?: readonly LogValues[];
}

interface Update {
  readonly kind: 'update';
  readonly log: Log;
  readonly base: Base<LogValues>;
  readonly values: LogValues;
}

export type LogWork = Creation | Update;

/** Why a change cannot be made without asking. */
export type LogQuestion =
  | { readonly kind: 'recorded'; readonly theirs: readonly LogValues[] }
  | { readonly kind: 'changed'; readonly latest: Base<LogValues> }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

export type WaitingLog = Entry<LogWork, LogQuestion>;

const sameValues = (one: LogValues, other: LogValues) =>
  one.isAbsent === other.isAbsent &&
  (one.isAbsent || (one.startingTime === other.startingTime && one.finishingTime === other.finishingTime)) &&
  Number(one.payment) === Number(other.payment) &&
  one.extraNotes === other.extraNotes;

/**
 * What is recorded of the day is asked first, so that nothing is made twice, however long ago the lost answer was: the
 * service knows a key for a day only.
 */
async function create({ id, isTried, work }: WaitingLog, creation: Creation): Promise<LogQuestion | undefined> {
  const { place, values, isShift, sent = [] } = creation;
  const { date, worker } = place;
  const { items } = await client.logs.list.query({ from: date, to: date, worker });
  if (isTried && items.some((log) => sameValues(valuesOf(log), values))) return undefined;
  const earlier = items.find((log) => sent.some((one) => sameValues(valuesOf(log), one)));
  if (earlier) {
    await saveNow(earlier._id, baseOf(earlier), values);
    return undefined;
  }
  if (!isShift && items.length > 0) return { kind: 'recorded', theirs: items.map(valuesOf) };
  // A key belongs to one body.
  const key = sent.length > 0 ? `${id}-${sent.length}` : id;
  await client.logs.create.mutate({ date, worker, ...bodyOf((work as Creation).values) }, once(key));
  return undefined;
}

/** Errors after which the same may go well later. */
const passing = new Set(['UNAUTHENTICATED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL']);

async function send(entry: WaitingLog): Promise<LogQuestion | undefined> {
  const { work } = entry;
  try {
    if (work.kind === 'create') return await create(entry, work);
    await saveNow(work.log._id, work.base, work.values);
    return undefined;
  } catch (error) {
    if (error instanceof ConflictError) return { kind: 'changed', latest: error.latest };
    if (!isApiError(error) || passing.has(error.data.code)) throw error;
    return { kind: 'refused', code: error.data.code };
  }
}

const name = `daybook-outbox ${serviceUrl}`;
const tabs = new BroadcastChannel(name);

export const waitingLogs = createOutbox<LogWork, LogQuestion>({
  store: deviceStore(name),
  send,
  // Without HTTPS there are no locks: two tabs may then send the same, which its key and version make once.
  alone: (run) => (navigator.locks ? navigator.locks.request(name, run) : run()),
  broadcast: () => tabs.postMessage('changed'),
  onSent() {
    for (const path of ['logs', 'home', 'journal']) void queryClient.invalidateQueries({ queryKey: [[path]] });
  },
});

tabs.onmessage = () => void waitingLogs.read();

const retryMs = 30_000;
const sendNow = () => {
  if (navigator.onLine && session.state.signedIn) void waitingLogs.send().catch(() => undefined);
};

/** Shows and sends what waits for whoever is logged in, from now on. */
export function startSending() {
  const open = () => void waitingLogs.open(session.userID).then(sendNow, () => undefined);
  open();
  session.subscribe(open);
  addEventListener('online', sendNow);
  document.addEventListener('visibilitychange', sendNow);
  setInterval(() => waitingLogs.entries.length > 0 && sendNow(), retryMs);
}

const prefix = 'waiting ';
/** As a row in the place of what is recorded. */
function rowOf({ id, work }: WaitingLog): Log {
  if (work.kind === 'update') return withValues(work.log, work.values);
  const { place, values } = work;
  const empty = { _id: prefix + id, crossesMidnight: false, durationMinutes: 0, createdAt: '', updatedAt: '' };
  return withValues({ ...place, ...values, ...empty, version: 0 }, values);
}

const entryOf = (logID: string) =>
  waitingLogs.entries.find(({ id, work }) =>
    work.kind === 'create' ? prefix + id === logID : work.log._id === logID,
  );

/** Whether the log, or a change of it, waits for the network. */
export const isWaiting = (logID: string): boolean => entryOf(logID) !== undefined;

/** Takes back a change that waits. Was there one? */
export async function takeBack(logID: string): Promise<boolean> {
  const entry = entryOf(logID);
  if (entry) await waitingLogs.remove(entry.id);
  return entry !== undefined;
}

/** Does the work, or where the network is away, lets it wait; what waits is shown as if it were done. */
export async function nowOrLater<R>(work: LogWork, attempt: (key: string) => Promise<R>): Promise<R | Log> {
  const logID = work.kind === 'update' ? work.log._id : '';
  const before = entryOf(logID);
  if (before) {
    const { work: old, isTried } = before;
    const sent = old.kind === 'create' && isTried ? { sent: [...(old.sent ?? []), old.values] } : {};
    const next: LogWork =
      old.kind === 'create' ? { ...old, ...sent, values: work.values } : { ...old, values: work.values };
    await waitingLogs.change(before.id, next);
    sendNow();
    return rowOf({ ...before, work: next });
  }
  const id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  let isTried = false;
  if (navigator.onLine)
    try {
      return await attempt(id);
    } catch (error) {
      if (!isNetworkError(error)) throw error;
      isTried = true;
    }
  const entry = await waitingLogs.add(id, work, isTried);
  if (!entry) throw new Error('Nobody is logged in.');
  return rowOf(entry);
}

/** What waits, in the order in which it was made. */
export const useWaitingLogs = () => useSyncExternalStore(waitingLogs.subscribe, () => waitingLogs.entries);

/** As rows, for lists that show what will be. */
export function useWaitingRows(): readonly Pending<Log>[] {
  const entries = useWaitingLogs();
  return useMemo(() => entries.map((entry) => ({ id: rowOf(entry)._id, row: rowOf(entry) })), [entries]);
}
