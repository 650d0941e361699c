import type { Outputs } from '@daybook/client';
import { type ClosingKind, closingKinds, type Principal, undoDays, undoDecision } from '@daybook/domain';
import { type DayText, now } from '../../lib/dates.ts';

export type Entry = Outputs['journal']['list']['items'][number];

/** One field of an entry; undefined where it was not there before, or is not any more. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

type Fields = Readonly<Record<string, unknown>>;

/** A list of texts is told as one. */
const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !isListOfTexts(value);

/** A field that holds several values is each of them: `weekend.0`. */
const singly = (fields: Fields | null): Fields =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isGroup(value) ? Object.entries(value).map(([part, one]) => [`${name}.${part}`, one]) : [[name, value]],
    ),
  );

const amounts: ReadonlySet<string> = new Set([
  'payment',
  'value',
  'balance',
  'amount',
  'overtimeFactor',
  'opening',
  'earned',
  'paid',
  'payout',
  'payments',
  'openings',
  'bonuses',
  'deductions',
  'advances',
  'payouts',
]);
const days: ReadonlySet<string> = new Set([
  'date',
  'dueDate',
  'statusDate',
  'paidOn',
  'from',
  'to',
  ...closingKinds,
]);
const clocks: ReadonlySet<string> = new Set(['startingTime', 'finishingTime']);

/** What the text of a field is, also of one within another: `totals.earned`. Schemas say it too, and take long to load. */
export function fieldType(field: string): 'amount' | 'day' | 'clock' | 'instant' | undefined {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (amounts.has(name)) return 'amount';
  if (days.has(name)) return 'day';
  if (clocks.has(name)) return 'clock';
  return /(At|Until|Since)$/.test(name) ? 'instant' : undefined;
}

