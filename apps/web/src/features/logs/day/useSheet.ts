import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../data/change.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { savingOf } from '../../../entities/logs/changes.ts';
import { LogDraft } from '../../../entities/logs/draft.ts';
import { useLogTexts } from '../../../entities/logs/LogValue.tsx';
import { DuplicateLogError, isWaiting, type LogWork, useWaitingLogs } from '../../../entities/logs/outbox.ts';
import { ordinaryTimes, type Times } from '../../../entities/logs/usual.ts';
import { baseOf, type Log, type LogValues } from '../../../entities/logs/values.ts';
import { settleWithLimit } from '../../../lib/concurrency.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { issuesIn, useFieldErrors } from '../../../lib/issues.ts';
import { ConflictError } from '../../../lib/record-changes.ts';
import {
  type Edit,
  type Edits,
  editedValues,
  editRow,
  fillRows,
  logValuesOf,
  newRow,
  type SheetRow,
  type SheetValues,
} from '../logic/sheet.ts';

/** Of a row: what is wrong with which field; '' for what no field is at fault for. */
export type RowError = Readonly<Record<string, string>>;

/** A row that was saved. */
interface Saved {
  readonly id: string;
  readonly log: Log;
  readonly undo: () => Promise<unknown>;
}

/** What is typed into the sheet of a day, and how it is saved. */
export function useSheet(date: DayText) {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const textOf = useErrorText();
  const fieldErrors = useFieldErrors();
  const texts = useLogTexts();
  const change = useChange('logs');
  const [edits, setEdits] = useState<Edits>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, RowError>>(new Map());
  const [isSaving, setSaving] = useState(false);

  useDraft(date, {
    read: () => (edits.size > 0 ? { edits: [...edits] } : undefined),
    restore: (typed) => setEdits(new Map(typed.edits)),
  });

  const waiting = useWaitingLogs();
  useEffect(() => {
    for (const { id, done } of waiting) if (done) setEdits((old) => moveEdit(old, id, done));
  }, [waiting]);

  const put = useCallback((id: string, edit: Edit | undefined) => {
    setEdits((old) => withEntry(old, id, edit));
    setErrors((old) => withEntry(old, id, undefined));
  }, []);
  const edit = useCallback(
    (row: SheetRow, changes: Partial<SheetValues>, usual?: Times) =>
      put(row.id, editRow(row, changes, usual)),
    [put],
  );
  const addShift = useCallback(
    (worker: string) => put(newRow(worker), { changes: {}, isShift: true }),
    [put],
  );

  const send = async ({
    id,
    log,
    worker,
    workerName,
    edit: typed,
    values: shown,
  }: SheetRow): Promise<Saved> => {
    const base = typed?.base ?? (log && baseOf(log));
    const values = typed && base ? editedValues(typed, base.values) : logValuesOf(shown);
    LogDraft.parse({ date, worker, ...values });
    const place = { date, worker, workerName };
    const work: LogWork =
      log && base
        ? { kind: 'update', log, base, values }
        : { kind: 'create', place, values, isShift: typed?.isShift === true };
    const { run, undo } = savingOf(work);
    const saved = await run();
    return { id, log: saved, undo: undo(saved).run };
  };

  const errorOf = (reason: unknown): RowError => {
    if (reason instanceof ConflictError) {
      const { latest, fields } = reason as ConflictError<LogValues>;
      return Object.fromEntries(
        fields.map((field) => [
          field === 'isAbsent' ? '' : field,
          common('changedMeanwhile', { value: texts.displayValue(latest.values, field) }),
        ]),
      );
    }
    const issues = issuesIn(reason);
    return issues.length > 0 ? fieldErrors(issues) : { '': textOf(reason) };
  };

  const sendAll = async (rows: readonly SheetRow[]): Promise<readonly Saved[]> => {
    const results = await settleWithLimit(rows.map((row) => () => send(row)));
    const outcomes = rows.map((row, index) => ({ row, result: results[index] }));
    const saved = outcomes.flatMap(({ result }) => (result?.status === 'fulfilled' ? [result.value] : []));
    const failed = outcomes.flatMap(({ row, result }) =>
      result?.status === 'rejected' ? [{ row, reason: result.reason as unknown }] : [],
    );
    const duplicates = failed
      .filter(({ reason }) => reason instanceof DuplicateLogError)
      .map(({ row }) => row);
    const rest = failed.filter(({ row }) => !duplicates.includes(row));
    setErrors(new Map(rest.map(({ row, reason }) => [row.id, errorOf(reason)])));
    if (duplicates.length > 0)
      notifications.show({
        color: 'orange',
        message: texts.duplicate(duplicates.map(({ workerName }) => workerName)),
        autoClose: 10_000,
      });
    // A new log takes the place of what was typed for it as soon as it is known, and not a moment later.
    setEdits((old) => without(compared(mark(old, saved), rest), duplicates));
    return saved;
  };

  const undoAll = async (saved: readonly Saved[]) => {
    const undone = await settleWithLimit(saved.map(({ undo }) => undo));
    for (const one of undone) if (one.status === 'rejected') throw one.reason;
  };

  const save = async (rows: readonly SheetRow[]) => {
    if (rows.length === 0 || isSaving) return;
    setSaving(true);
    let sent: readonly Saved[] = [];
    await change({
      run: async () => {
        sent = await sendAll(rows);
        return sent;
      },
      done: (saved) => {
        if (saved.length === 0) return undefined;
        const waits = saved.some(({ log }) => isWaiting(log._id));
        return waits ? t('waiting.later') : t('savedCount', { count: saved.length });
      },
      undo: (saved) => ({ run: () => undoAll(saved) }),
    });
    setEdits((old) => without(old, sent));
    setSaving(false);
  };

  const fill = (rows: readonly SheetRow[], timesOf: (worker: string) => Partial<Times>) =>
    setEdits((old) => fillRows(rows, old, (worker) => ({ ...ordinaryTimes, ...timesOf(worker) })));
  const discard = () => {
    setEdits(new Map());
    setErrors(new Map());
  };
  return { edits, errors, isSaving, edit, addShift, save, fill, discard };
}

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

/** What was typed into a row that waited goes on in the row of the log that it has become. */
function moveEdit(edits: Edits, id: string, log: Log): Edits {
  const edit = edits.get(id);
  if (!edit || id === log._id) return edits;
  const base = edit.base && { ...edit.base, version: log.version };
  return new Map([...without(edits, [{ id }]), [log._id, { ...edit, ...(base && { base }) }]]);
}

/** Who is told what somebody else has made of a log has seen it: saved again, it is overwritten. */
const compared = (edits: Edits, failed: readonly { readonly row: SheetRow; readonly reason: unknown }[]) =>
  new Map(
    [...edits].map(([id, edit]) => {
      const reason = failed.find(({ row }) => row.id === id)?.reason;
      return [
        id,
        reason instanceof ConflictError ? { ...edit, base: reason.latest as Edit['base'] & object } : edit,
      ];
    }),
  );

const without = (edits: Edits, rows: readonly { readonly id: string }[]): Edits =>
  new Map([...edits].filter(([id]) => !rows.some((row) => row.id === id)));
