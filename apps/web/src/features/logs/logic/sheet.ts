import { ordinaryTimes, type Person, peopleOf, type Times } from '../../../entities/logs/usual.ts';
import { baseOf, breakText, type Log, type LogValues } from '../../../entities/logs/values.ts';
import type { BaseVersion } from '../../../lib/record-changes.ts';
import { toClock, toMinutes } from '../../../lib/text.ts';

/** '': nothing is said of this worker. */
export type Status = '' | 'present' | 'absent';

export interface SheetValues {
  readonly status: Status;
  readonly startingTime: string;
  readonly finishingTime: string;
  readonly breakMinutes: string;
  readonly payment: string;
  readonly extraNotes: string;
}

type SheetField = keyof SheetValues;

/** What was typed into a row and differs from what is recorded. */
export interface Edit {
  readonly changes: Partial<SheetValues>;
  /** Once it is saved as a new log: that log, which stands in its place as soon as it is known. */
  readonly savedAs?: string;
  readonly worker?: string;
  /** What was recorded when the typing began. */
  readonly base?: BaseVersion<LogValues>;
  /** One more on purpose, beside what is recorded. */
  readonly isShift?: boolean;
}

export type Edits = ReadonlyMap<string, Edit>;

export interface SheetRow extends Person {
  /** Place of the row: the same before and after a new log is saved, so that the focus stays. */
  readonly key: string;
  /** Of its edits. */
  readonly id: string;
  readonly log: Log | undefined;
  /** 1, 2 … of the worker's shifts of the day. */
  readonly shift: number;
  readonly isLast: boolean;
  readonly edit: Edit | undefined;
  readonly recorded: SheetValues;
  readonly values: SheetValues;
  /** Somebody else has deleted what is typed over: saved, it is recorded anew. */
  readonly isDeleted: boolean;
  readonly isChanged: boolean;
}

const nothing: SheetValues = {
  status: '',
  startingTime: '',
  finishingTime: '',
  breakMinutes: '',
  payment: '',
  extraNotes: '',
};

const recordedOf = (log: LogValues | Log): SheetValues => ({
  status: log.isAbsent ? 'absent' : 'present',
  startingTime: log.startingTime ?? '',
  finishingTime: log.finishingTime ?? '',
  breakMinutes: breakText(Number(log.breakMinutes)),
  payment: log.payment,
  extraNotes: log.extraNotes,
});

/** Of what is typed for a log that does not exist yet. */
export const newRow = (worker: string) => `new ${worker}`;

const differs = (one: SheetValues, other: SheetValues) =>
  (Object.keys(nothing) as SheetField[]).some((field) => one[field] !== other[field]);

/** One row for each worker, and one more for each further log of the day. */
export function buildSheet(workers: readonly Person[], logs: readonly Log[], edits: Edits): SheetRow[] {
  const byWorker = Map.groupBy(logs, ({ worker }) => worker);
  const ids = new Set(logs.map(({ _id }) => _id));
  const deleted = [...edits].filter(
    ([id, { base, savedAs = id }]) => base && !ids.has(id) && !ids.has(savedAs),
  );
  return peopleOf(workers, logs).flatMap((person) => {
    const known = byWorker.get(person.worker) ?? [];
    const gone = deleted.filter(([, { worker }]) => worker === person.worker);
    const found = [
      ...known.map((log) => ({ id: log._id, log })),
      ...gone.map(([id]) => ({ id, log: undefined })),
    ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const added = edits.get(newRow(person.worker));
    const isSaved = known.some(({ _id }) => _id === added?.savedAs);
    const hasNew = found.length === 0 || (added !== undefined && !isSaved);
    // What is being typed stays where it is when somebody else records the same worker.
    const isFirst = added !== undefined && !added.isShift;
    const empty = { id: newRow(person.worker), log: undefined };
    const shifts = hasNew ? (isFirst ? [empty, ...found] : [...found, empty]) : found;
    return shifts.map(({ id, log }, index) => {
      const edit = edits.get(id);
      const isDeleted = !log && edit?.base !== undefined;
      const recorded = log ? recordedOf(log) : nothing;
      const values = { ...(isDeleted ? recordedOf(edit.base.values) : recorded), ...edit?.changes };
      return {
        ...person,
        key: `${person.worker} ${index}`,
        id,
        log,
        shift: index + 1,
        isLast: index === shifts.length - 1,
        edit,
        recorded,
        values,
        isDeleted,
        isChanged: edit?.savedAs === undefined && differs(values, recorded),
      };
    });
  });
}

/** Nothing is recorded, and nothing typed. */
export const isEmpty = ({ log, values }: SheetRow) => !log && values.status === '';

/**
 * What stands in a row once something more is typed into it: whoever gets a time, an amount or a note is present;
 * whoever becomes present gets the usual times, and the usual break unless one is typed.
 */
export function editRow(row: SheetRow, changes: Partial<SheetValues>, usual?: Times): Edit | undefined {
  if (changes.status === '') return undefined;
  const typed = Object.values(changes).some((value) => value !== '');
  const status: Status = changes.status ?? (row.values.status || (typed ? 'present' : ''));
  const next = { ...row.values, ...changes, status };
  const needsTimes = changes.status === 'present' && next.startingTime === '' && next.finishingTime === '';
  const times = usual ?? ordinaryTimes;
  const breakMinutes = next.breakMinutes || times.breakMinutes;
  const values = needsTimes ? { ...next, ...times, breakMinutes } : next;
  const entries = Object.entries(values).filter(
    ([field, value]) => value !== row.recorded[field as SheetField],
  );
  if (entries.length === 0) return undefined;
  const { base = row.log && baseOf(row.log), isShift = false } = row.edit ?? {};
  return { changes: Object.fromEntries(entries), worker: row.worker, isShift, ...(base && { base }) };
}

/** Everybody of whom nothing is said becomes present. */
export function fillRows(rows: readonly SheetRow[], edits: Edits, timesOf: (worker: string) => Times): Edits {
  const next = new Map(edits);
  for (const row of rows.filter(isEmpty)) {
    const edit = editRow(row, { status: 'present' }, timesOf(row.worker));
    if (edit) next.set(row.id, edit);
  }
  return next;
}

/** What a recorded log is to be: what was typed, over what was there when the typing began. */
export const editedValues = ({ changes }: Edit, base: LogValues): LogValues =>
  logValuesOf({ ...recordedOf(base), ...changes });

/** As a log; what was typed is read as on leaving its field. */
export const logValuesOf = ({
  status,
  startingTime,
  finishingTime,
  breakMinutes,
  payment,
  extraNotes,
}: SheetValues): LogValues => ({
  isAbsent: status === 'absent',
  startingTime: toClock(startingTime),
  finishingTime: toClock(finishingTime),
  breakMinutes: toMinutes(breakMinutes),
  payment,
  extraNotes,
});
