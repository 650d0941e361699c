import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import type { Rules } from '../db/failures.ts';
import type { Scope } from '../db/scope.ts';
import { sender } from '../db/statement.ts';
import * as all from '../repositories.ts';
import type { records } from '../resource-schemas.ts';
import type { Resource } from '../resources.ts';
import type { JournalEntry } from './journal.schema.ts';
import { type JournalKind, journalKinds } from './kinds.ts';
import type { undoable } from './records.ts';

type Subject = JournalEntry['subject'];

// Not within the statement of the journal: for each entry PostgreSQL counts the cost of every kind, and compiles a
// statement of such a cost, which takes ten times as long as this one.
const selectSubjects = sender(() =>
  sql.join(
    Object.values(journalledRepositories).map(({ subject }) => sql`(${subject})`),
    sql` union all `,
  ),
);

/** What the records of some entries are called now, also those that are deleted; asked for in one statement. */
export async function subjectsOf(
  db: Database,
  entries: readonly { readonly kind: JournalKind; readonly record: string }[],
): Promise<(record: string) => Subject> {
  const idsOf = (kind: JournalKind) => [
    ...new Set(entries.flatMap((entry) => (entry.kind === kind ? [entry.record] : []))),
  ];
  const rows = await selectSubjects(
    db,
    Object.fromEntries(journalKinds.map((kind) => [kind, idsOf(kind).join(',')])),
  );
  const subjects = new Map(
    (rows as [string, string, string | null, string | null][]).map(([id, title, date, value]) => [
      id,
      { title, date, value },
    ]),
  );
  return (record) => subjects.get(record) ?? { title: '', date: null, value: null };
}

interface Journalled {
  /** Selects what records are called; see `subjectOf`. */
  readonly subject: SQL;
}

interface Undoable<Row> {
  get(scope: Scope, id: string): Promise<Row>;
}

interface Repository<Row> extends Journalled, Undoable<Row> {
  /** What is wrong when the database refuses. */
  readonly rules: Rules;
}

/** Of whatever the journal tells of. */
const journalledRepositories: Readonly<Record<JournalKind, Journalled>> = all;

export const undoableRepositories: {
  readonly [K in keyof typeof undoable]: Undoable<z.output<(typeof undoable)[K]>>;
} = all;

/** Of any resource. */
export const repositories: { readonly [R in Resource]: Repository<z.output<(typeof records)[R]>> } = all;
