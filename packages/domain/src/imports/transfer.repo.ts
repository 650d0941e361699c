import * as closings from '../closings/closings.repo.ts';
import { bulkWrites } from '../db/bulk.ts';
import { sql } from '../db/drizzle.ts';
import { databaseFailure, explain } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { statement } from '../db/statement.ts';
import { DomainError } from '../errors.ts';
import { type ClosingKind, closedWith } from '../resources.ts';
import * as users from '../users/users.repo.ts';
import { type Issue, issueAt } from '../values/issues.ts';
import { usernameKey } from '../values/text.ts';
import { commitRecords, creations, type Written } from './commit.ts';
import type { ReadFile } from './imports.schema.ts';
import { externalIds } from './imports.table.ts';
import { keep } from './kept.ts';
import { type Collection, collections, type SourceRecord, type SourceRemark } from './manager-2.ts';
import { dayFields, existing, type NewRecord } from './match.ts';

export const source = 'manager-2';

/** What is to be told of a field of a record there. */
export interface Remark {
  readonly kind: Collection;
  readonly externalId: string;
  readonly field: string;
  readonly text: string;
}

export interface Planned {
  readonly kind: Collection;
  readonly externalId: string;
  readonly record: NewRecord & { readonly _id: string };
}

/** A remark that refuses a record, as an issue too. */
interface Refusal extends Remark {
  readonly issue: Issue;
}

/** What a transfer would do; nothing is written yet. */
export interface Plan {
  readonly create: readonly Planned[];
  /** Of records that are here already. */
  readonly links: readonly (Omit<Planned, 'record'> & { readonly id: string })[];
  /** Of records that came before, by their identifiers here. */
  readonly there: readonly (Omit<Planned, 'record'> & { readonly id: string })[];
  /** Records here that are the same as one there. */
  readonly alike: readonly string[];
  readonly counts: Readonly<Record<Collection, { create: number; there: number; refused: number }>>;
  readonly refused: readonly Refusal[];
  /** What is otherwise here than there. */
  readonly remarks: readonly (Remark & Partial<SourceRemark>)[];
}

const { placeholder } = sql;
const knownColumns = {
  kind: externalIds.kind,
  externalId: externalIds.externalId,
  id: externalIds.id,
  isLive: sql<boolean>`(exists (select from users where users.id = external_ids.id and deleted_at is null)
    or exists (select from payees where payees.id = external_ids.id and deleted_at is null))`,
};
const selectKnown = statement(
  knownColumns,
  () =>
    sql`select kind, external_id, id, ${knownColumns.isLive} from external_ids where source = ${placeholder('source')}`,
);

/** Why a record is refused; the text where it says more than the issue. */
interface Reason {
  readonly issue: Issue;
  readonly text?: string;
}

const keyOf = ({ kind, externalId }: Pick<Planned, 'kind' | 'externalId'>) => `${kind} ${externalId}`;
const namedKinds = { worker: 'users', payee: 'payees' } as const;

/** Judges the records of another system by what there is here: what came before, what is the same, what is closed. */
export async function plan(scope: Scope, all: readonly SourceRecord[]): Promise<Plan> {
  const { db } = scope;
  const [before, { current }] = await Promise.all([selectKnown(db, { source }), closings.get(scope)]);
  /** The records here by what they are called there, or why there is none. */
  const found = new Map<string, { readonly id: string } | { readonly reason: string }>();
  for (const { kind, externalId, id, isLive } of before)
    found.set(`${kind} ${externalId}`, isLive ? { id } : { reason: 'was deleted here' });
  const known = new Map(before.map(({ kind, externalId, id }) => [`${kind} ${externalId}`, id]));
  const there: Plan['there'][number][] = [];
  const alike: string[] = [];
  const linked = new Set(before.map(({ id }) => id));
  const usernames = new Set<string>();

  const create: Planned[] = [];
  const links: (Omit<Planned, 'record'> & { id: string })[] = [];
  const refused: Refusal[] = [];
  const remarks: Plan['remarks'][number][] = [];
  const counts = Object.fromEntries(
    collections.map((kind) => [kind, { create: 0, there: 0, refused: 0 }]),
  ) as Record<Collection, { create: number; there: number; refused: number }>;

  for (const kind of collections) {
    const through =
      kind in closedWith ? current[closedWith[kind as keyof typeof closedWith] as ClosingKind] : null;
    const own = all.filter((one) => one.kind === kind);
    const refuse = (one: SourceRecord, reasons: readonly Reason[]) => {
      counts[kind].refused += 1;
      const told = reasons.map(({ issue, text = issue.message }) => ({
        kind,
        externalId: one.externalId,
        field: issue.path.join('.'),
        text,
        issue,
      }));
      refused.push(...told);
      const reason = told.map(({ field, text }) => `${field} ${text}`).join('; ');
      if (!found.has(keyOf(one))) found.set(keyOf(one), { reason: `is refused (${reason})` });
    };

    const sound: { readonly one: SourceRecord; readonly record: NewRecord }[] = [];
    const seen = new Set<string>();
    for (const one of own) {
      const key = keyOf(one);
      const before = known.get(key);
      if (before !== undefined) {
        counts[kind].there += 1;
        there.push({ kind, externalId: one.externalId, id: before });
        continue;
      }
      const reasons: Reason[] = one.issues.map((issue) => ({ issue }));
      if (seen.has(key)) reasons.push({ issue: issueAt(['_id'], 'named_twice'), text: 'is there twice' });
      seen.add(key);
      let { record } = one;
      if (one.names) {
        const { field, externalId } = one.names;
        const named = found.get(keyOf({ kind: namedKinds[field], externalId })) ?? { reason: 'is not there' };
        if ('id' in named) record = record && { ...record, [field]: named.id };
        else
          reasons.push({
            issue: issueAt([field], 'unknown_reference'),
            text: `${externalId} ${named.reason}`,
          });
      }
      const dayField = dayFields[kind] ?? '';
      const day = record?.[dayField];
      if (through && typeof day === 'string' && day <= through)
        reasons.push({ issue: issueAt([dayField], 'period_closed', { through }) });
      if (record && reasons.length === 0) sound.push({ one, record });
      else refuse(one, reasons);
    }

    const same = await existing(
      db,
      kind,
      sound.map(({ record }, index) => [index, record]),
    );
    alike.push(...same.values());
    for (const [index, { one, record }] of sound.entries()) {
      const id = same.get(index);
      const isFree = id !== undefined && !linked.has(id);
      if (kind === 'users') {
        const username = usernameKey(String(record.username));
        if (usernames.has(username) || (id !== undefined && !isFree)) {
          refuse(one, [{ issue: issueAt(['username'], 'username_taken') }]);
          continue;
        }
        usernames.add(username);
      }
      for (const remark of one.remarks) remarks.push({ kind, externalId: one.externalId, ...remark });
      const here = isFree ? id : newId();
      found.set(keyOf(one), { id: here });
      if (isFree) {
        linked.add(id);
        counts[kind].there += 1;
        links.push({ kind, externalId: one.externalId, id });
        remarks.push({ kind, externalId: one.externalId, field: '_id', text: `is here already: ${id}` });
      } else {
        counts[kind].create += 1;
        create.push({ kind, externalId: one.externalId, record: { ...record, _id: here } });
      }
    }
  }
  return { create, links, there, alike, counts, refused, remarks };
}

