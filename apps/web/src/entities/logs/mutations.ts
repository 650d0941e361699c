import { ifVersion } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useChange } from '../../data/change.tsx';
import { removalOf, useRemoval } from '../../data/removal.ts';
import { type UndoableChange, undoable } from '../../data/undoable.ts';
import { LocalizedError } from '../../lib/errors.ts';
import { useFormat } from '../../lib/format.ts';
import { ConflictError } from '../../lib/record-changes.ts';
import { useLogTexts } from './LogValue.tsx';
import { DuplicateLogError, type Place } from './save.ts';
import { baseOf, type Log, type LogValues, logChanges, valuesOf, withValues } from './values.ts';
import { isWaiting, removeFromQueue, sendOrQueue } from './waiting.ts';

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

/** Puts a log back as it was, unless somebody has changed it since. */
export const undoLog = async ({ _id, version }: Log, before: LogValues, after: LogValues) =>
  (await removeFromQueue(_id)) ||
  client.logs.update.mutate({ logID: _id, ...logChanges(after, before) }, ifVersion(version));

/** Takes a new log back, unless somebody has changed it since. */
export const undoNewLog = async ({ _id, version }: Log) =>
  (await removeFromQueue(_id)) || client.logs.remove.mutate({ logID: _id }, ifVersion(version));

/** Changes of logs, each with what it shows at once and what takes it back; failures speak of the person. */
export function useLogMutations() {
  const { duplicate, conflict } = useLogTexts();
  const localized = (name: string) => (error: unknown) => {
    if (error instanceof DuplicateLogError) throw new LocalizedError(duplicate([name]));
    throw error instanceof ConflictError ? new LocalizedError(conflict(name, error)) : error;
  };
  return {
    create(place: Place, values: LogValues, isShift: boolean) {
      const log = draft(place, values);
      return undoable({
        name: place.workerName,
        shows: { id: log._id, row: log },
        run: () => sendOrQueue({ kind: 'create', place, values, isShift }).catch(localized(place.workerName)),
        undo: undoNewLog,
      });
    },
    update(before: Log, values: LogValues) {
      const base = baseOf(before);
      return undoable({
        name: before.workerName,
        shows: { id: before._id, row: withValues(before, values) },
        run: () =>
          sendOrQueue({ kind: 'update', log: before, base, values }).catch(localized(before.workerName)),
        undo: (saved) => undoLog(saved, base.values, values),
      });
    },
    remove: (log: Log) => removalOf('logs', log, log.workerName),
  };
}

/** Saves single logs: shown at once, taken back where the service refuses, and each with an undo. */
export function useLogChanges() {
  const { t } = useTranslation('logs');
  const change = useChange('logs');
  const mutations = useLogMutations();
  const make = ({ name, ...attempt }: UndoableChange<Log>) =>
    change({
      ...attempt,
      done: ({ record }) => (isWaiting(record._id) ? t('waiting.later') : t('savedFor', { name })),
      undo: ({ undo }) => ({ run: undo }),
    });
  return {
    add: (place: Place, values: LogValues, isShift: boolean) =>
      make(mutations.create(place, values, isShift)),
    async edit(before: Log, values: LogValues) {
      const isChanged = Object.keys(logChanges(valuesOf(before), values)).length > 0;
      if (isChanged) await make(mutations.update(before, values));
    },
  };
}

export function useLogRemoval() {
  const { day, list } = useFormat();
  return useRemoval<Log>({ resource: 'logs', nameOf: ({ workerName, date }) => list(workerName, day(date)) });
}
