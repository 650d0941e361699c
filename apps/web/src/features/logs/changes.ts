import { ifVersion, once } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../lib/change.tsx';
import { Conflict, type Seen, saveChanges } from '../../lib/conflict.ts';
import type { DayText } from '../../lib/dates.ts';
import { Told } from '../../lib/errors.ts';
import {
  bodyOf,
  changesOf,
  type Log,
  type LogValues,
  putBack,
  seenOf,
  touchedBy,
  withValues,
} from './logic/values.ts';
import { pending } from './records.ts';
import { useLogTexts } from './useLogTexts.ts';

interface Place {
  readonly date: DayText;
  readonly worker: string;
  readonly workerName: string;
}

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
      createdAt: '',
      updatedAt: '',
      version: 0,
    },
    values,
  );

/** A log that the service does not know yet. */
export const isDraft = ({ version }: Log) => version === 0;

/** Somebody else has recorded the worker's day meanwhile. */
export class Recorded extends Error {}

interface NewLog extends Pick<Place, 'date' | 'worker'> {
  readonly values: LogValues;
  /** One more on purpose, beside what is recorded. */
  readonly isShift: boolean;
}

/** @throws Recorded where there is a log of the worker's day already */
export async function createLog({ date, worker, values, isShift }: NewLog): Promise<Log> {
  if (!isShift) {
    const { items } = await client.logs.list.query({ from: date, to: date, worker, limit: 1 });
    if (items.length > 0) throw new Recorded();
  }
  return client.logs.create.mutate({ date, worker, ...bodyOf(values) }, once());
}

/** Undefined where nothing differs. @throws Conflict */
export const saveLog = (logID: string, seen: Seen<LogValues>, values: LogValues) =>
  saveChanges(seen, values, {
    send: (_, condition) =>
      client.logs.update.mutate({ logID, ...changesOf(seen.values, values) }, condition),
    read: async () => seenOf(await client.logs.get.query({ logID })),
    touched: touchedBy,
  });

/** Puts a log back as it was, unless somebody has changed it since. */
export const undoLog = ({ _id, version }: Log, before: LogValues, after: LogValues) =>
  client.logs.update.mutate({ logID: _id, ...putBack(before, after) }, ifVersion(version));

/** Takes a new log back, unless somebody has changed it since. */
export const undoNewLog = ({ _id, version }: Log) =>
  client.logs.remove.mutate({ logID: _id }, ifVersion(version));

/** Saves single logs: shown at once, taken back where the service refuses, and each with an undo. */
export function useLogChanges() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const change = useChange();
  const { recorded, conflict } = useLogTexts();
  const told = (name: string) => (error: unknown) => {
    if (error instanceof Recorded) throw new Told(recorded([name]));
    throw error instanceof Conflict ? new Told(conflict(name, error)) : error;
  };

  const add = (place: Place, values: LogValues, isShift: boolean) => {
    const log = draft(place, values);
    let created: Log | undefined;
    return pending.during({ id: log._id, log }, () =>
      change({
        done: t('savedFor', { name: place.workerName }),
        run: async () => {
          created = await createLog({ ...place, values, isShift }).catch(told(place.workerName));
        },
        undo: async () => created && undoNewLog(created),
      }),
    );
  };

  const edit = (before: Log, values: LogValues) => {
    const seen = seenOf(before);
    if (Object.keys(changesOf(seen.values, values)).length === 0) return Promise.resolve();
    let saved: Log | undefined;
    return pending.during({ id: before._id, log: withValues(before, values) }, () =>
      change({
        done: t('savedFor', { name: before.workerName }),
        run: async () => {
          saved = await saveLog(before._id, seen, values).catch(told(before.workerName));
        },
        undo: async () => saved && undoLog(saved, seen.values, values),
      }),
    );
  };

  const remove = ({ _id }: Log) =>
    pending.during({ id: _id, log: null }, () =>
      change({ done: common('deleted'), run: () => client.logs.remove.mutate({ logID: _id }) }),
    );

  return { add, edit, remove };
}
