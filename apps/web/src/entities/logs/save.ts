import { client } from '../../api.ts';
import { type Base, type Saving, saveChanges } from '../../lib/record-changes.ts';
import { baseOf, bodyOf, type Log, type LogValues, touchedBy, withKnownTimes } from './values.ts';

/** How a log is saved, with whatever else a form holds of it. */
export const logSaving = <V extends LogValues>(
  logID: string,
  valuesToCompare: (log: Log) => Base<V>,
): Saving<V, Log> => ({
  send: (changes, condition) =>
    client.logs.update.mutate({ logID, ...bodyOf(changes as Partial<LogValues>) }, condition),
  read: async () => valuesToCompare(await client.logs.get.query({ logID })),
  touched: touchedBy,
  normalise: withKnownTimes,
});

/** Undefined where nothing differs. @throws ConflictError */
export const saveNow = (logID: string, base: Base<LogValues>, values: LogValues) =>
  saveChanges(base, values, logSaving(logID, baseOf));

