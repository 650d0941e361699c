import { type Issue, issueAt, issuesOf } from '../values/issues.ts';
import { toDay } from '../values/scalars.ts';
import { Email, Phone, text } from '../values/text.ts';
import { dayIn } from '../values/zones.ts';
import { ambiguous, readAmount, readDay, readFlag, readTime, shortened } from './cells.ts';
import { usernameOf, withNameParts } from './fields.ts';
import { schemas } from './preview.ts';

/** The collections of Manager-2.0 that are read; what is named comes before what names it. */
export const collections = ['users', 'payees', 'bills', 'cheques', 'logs'] as const;
export type Collection = (typeof collections)[number];

/** A document of MongoDB; identifiers, and numbers that JavaScript has not exactly, are text. */
export type SourceDocument = Readonly<Record<string, unknown>>;

export interface SourceRemark {
  readonly field: string;
  readonly text: string;
  /** The value there, and the one here. */
  readonly there: string;
  readonly here: string;
}

/** What a document says, before anything is known of what there is here. */
export interface SourceRecord {
  readonly kind: Collection;
  readonly externalId: string;
  /** What was read, by field, as text. */
  readonly values: Readonly<Record<string, string>>;
  /** What would be created, but for the record that it names; undefined where it is at fault. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly names?: { readonly field: 'worker' | 'payee'; readonly externalId: string };
  readonly issues: readonly Issue[];
  /** Fields that are otherwise here, and how. */
  readonly remarks: readonly SourceRemark[];
}

const HOUR = 3_600_000;
const isMoment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** A moment of what a driver or a browser has stored; undefined for anything else. */
function momentOf(value: unknown): number | undefined {
  const isText = typeof value === 'string' && isMoment.test(value);
  const at = value instanceof Date ? value.getTime() : isText ? Date.parse(value) : value;
  return typeof at === 'number' && Math.abs(at) <= 8.64e15 ? at : undefined;
}

/**
 * The day that somebody meant: it is stored as its midnight, of UTC where the browser sent `2023-12-08`, else of the business, and in the
 * other half of the year perhaps an hour off.
 */
function dayAt(moment: number, timeZone: string): string {
  if (moment % (24 * HOUR) === 0) return new Date(moment).toISOString().slice(0, 10);
  return dayIn(timeZone, moment % HOUR === 0 ? moment + HOUR : moment);
}

const clockAt = (moment: number, timeZone: string) =>
  new Date(moment).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

const plainAmount = /^-?\d+(\.\d{1,4})?$/;

/** An amount with the digits that are kept; what floating point adds is far below half a hundredth of the last one. */
function roundedAmount(value: number): { readonly amount: string; readonly isChanged: boolean } {
  // The shortest text that is this number: what was typed.
  const typed = String(value);
  const amount = plainAmount.test(typed) ? typed : value.toFixed(4).replace(/0{1,2}$/, '');
  return {
    amount: amount.replace(/\.\d$/, '$&0'),
    isChanged: Math.abs(Number(amount) - value) > 0.000_000_5,
  };
}

/** Reads the fields of a document, and keeps what is wrong with it. */
class Fields {
  readonly issues: Issue[] = [];
  readonly remarks: SourceRemark[] = [];
  private readonly document: SourceDocument;
  private readonly timeZone: string;

  constructor(document: SourceDocument, timeZone: string) {
    this.document = document;
    this.timeZone = timeZone;
  }

  /** The first of these that has a value: its versions called some fields otherwise. */
  value(...names: readonly string[]): unknown {
    return names
      .map((name) => (Object.hasOwn(this.document, name) ? this.document[name] : undefined))
      .find((value) => value !== undefined && value !== null && String(value).trim() !== '');
  }

  remark(field: string, remark: string, there: unknown, here: string): void {
    this.remarks.push({ field, text: remark, there: String(there ?? ''), here });
  }

  text(...names: readonly string[]): unknown {
    const value = this.value(...names);
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? '');
  }

  day(field: string): unknown {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const moment = momentOf(value);
    if (moment !== undefined) return dayAt(moment, this.timeZone);
    const day = toDay(String(value)) ?? readDay(String(value), undefined);
    if (day === ambiguous) this.issues.push(issueAt([field], 'ambiguous_day'));
    return day ?? '';
  }

  time(field: string, isNeeded: boolean): string | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const moment = momentOf(value);
    const read =
      moment === undefined
        ? readTime(String(value).replace(/^\s*24:00/, '00:00'))
        : clockAt(moment, this.timeZone);
    if (read !== undefined) return read;
    if (isNeeded) this.issues.push(issueAt([field], 'invalid_time'));
    else this.remark(field, `left out: ${value}`, value, '');
    return null;
  }

  amount(field: string, instead?: string): unknown {
    const value = this.value(field);
    if (value === undefined) return instead;
    const text = typeof value === 'number' ? value : readAmount(String(value), 'point');
    if (typeof text === 'symbol' || text === undefined) return '';
    if (typeof text === 'string' && plainAmount.test(text)) return text;
    const number = Number(text);
    // What is no amount the schema refuses.
    if (!Number.isFinite(number)) return '';
    const { amount, isChanged } = roundedAmount(number);
    if (isChanged) this.remark(field, `rounded from ${value} to ${amount}`, value, amount);
    return amount;
  }

  flag(...names: readonly string[]): boolean {
    const value = this.value(...names);
    const read = value === undefined ? false : readFlag(String(value));
    if (read === undefined) this.issues.push(issueAt([names[0] ?? ''], 'invalid_boolean'));
    return read ?? false;
  }

  /** What is not required does not keep the rest out: empty where it is refused. */
  optional(
    field: string,
    schema: { safeParse(value: unknown): { success: boolean } },
  ): { value: unknown; left: string } {
    const value = this.text(field);
    if (schema.safeParse(value).success) return { value, left: '' };
    this.remark(field, `left out: ${value}`, value, '');
    return { value: '', left: String(value) };
  }
}

