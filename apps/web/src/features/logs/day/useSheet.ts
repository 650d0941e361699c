import { isApiError } from '@daybook/client';
import { notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ZodError } from 'zod';
import { refreshRecords } from '../../../api.ts';
import { useChange } from '../../../lib/change.tsx';
import { Conflict } from '../../../lib/conflict.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useErrorText, useMessageText } from '../../../lib/errors.ts';
import { createLog, Recorded, saveLog, undoLog, undoNewLog } from '../changes.ts';
import { limited } from '../logic/limited.ts';
import {
  type Edit,
  type Edits,
  edited,
  editedValues,
  filled,
  logValuesOf,
  newRow,
  type SheetRow,
  type SheetValues,
} from '../logic/sheet.ts';
import { ordinaryTimes, type Times } from '../logic/usual.ts';
import { type Log, LogDraft, type LogValues, seenOf } from '../logic/values.ts';
import { useLogTexts } from '../useLogTexts.ts';

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
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  const messageOf = useMessageText();
  const texts = useLogTexts();
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
  const addShift = useCallback(
    (worker: string) => put(newRow(worker), { changes: {}, isShift: true }),
    [put],
  );

  const send = async ({ log, worker, edit: typed, values: shown }: SheetRow): Promise<Saved> => {
    const seen = typed?.seen ?? (log && seenOf(log));
    const values = typed && seen ? editedValues(typed, seen.values) : logValuesOf(shown);
    LogDraft.parse({ date, worker, ...values });
    if (log && seen) {
      const saved = await saveLog(log._id, seen, values);
      return { log: saved ?? log, undo: async () => saved && undoLog(saved, seen.values, values) };
    }
    const created = await createLog({ date, worker, values, isShift: typed?.isShift === true });
    return { log: created, undo: () => undoNewLog(created) };
  };

  const errorOf = (reason: unknown): RowError => {
    if (reason instanceof Conflict) {
      const { now, fields } = reason as Conflict<LogValues>;
      return Object.fromEntries(
        fields.map((field) => [
          field === 'isAbsent' ? '' : field,
          common('changedMeanwhile', { value: texts.now(now, field) }),
        ]),
      );
    }
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
    const failed = outcomes.flatMap(({ row, result }) =>
      result?.status === 'rejected' ? [{ row, reason: result.reason as unknown }] : [],
    );
    const doubled = failed.filter(({ reason }) => reason instanceof Recorded).map(({ row }) => row);
    const rest = failed.filter(({ row }) => !doubled.includes(row));
    setErrors(new Map(rest.map(({ row, reason }) => [row.id, errorOf(reason)])));
    if (doubled.length > 0)
      notifications.show({
        color: 'orange',
        message: texts.recorded(doubled.map(({ workerName }) => workerName)),
        autoClose: 10_000,
      });
    // A new log takes the place of what was typed for it as soon as it is known, and not a moment later.
    setEdits((old) => without(compared(mark(old, saved), rest), doubled));
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
    else await refreshRecords();
    setEdits((old) => without(old, saved));
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

/** Who is told what somebody else has made of a log has seen it: saved again, it is overwritten. */
const compared = (edits: Edits, failed: readonly { readonly row: SheetRow; readonly reason: unknown }[]) =>
  new Map(
    [...edits].map(([id, edit]) => {
      const reason = failed.find(({ row }) => row.id === id)?.reason;
      return [id, reason instanceof Conflict ? { ...edit, seen: reason.now as Edit['seen'] & object } : edit];
    }),
  );

const without = (edits: Edits, rows: readonly { readonly id: string }[]): Edits =>
  new Map([...edits].filter(([id]) => !rows.some((row) => row.id === id)));
