import { ifVersion, isNetworkError, onceIfNone } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import {
  type BulkChange,
  type BulkItem,
  RefusedError,
  removalItem,
  together,
  useBulk,
} from '../../data/bulk.tsx';
import { type Undoable, useChange } from '../../data/change.tsx';
import type { BulkAnswer } from '../../data/record-client.ts';
import { removalOf, useRemoval } from '../../data/removal.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { ConflictError } from '../../lib/record-changes.ts';
import { useLogTexts } from './LogValue.tsx';
import { DuplicateLogError, type Place } from './save.ts';
import { baseOf, bodyOf, type Log, type LogValues, logChanges, valuesOf, withValues } from './values.ts';
import { holdAll, isWaiting, type LogWork, removeFromQueue, sendOrQueue } from './waiting.ts';

let drafts = 0;

/** A log as it will be, before the service has seen it. */
const draft = (place: Place, values: LogValues): Log =>
  withValues(
    {
      ...place,
      ...values,
      _id: `draft ${++drafts}`,
      crossesMidnight: false,
      durationMinutes: 0,
      breakMinutes: 0,
      workedMinutes: 0,
      createdAt: '',
      updatedAt: '',
      version: 0,
    },
    values,
  );

/** A log as it will be once the work is done. */
const shownOf = (work: LogWork) => {
  const row = work.kind === 'create' ? draft(work.place, work.values) : withValues(work.log, work.values);
  return { id: row._id, row };
};

/** Takes a change of a log back, unless somebody has changed it since. */
export async function undoWork(work: LogWork, { _id: logID, version }: Log): Promise<unknown> {
  if (await removeFromQueue(logID)) return undefined;
  if (work.kind === 'create') return client.logs.remove.mutate({ logID }, ifVersion(version));
  const changes = logChanges(work.values, work.base.values);
  return client.logs.update.mutate({ logID, ...changes }, ifVersion(version));
}

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
  readonly answers: readonly BulkAnswer[];
  readonly waiting: readonly { readonly work: LogWork; readonly log: Log }[];
}

/** In one request, all or none; or where the network is away, each waits. A removal does not wait. */
function logsTogether(steps: readonly LogStep[]): BulkChange<Outcome> {
  const works = steps.map(({ work }) => work).filter(isWork);
  const waits = (work: LogStep['work']) => work.kind === 'update' && isWaiting(work.log._id);
  const [kept, fresh] = [works.filter(waits), works.filter((work) => !waits(work))];
  const isShift = ({ work }: LogStep) => work.kind === 'create' && work.isShift;
  const sent = steps.filter(({ work }) => !waits(work));
  const {
    run,
    undo,
    shows = [],
  } = together('logs', [
    { items: sent.filter((step) => !isShift(step)).map(itemOf), condition: onceIfNone },
    // After the others, of which each is to be the only log of its day.
    { items: sent.filter(isShift).map(itemOf) },
  ]);
  const mayWait = works.length === steps.length;
  const send = async (): Promise<Outcome> => {
    if (mayWait && !navigator.onLine) return hold(false);
    try {
      return { answers: await run(), waiting: [] };
    } catch (error) {
      if (!mayWait || !isNetworkError(error)) throw error;
      return hold(true);
    }
  };
  const hold = async (isTried: boolean): Promise<Outcome> => {
    const logs = await holdAll(fresh, isTried);
    return { answers: [], waiting: fresh.flatMap((work, index) => withLog(work, logs[index])) };
  };
  return {
    shows: [...shows, ...kept.map(shownOf)],
    countOf: () => steps.length,
    run: async () => {
      const { answers, waiting } = await send();
      const resent = await Promise.all(kept.map(async (work) => ({ work, log: await sendOrQueue(work) })));
      return { answers, waiting: [...waiting, ...resent] };
    },
    undo: ({ answers, waiting }) => ({
      run: async () => {
        await undo(answers).run();
        for (const { work, log } of waiting) await undoWork(work, log);
      },
    }),
  };
}

const withLog = (work: LogWork, log: Log | undefined) => (log ? [{ work, log }] : []);

/** Saves logs: shown at once, taken back where the service refuses, and with an undo. Failures speak of the person. */
export function useLogChanges() {
  const { t } = useTranslation('logs');
  const { duplicate, conflict } = useLogTexts();
  const change = useChange('logs');
  const { makeAll } = useBulk('logs');

  const localized = (work: LogWork, error: unknown) => {
    const { workerName } = work.kind === 'create' ? work.place : work.log;
    if (error instanceof DuplicateLogError) return new LocalizedError(duplicate([workerName]));
    return error instanceof ConflictError ? new LocalizedError(conflict(workerName, error)) : error;
  };
  const alone = (work: LogWork): Undoable<Log> => ({
    shows: [shownOf(work)],
    run: () =>
      sendOrQueue(work).catch((error: unknown) => {
        throw localized(work, error);
      }),
    undo: (saved) => ({ run: () => undoWork(work, saved) }),
  });
  const save = (work: LogWork, name: string) =>
    change({
      ...alone(work),
      done: ({ _id }) => (isWaiting(_id) ? t('waiting.later') : t('savedFor', { name })),
    });
  /** What somebody else has changed in other fields stays, where it is one alone. */
  const saveOne = ({ name, work }: LogStep, done: () => string) => {
    const { run, ...one }: Undoable = isWork(work) ? alone(work) : removalOf('logs', work.log);
    const named = () =>
      run().catch((error: unknown) => {
        throw new RefusedError([{ name, error }]);
      });
    return makeAll({ ...one, run: named, countOf: () => 1 }, done);
  };
  return {
    add: (place: Place, values: LogValues, isShift: boolean) =>
      save({ kind: 'create', place, values, isShift }, place.workerName),
    async edit(before: Log, values: LogValues) {
      const isChanged = Object.keys(logChanges(valuesOf(before), values)).length > 0;
      if (isChanged)
        await save({ kind: 'update', log: before, base: baseOf(before), values }, before.workerName);
    },
    async saveAll(steps: readonly LogStep[], done: () => string) {
      const [first, ...others] = steps;
      if (first && others.length === 0) await saveOne(first, done);
      else if (first)
        await makeAll(logsTogether(steps), (_count, { waiting }) =>
          waiting.length > 0 ? t('waiting.later') : done(),
        );
    },
  };
}

export function useLogRemoval() {
  const { day, list } = useFormat();
  return useRemoval<Log>({ resource: 'logs', nameOf: ({ workerName, date }) => list(workerName, day(date)) });
}