/** What an entry tells, field by field: at a creation what was set, at a deletion what there was. */
export function fieldChanges(entry: Pick<Entry, 'before' | 'after'>): FieldChange[] {
  const [before, after] = [singly(entry.before), singly(entry.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => !(isEmpty(change.before) && isEmpty(change.after)) && change.before !== change.after);
}

/** The fields that are listed below the sentence: of a new record those that its description does not have. */
export function toldBelow(entry: Entry): FieldChange[] {
  const changes = fieldChanges(entry);
  if (entry.action !== 'create') return changes;
  const said: unknown[] = Object.values(entry.subject);
  return changes.filter(({ after }) => !said.includes(after));
}

/** One field that has another value by now than a change gave it. */
export interface Difference {
  readonly field: string;
  /** What the change made of it, what it is now, and, unless the change made the record, what it was before. */
  readonly values: readonly unknown[];
}

/** Each differing field by itself, also where the service names several as one. */
export function differences(
  before: Fields | null,
  changed: readonly { readonly field: string; readonly expected: unknown; readonly actual: unknown }[],
): Difference[] {
  return changed.flatMap(({ field: name, expected, actual }) => {
    const all = [expected, actual, ...(before ? [before[name]] : [])].map((value) =>
      singly({ [name]: value }),
    );
    const fields = new Set(all.flatMap((values) => Object.keys(values)));
    // A group that was not there at all has no name of its own.
    if (fields.size > 1) fields.delete(name);
    return [...fields]
      .map((field) => ({ field, values: all.map((values) => values[field]) }))
      .filter(({ values: [set, now] }) => set !== now);
  });
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether this person may undo the change, as the service decides it. */
export function entryUndoDecision(
  principal: Pick<Principal, 'id' | 'role'>,
  entry: Entry,
  at = now().getTime(),
) {
  const { before, after } = entry;
  return undoDecision(principal, {
    ...entry,
    fields: Object.keys(after ?? before ?? {}),
    isRecent: at - Date.parse(entry.at) < undoDays * dayMs,
  });
}

/** Of each kind that can be closed what a closing keeps, as the service has it: first the day that counts. */
const kept: Readonly<Record<ClosingKind, readonly [day: string, ...others: string[]]>> = {
  logs: ['date', 'startingTime', 'finishingTime', 'breakMinutes', 'payment', 'worker', 'isAbsent'],
  bills: ['date', 'value', 'description'],
  payEntries: ['date', 'worker', 'kind', 'amount', 'cheque'],
  cheques: ['dueDate', 'serial', 'value', 'description', 'payee', 'account'],
};

export const closingDay = (kind: ClosingKind): string => kept[kind][0];

type Closed = Readonly<Partial<Record<ClosingKind, DayText | null>>>;

/** The day up to which the kind of an entry is closed, where that keeps the entry from being undone. */
export function undoClosed({ kind, action, before, after, subject }: Entry, closed: Closed | undefined) {
  const closing = closingKinds.find((one) => one === kind);
  const through = closing && closed?.[closing];
  if (!through) return undefined;
  const isKept = action !== 'update' || kept[closing].some((field) => field in { ...before, ...after });
  const days = [before?.[closingDay(closing)], after?.[closingDay(closing)], subject.date];
  return isKept && days.some((day) => typeof day === 'string' && day <= through) ? through : undefined;
}

/** Which sentence tells the entry, and the field that stands in it, if it is one. */
export type EntryText =
  | { readonly sentence: 'create' | 'delete' | 'restore' | 'update' | 'erase' | 'expired' | 'closings' }
  | {
      readonly sentence:
        | 'factorBegun'
        | 'factorAdded'
        | 'factorRemoved'
        | 'factorsReset'
        | 'recoveryCodes'
        | 'recoveryCodesEnded'
        | 'password'
        | 'logInLink'
        | 'activated'
        | 'deactivated'
        | 'cancelled'
        | 'reinstated';
    }
  | { readonly sentence: 'changed' | 'added' | 'cleared'; readonly change: FieldChange };

/** Texts too long for a sentence stand below it. */
const MAX_LENGTH_IN_SENTENCE = 80;
const isShort = (value: unknown) => typeof value !== 'string' || value.length <= MAX_LENGTH_IN_SENTENCE;

/** An authenticator app counts once it is confirmed, a passkey from the beginning. */
function factorSentence({ action, after }: Entry) {
  if (action === 'delete') return 'factorRemoved';
  return action === 'create' && after?.kind === 'totp' ? 'factorBegun' : 'factorAdded';
}

export function sentenceOf(entry: Entry): EntryText {
  const { action, after, kind } = entry;
  // Of the settings it tells what was removed because of its age.
  if (action === 'erase') return { sentence: kind === 'settings' ? 'expired' : 'erase' };
  if (kind === 'factors') return { sentence: factorSentence(entry) };
  if (action !== 'update') return { sentence: action };
  if (kind === 'closings') return { sentence: 'closings' };
  if (after && 'passwordChangedAt' in after) return { sentence: 'password' };
  if (after && 'logInLinkUntil' in after) return { sentence: 'logInLink' };
  if (after && 'factorsReset' in after) return { sentence: 'factorsReset' };
  if (after && 'recoveryCodesAt' in after)
    return { sentence: after.recoveryCodesAt ? 'recoveryCodes' : 'recoveryCodesEnded' };
  const changes = fieldChanges(entry);
  // The status says it as well.
  const cancelled = changes.find(({ field }) => field === 'isCancelled');
  if (cancelled && changes.every(({ field }) => field === 'isCancelled' || field === 'status'))
    return { sentence: cancelled.after ? 'cancelled' : 'reinstated' };
  const [change] = changes;
  if (!change || changes.length > 1) return { sentence: 'update' };
  if (change.field === 'active') return { sentence: change.after ? 'activated' : 'deactivated' };
  if (!isShort(change.before) || !isShort(change.after)) return { sentence: 'update' };
  if (isEmpty(change.before)) return { sentence: 'added', change };
  return { sentence: isEmpty(change.after) ? 'cleared' : 'changed', change };
}
