import { ifVersion, isNetworkError, onceIfNone } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { type Answered, type BulkItem, together } from '../../data/bulk.ts';
import { useChange } from '../../data/change.tsx';
import { RefusedError } from '../../data/refusals.tsx';
import { removalItem, useRemoval } from '../../data/removal.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { ConflictError } from '../../lib/record-changes.ts';
import { useLogTexts } from './LogValue.tsx';
import {
  DuplicateLogError,
  isWaiting,
  type LogWork,
  logOf,
  removeFromQueue,
  sendOrQueue,
  waitingLogs,
} from './outbox.ts';
import { bodyOf, type Log, logChanges } from './values.ts';

let drafts = 0;

/** What lists show until it is saved. */
const shownOf = (work: LogWork) => {
  const row = logOf(work, `draft ${++drafts}`);
  return { id: row._id, row };
};

const workerNameOf = (work: LogWork) => (work.kind === 'create' ? work.place : work.log).workerName;

/** Takes a change of a log back, unless somebody has changed it since. */
async function undoWork(work: LogWork, { _id: logID, version }: Log): Promise<unknown> {
  if (await removeFromQueue(logID)) return undefined;
  if (work.kind === 'create') return client.logs.remove.mutate({ logID }, ifVersion(version));
  const changes = logChanges(work.values, work.base.values);
  return client.logs.update.mutate({ logID, ...changes }, ifVersion(version));
}

/** Saves a log as it is by then; where the network is away, it waits. */
export const savingOf = (work: LogWork) => ({
  shows: [shownOf(work)],
  run: () => sendOrQueue(work),
  undo: (saved: Log) => ({ run: () => undoWork(work, saved) }),
});

/** One of many changes of logs. */
export interface LogStep {
  /** Of what is refused. */
  readonly name: string;
  readonly work: LogWork | { readonly kind: 'remove'; readonly log: Log };
}

const isWork = (work: LogStep['work']): work is LogWork => work.kind !== 'remove';

function itemOf({ name, work }: LogStep): BulkItem {
  if (!isWork(work)) return removalItem(work.log, name);
  const shows = shownOf(work);
  if (work.kind === 'create') {
    const { date, worker } = work.place;
    return { part: 'create', name, shows, body: { date, worker, ...bodyOf(work.values) } };
  }
  const { _id } = work.log;
  const { version, values } = work.base;
  return { part: 'update', name, shows, body: { _id, version, ...logChanges(values, work.values) } };
}

interface Outcome {
  readonly answered?: Answered;
  /** By themselves, or waiting for that. */
  readonly saved: readonly { readonly work: LogWork; readonly log: Log }[];
}

/** In one request, all or none; or where the network is away, each waits. A removal does not wait. */
function logsTogether(steps: readonly LogStep[], explain: (work: LogWork, error: unknown) => unknown) {
  // By itself: what somebody else has changed in other fields stays.
  const isAlone = (step: LogStep): step is LogStep & { readonly work: LogWork } =>
    isWork(step.work) &&
    (steps.length === 1 || (step.work.kind === 'update' && isWaiting(step.work.log._id)));
  const [alone, rest] = [steps.filter(isAlone), steps.filter((step) => !isAlone(step))];
  const isShift = ({ work }: LogStep) => work.kind === 'create' && work.isShift;
  const { run, undo, shows } = together('logs', [
    { items: rest.filter((step) => !isShift(step)).map(itemOf), condition: onceIfNone },
    // After the others, of which each is to be the only log of its day.
    { items: rest.filter(isShift).map(itemOf) },
  ]);
  const works = rest.map(({ work }) => work).filter(isWork);
  const hold = async (isTried: boolean): Promise<Outcome> => {
    const entries = await waitingLogs.hold(works, isTried);
    return { saved: entries.map(({ id, work }) => ({ work, log: logOf(work, id) })) };
  };
  const send = async (): Promise<Outcome> => {
    const mayWait = works.length === rest.length;
    if (mayWait && !navigator.onLine) return hold(false);
    try {
      return { answered: await run(), saved: [] };
    } catch (error) {
      if (!mayWait || !isNetworkError(error)) throw error;
      return hold(true);
    }
  };
  const sendAlone = async ({ name, work }: (typeof alone)[number]) => {
    try {
      return { work, log: await sendOrQueue(work) };
    } catch (error) {
      throw new RefusedError([{ name, error: explain(work, error) }]);
    }
  };
  return {
    shows: [...shows, ...alone.map(({ work }) => shownOf(work))],
    run: async (): Promise<Outcome> => {
      const { answered, saved } = await send();
      return { answered, saved: [...saved, ...(await Promise.all(alone.map(sendAlone)))] };
    },
    undo: ({ answered, saved }: Outcome) => ({
      run: async () => {
        if (answered) await undo(answered).run();
        for (const { work, log } of saved) await undoWork(work, log);
      },
    }),
  };
}

/** Saves logs: shown at once, taken back where the service refuses, and with an undo. Failures speak of the person. */
export function useLogChanges() {
  const { t } = useTranslation('logs');
  const { duplicate, conflict } = useLogTexts();
  const change = useChange('logs');
  const explain = (work: LogWork, error: unknown) => {
    const name = workerNameOf(work);
    if (error instanceof DuplicateLogError) return new LocalizedError(duplicate([name]));
    return error instanceof ConflictError ? new LocalizedError(conflict(name, error)) : error;
  };
  return {
    async save(work: LogWork) {
      if (work.kind === 'update' && Object.keys(logChanges(work.base.values, work.values)).length === 0)
        return;
      const { run, ...saving } = savingOf(work);
      await change({
        ...saving,
        run: () =>
          run().catch((error: unknown) => {
            throw explain(work, error);
          }),
        done: ({ _id }) =>
          isWaiting(_id) ? t('waiting.later') : t('savedFor', { name: workerNameOf(work) }),
      });
    },
    async saveAll(steps: readonly LogStep[], done: () => string) {
      if (steps.length === 0) return;
      await change({
        ...logsTogether(steps, explain),
        done: ({ saved }) => (saved.some(({ log }) => isWaiting(log._id)) ? t('waiting.later') : done()),
      });
    },
  };
}

export function useLogRemoval() {
  const { day, list } = useFormat();
  return useRemoval<Log>({ resource: 'logs', nameOf: ({ workerName, date }) => list(workerName, day(date)) });
}
