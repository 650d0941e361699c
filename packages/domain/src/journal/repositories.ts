import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Rules } from '../db/failures.ts';
import type { Scope } from '../db/scope.ts';
import * as all from '../repositories.ts';
import type { Resource, records } from '../resources.ts';
import type { JournalKind, undoable } from './kinds.ts';

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
export const journalledRepositories: Readonly<Record<JournalKind, Journalled>> = all;

export const undoableRepositories: {
  readonly [K in keyof typeof undoable]: Undoable<z.output<(typeof undoable)[K]>>;
} = all;

/** Of any resource. */
export const repositories: { readonly [R in Resource]: Repository<z.output<(typeof records)[R]>> } = all;