const ids = bulkWrites<object>({
  table: externalIds,
  columns: {},
  items: { source: 'text', kind: 'text', externalId: 'text', id: 'uuid' },
  inserted: {
    source: placeholder('source'),
    kind: placeholder('kind'),
    externalId: placeholder('externalId'),
    id: placeholder('id'),
  },
  updated: {},
  removed: {},
  matches: undefined,
  rules: {},
});

/** Records of one batch: as many as the journal undoes, and fewer than a statement has time for on a slow machine. */
const MAX_BATCH = 2000;

/** Nothing of it is asked of a file: what a list of imports shows is its name, its kind and its counts. */
export const file: ReadFile = {
  format: 'json',
  encoding: null,
  delimiter: null,
  sheets: [],
  sheet: null,
  layout: 'rows',
  month: null,
  dates: null,
  decimal: null,
  ambiguous: [],
  columns: [],
  missing: [],
  newPayees: [],
};

/** What creates the records, and keeps what they, and others that are here already, are called there. */
export async function writesOf(
  scope: Scope,
  create: readonly Planned[],
  links: Plan['links'],
  credentialOf: (username: string) => Promise<users.FirstCredential>,
): Promise<Written[]> {
  const writes: Written[] = [];
  for (const kind of collections) {
    const own = create.flatMap((one) => (one.kind === kind ? [one.record] : []));
    if (own.length === 0) continue;
    if (kind !== 'users') writes.push(creations[kind](scope, own as never));
    else {
      const withCredentials: Parameters<typeof users.creation>[0][number][] = [];
      for (const record of own) {
        const user = record as users.NewUser & { readonly _id: string };
        withCredentials.push({ ...user, ...(await credentialOf(user.username)) });
      }
      writes.push(users.creation(withCredentials));
    }
  }
  const known = [...create.map(({ record: { _id: id }, ...one }) => ({ ...one, id })), ...links];
  const items = { create: known.map((one) => ({ source, ...one })), update: [], delete: [] };
  writes.push({ table: 'external_ids', commands: ids.commandsOf(items), common: {} });
  return writes;
}

/**
 * Creates what is planned, in batches of which each is all or none and can be undone. What is written before a failure stays, and does not
 * come again the next time.
 * @param name as a list of imports shows it
 * @param credentialOf makes the first credential of a new account
 * @param onBatch called with the identifier of each import once it is written
 * @throws VALIDATION where something has changed since it was planned
 */
export async function transfer(
  scope: Scope,
  { create, links, refused }: Plan,
  name: string,
  credentialOf: (username: string) => Promise<users.FirstCredential>,
  onBatch: (importID: string) => void,
): Promise<void> {
  for (let at = 0; at === 0 || at < create.length; at += MAX_BATCH) {
    const part = create.slice(at, at + MAX_BATCH);
    const linked = at === 0 ? links : [];
    if (part.length + linked.length === 0) break;
    const writes = await writesOf(scope, part, linked, credentialOf);
    const counts = { create: part.length, duplicate: links.length, error: refused.length };
    const { id } = await keep(scope, { kind: source, name, counts, file, rows: [], records: {} });
    try {
      await commitRecords(scope, id, writes, [], { created: part.length, payees: 0 });
    } catch (error) {
      throw unexpected(error);
    }
    onBatch(id);
  }
}

/** Something has changed since the plan was made. */
export function unexpected(error: unknown): unknown {
  const failure = databaseFailure(error);
  if (failure?.code !== 'DB040') return (failure && explain(failure, users.rules)) ?? error;
  const [fault] = JSON.parse(failure.detail ?? '[]');
  const { message = `The database refuses a record (${fault.code}).`, issues } =
    explain(fault, users.rules) ?? {};
  return new DomainError('VALIDATION', `${message} Run it again.`, {
    cause: error,
    ...(issues && { issues }),
  });
}
