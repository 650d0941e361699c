import { isApiError, once } from '@daybook/client';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZodError } from 'zod';
import { client } from '../../../api.ts';
import { useChange } from '../../../lib/change.tsx';
import type { DayText } from '../../../lib/dates.ts';
import { useErrorText, useMessageText } from '../../../lib/errors.ts';
import { limited } from '../logic/limited.ts';
import {
  type Edit,
  type Edits,
  edited,
  filled,
  logValuesOf,
  newRow,
  type SheetRow,
  type SheetValues,
} from '../logic/sheet.ts';
import { ordinaryTimes, type Times } from '../logic/usual.ts';
import { bodyOf, changesOf, type Log, LogDraft, putBack, valuesOf } from '../logic/values.ts';

/** Of a row: what is wrong with which field; '' for what no field is at fault for. */
export type RowError = Readonly<Record<string, string>>;

interface Saved {
  readonly log: Log;
  readonly undo: () => Promise<unknown>;
}

/** How many changes are on their way at once. */
const atOnce = 6;

/** What is typed into the sheet of a day, and how it is saved. */
export function useSheet(date: DayText) {
  const { t } = useTranslation('logs');
  const textOf = useErrorText();
  const messageOf = useMessageText();
  const change = useChange();
  const [edits, setEdits] = useState<Edits>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, RowError>>(new Map());
  const [isSaving, setSaving] = useState(false);

  const put = useCallback((id: string, edit: Edit | undefined) => {
    setEdits((old) => withEntry(old, id, edit));
    setErrors((old) => withEntry(old, id, undefined));
  }, []);
  const edit = useCallback(
    (row: SheetRow, changes: Partial<SheetValues>, usual?: Times) => put(row.id, edited(row, changes, usual)),
    [put],
  );
  const addShift = useCallback((worker: string) => put(newRow(worker), { changes: {} }), [put]);

  const send = async (row: SheetRow): Promise<Saved> => {
    const { log, worker } = row;
    const values = logValuesOf(row.values);
    LogDraft.parse({ date, worker, ...values });
    if (log) {
      const logID = log._id;
      const changes = changesOf(valuesOf(log), values);
      if (Object.keys(changes).length === 0) return { log, undo: async () => undefined };
      const saved = await client.logs.update.mutate({ logID, ...changes });
      return { log: saved, undo: () => client.logs.update.mutate({ logID, ...putBack(log, values) }) };
    }
    const saved = await client.logs.create.mutate({ date, worker, ...bodyOf(values) }, once());
    return { log: saved, undo: () => client.logs.remove.mutate({ logID: saved._id }) };
  };

  const errorOf = (reason: unknown): RowError => {
    const issues = isApiError(reason) ? reason.data.issues : isInvalid(reason) ? reason.issues : undefined;
    if (!issues?.length) return { '': textOf(reason) };
    return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), messageOf(message)]));
  };

  const save = async (rows: readonly SheetRow[]) => {
    if (rows.length === 0 || isSaving) return;
    setSaving(true);
    const results = await limited(
      rows.map((row) => () => send(row)),
      atOnce,
    );
    const outcomes = rows.map((row, index) => ({ row, result: results[index] }));
    const saved = outcomes.flatMap(({ row, result }) =>
      result?.status === 'fulfilled' ? [{ id: row.id, ...result.value }] : [],
    );
    setErrors(
      new Map(
        outcomes.flatMap(({ row, result }) =>
          result?.status === 'rejected' ? [[row.id, errorOf(result.reason)]] : [],
        ),
      ),
    );
    // A new log takes the place of what was typed for it as soon as it is known, and not a moment later.
    setEdits((old) => mark(old, saved));
    if (saved.length > 0)
      await change({
        done: t('savedCount', { count: saved.length }),
        run: async () => undefined,
        undo: async () => {
          const undone = await limited(
            saved.map(({ undo }) => undo),
            atOnce,
          );
          for (const one of undone) if (one.status === 'rejected') throw one.reason;
        },
      });
    setEdits((old) => new Map([...old].filter(([id]) => !saved.some((one) => one.id === id))));
    setSaving(false);
  };

  const fill = (rows: readonly SheetRow[], timesOf: (worker: string) => Times | undefined) =>
    setEdits((old) => filled(rows, old, (worker) => timesOf(worker) ?? ordinaryTimes));
  const discard = () => {
    setEdits(new Map());
    setErrors(new Map());
  };
  return { edits, errors, isSaving, edit, addShift, save, fill, discard };
}

const isInvalid = (reason: unknown): reason is ZodError =>
  typeof reason === 'object' && reason !== null && Array.isArray((reason as ZodError).issues);

function withEntry<T>(old: ReadonlyMap<string, T>, id: string, value: T | undefined): ReadonlyMap<string, T> {
  if (value === undefined && !old.has(id)) return old;
  const next = new Map(old);
  if (value === undefined) next.delete(id);
  else next.set(id, value);
  return next;
}

const mark = (edits: Edits, saved: readonly { readonly id: string; readonly log: Log }[]): Edits =>
  new Map(
    [...edits].map(([id, edit]) => {
      const one = saved.find((other) => other.id === id);
      return [id, one && id !== one.log._id ? { ...edit, savedAs: one.log._id } : edit];
    }),
  );
