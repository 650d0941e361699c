import { isApiError, isNetworkError } from '@daybook/client';
import type { ErrorCode } from '@daybook/domain';
import { useMemo, useSyncExternalStore } from 'react';
import { queryClient } from '../../api.ts';
import { addOutbox, createOutbox, deviceStore, type Entry } from '../../data/outbox.ts';
import { serviceUrl } from '../../lib/addresses.ts';
import type { Pending } from '../../lib/pending.ts';
import { type BaseVersion, ConflictError } from '../../lib/record-changes.ts';
import { session } from '../../session.ts';
import { type Creation, DuplicateLogError, saveLogNow, type Update } from './save.ts';
import { baseOf, type Log, type LogValues, valuesOf, withValues } from './values.ts';

export type LogWork = Creation | Update;

/** Why a change cannot be made without asking. */
export type LogQuestion =
  | { readonly kind: 'recorded'; readonly theirs: readonly LogValues[] }
  | { readonly kind: 'changed'; readonly latest: BaseVersion<LogValues> }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

export type WaitingLog = Entry<LogWork, Log, LogQuestion>;

async function perform({ id, isTried, work, first }: WaitingLog): Promise<Log> {
  const attempt = { key: id, isTried };
  if (!first) return saveLogNow(work, attempt);
  const log = await saveLogNow(first, attempt);
  return saveLogNow(
    { kind: 'update', log, base: baseOf(log), values: work.values },
    { ...attempt, isTried: false },
  );
}

/** Errors after which the same may go well later. */
const passing = new Set<string>([
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'REQUEST_TIMEOUT',
  'UNAVAILABLE',
  'INTERNAL',
]);

function questionOf(error: unknown): LogQuestion | undefined {
  if (error instanceof DuplicateLogError) return { kind: 'recorded', theirs: error.theirs.map(valuesOf) };
  if (error instanceof ConflictError) return { kind: 'changed', latest: error.latest };
  if (!isApiError(error) || passing.has(error.data.code)) return undefined;
  return { kind: 'refused', code: error.data.code };
}

const name = `daybook-outbox ${serviceUrl}`;
const tabs = new BroadcastChannel(name);

const refreshLists = () =>
  Promise.all(
    ['logs', 'home', 'journal'].map((path) => queryClient.invalidateQueries({ queryKey: [[path]] })),
  );

const outbox = createOutbox<LogWork, Log, LogQuestion>({
  store: deviceStore<WaitingLog>(name),
  newId: () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
  isOnline: () => navigator.onLine,
  perform,
  isNoAnswer: isNetworkError,
  questionOf,
  // Without HTTPS there are no locks: two tabs may then send the same, which its key and version make once.
  alone: (id, run) =>
    navigator.locks
      ? navigator.locks.request(`${name} ${id}`, { ifAvailable: true }, (lock) => (lock ? run() : undefined))
      : run(),
  broadcast: () => tabs.postMessage('changed'),
  onDone: () => {
    tabs.postMessage('done');
    return refreshLists();
  },
});

export const waitingLogs = addOutbox(outbox);

tabs.onmessage = async ({ data }: MessageEvent<'changed' | 'done'>) => {
  if (data === 'done') await refreshLists();
  await waitingLogs.read();
};

const retryMs = 10_000;

const sendNow = () => {
  if (navigator.onLine && session.state.signedIn) void waitingLogs.send();
};

/** Shows and sends what waits for whoever is logged in, until the end that is returned. */
export function startSending() {
  waitingLogs.open(session.userID).then(sendNow, () => undefined);
  addEventListener('online', sendNow);
  const timer = setInterval(() => waitingLogs.entries.length > 0 && sendNow(), retryMs);
  return () => {
    removeEventListener('online', sendNow);
    clearInterval(timer);
    void waitingLogs.open(undefined);
  };
}

/** As a row in the place of what is recorded. */
function rowOf({ id, work, done }: WaitingLog): Log {
  if (done) return done;
  if (work.kind === 'update') return withValues(work.log, work.values);
  const minutes = { durationMinutes: 0, breakMinutes: 0, workedMinutes: 0 };
  const unknown = { ...minutes, crossesMidnight: false, createdAt: '', updatedAt: '', version: 0 };
  return withValues({ ...work.place, ...work.values, ...unknown, _id: id }, work.values);
}

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

/** Does the work, or where the network is away, lets it wait; what waits is answered as it will be. */
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

/** Lets works wait that cannot be sent now. @param isTried they may have been done */
export async function holdAll(works: readonly LogWork[], isTried: boolean): Promise<readonly Log[]> {
  const entries = await waitingLogs.hold(works, isTried);
  return entries.map(rowOf);
}

/** Sends other work in the place of what waits, such as the answer to its question. */
export async function resend(id: string, work: LogWork) {
  await waitingLogs.change(id, work);
  sendNow();
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