const line = (...texts: readonly unknown[]) => texts.filter((one) => one !== '').join('\n');

const readers: Readonly<Record<Collection, (from: Fields) => Record<string, unknown>>> = {
  users(from) {
    const given: Record<string, unknown> = {
      firstName: from.value('firstName'),
      lastName: from.value('lastName'),
      username: from.value('username'),
    };
    const { firstName, lastName, username } = given;
    if (firstName === undefined || lastName === undefined) {
      given.fullName = String(firstName ?? lastName ?? from.value('fullName') ?? username ?? '');
      delete given.firstName;
      delete given.lastName;
      withNameParts(given);
      const here = `${given.firstName} ${given.lastName}`;
      from.remark('firstName', `has no full name there: ${here} here`, firstName ?? lastName, here);
    }
    if (username === undefined) {
      given.username = usernameOf(given);
      from.remark('username', `has none there: ${given.username} here`, '', String(given.username));
    }
    const role = from.value('role', 'accessLevel') ?? 'User';
    if (role !== 'User')
      from.remark('role', `${role} there, User here: an Administrator changes it`, role, 'User');
    return {
      ...given,
      email: from.optional('email', Email).value,
      phoneNumber: from.optional('phoneNumber', text(64)).value,
    };
  },

  payees(from) {
    const phone = from.optional('phoneNumber', Phone);
    const email = from.optional('email', Email);
    return {
      name: from.value('name'),
      email: email.value,
      phoneNumber: phone.value,
      // As many phone numbers there are without the prefix of a country.
      extraNotes: line(from.text('extraNotes', 'remarks'), phone.left, email.left),
    };
  },

  bills: (from) => ({
    date: from.day('date'),
    value: from.amount('value'),
    description: from.text('description'),
    extraNotes: from.text('extraNotes', 'remarks'),
  }),

  cheques: (from) => ({
    serial: from.text('serial'),
    dueDate: from.day('dueDate'),
    value: from.amount('value'),
    description: from.text('description', 'remarks'),
    isCancelled: from.flag('isCancelled', 'isCanceled'),
  }),

  logs(from) {
    const isAbsent = from.flag('isAbsent', 'isAbsence');
    return {
      date: from.day('date'),
      startingTime: from.time('startingTime', !isAbsent),
      finishingTime: from.time('finishingTime', !isAbsent),
      payment: from.amount('payment', '0'),
      extraNotes: from.text('extraNotes', 'remarks'),
      isAbsent,
    };
  },
};

const references = { cheques: 'payee', logs: 'worker' } as const;

/**
 * Reads the documents of a collection of Manager-2.0.
 * @param timeZone of the business, in which its days began
 */
export const readDocuments = (
  kind: Collection,
  documents: readonly SourceDocument[],
  timeZone: string,
): SourceRecord[] =>
  documents.map((document) => {
    const from = new Fields(document, timeZone);
    const given = readers[kind](from);
    const externalId = String(from.value('_id') ?? '');
    if (externalId === '') from.issues.push(issueAt(['_id'], 'required'));
    const field = kind === 'cheques' || kind === 'logs' ? references[kind] : undefined;
    const named = field && from.value(field);
    if (field) given[field] = String(named);
    if (field && named === undefined) from.issues.push(issueAt([field], 'required'));
    const parsed = schemas[kind].safeParse(given);
    const faulty = new Set(from.issues.map(({ path }) => path[0]));
    if (!parsed.success)
      from.issues.push(...issuesOf(parsed.error).filter(({ path }) => !faulty.has(path[0])));
    const isInactive = kind === 'users' && from.value('active') !== undefined && !from.flag('active');
    const { issues, remarks } = from;
    const values = Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' || name === field
        ? []
        : [[name, shortened(String(value), 500)]],
    );
    return {
      kind,
      externalId,
      values: Object.fromEntries(values),
      issues,
      remarks,
      ...(field && named !== undefined && { names: { field, externalId: String(named) } }),
      ...(issues.length === 0 &&
        parsed.success && { record: { ...(parsed.data as object), ...(isInactive && { active: false }) } }),
    };
  });
