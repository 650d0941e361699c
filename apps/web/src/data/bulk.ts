import { type Conditional, once } from '@daybook/client';
import { MAX_BULK } from '@daybook/domain';
import { allOrNone, chunks, settleWithLimit } from '../lib/concurrency.ts';
import { issuesIn } from '../lib/issues.ts';
import type { Pending } from '../lib/pending.ts';
import type { Change } from './change.tsx';
import type { ProcedurePath } from './me.ts';
import { type BulkAnswer, type BulkResource, bulkClients, readRecord, undoEntry } from './record-client.ts';
import { type Refusal, RefusedError } from './refusals.tsx';

export type BulkActionName = 'delete' | 'deactivate' | 'activate';

/** How many records were changed. */
interface Counted {
  readonly count: number;
}

type Tell = (refusals: readonly Refusal[]) => void;

/** What can be done to many records of a list at once. */
export interface BulkAction<T> {
  readonly name: BulkActionName;
  /** Who may. */
  readonly needs: ProcedurePath;
  /** To which records it can be done. */
  readonly isFor: (row: T, ownID: string) => boolean;
  /** @param tell of which rows it is refused, where it is done to the others */
  readonly changeOf: (rows: readonly T[], tell: Tell) => Change<Counted>;
}

/** What is done to many records by a form of its own. */
export interface BulkForm<T> {
  /** Of its button. */
  readonly name: string;
  readonly needs: ProcedurePath;
  readonly isFor: (row: T) => boolean;
  /** @param onDone once it is done */
  readonly open: (rows: readonly T[], onDone: () => void) => void;
}

/** What a request for many records does with one of them. */
export interface BulkItem {
  readonly part: 'create' | 'update' | 'delete';
  /** Of whom or what it is, where it is refused. */
  readonly name: string;
  /** What is created; else which record, in which version, and what changes. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly shows?: Pending<unknown>;
}

interface BulkRequest {
  readonly items: readonly BulkItem[];
  readonly condition?: () => Conditional;
}

async function send(resource: BulkResource, { items, condition = once }: BulkRequest): Promise<BulkAnswer> {
  const of = (part: BulkItem['part']) => items.filter((item) => item.part === part);
  const parts = { create: of('create'), update: of('update'), delete: of('delete') };
  const bodies = Object.entries(parts).map(([part, own]) => [part, own.map(({ body }) => body)]);
  try {
    const answer = await bulkClients[resource].bulk.mutate(Object.fromEntries(bodies), condition());
    const isChanged = ({ version }: { readonly version: number }, index: number) =>
      version !== parts.update[index]?.body.version;
    return { ...answer, updated: answer.updated.filter(isChanged) };
  } catch (error) {
    const refusals = issuesIn(error).flatMap((issue) => {
      const [part = '', index, ...path] = issue.path;
      const item = parts[part as BulkItem['part']]?.[Number(index)];
      return item ? [{ name: item.name, error: { ...issue, path: [part, ...path] } }] : [];
    });
    throw refusals.length > 0 ? new RefusedError(refusals) : error;
  }
}

/** By an entry of the journal, with which all of the same request is taken back. */
async function takeBack(resource: BulkResource, { created, updated, deleted }: BulkAnswer) {
  const [[made], [gone], [changed]] = [created, deleted, updated];
  if (made) return undoEntry(made._id, { action: 'create', limit: 1 });
  if (gone) return undoEntry(gone._id, { action: 'delete', limit: 1 });
  if (!changed) return undefined;
  // Each version since is an entry.
  const { version } = await readRecord(resource, changed._id);
  return undoEntry(changed._id, { limit: version - changed.version + 1 });
}

export interface Answered extends Counted {
  readonly answers: readonly BulkAnswer[];
}

/** All or none, in as many requests as it takes. */
export function together(resource: BulkResource, requests: readonly BulkRequest[]) {
  const parts = requests.flatMap(({ items, ...request }) =>
    chunks(items, MAX_BULK).map((part) => ({ ...request, items: part })),
  );
  const all = parts.flatMap(({ items }) => items);
  const { run, undo } = allOrNone(
    parts,
    (part) => send(resource, part),
    (answer) => takeBack(resource, answer),
  );
  return {
    shows: all.flatMap(({ shows }) => shows ?? []),
    run: async (): Promise<Answered> => ({ count: all.length, answers: await run() }),
    undo: ({ answers }: Answered) => undo(answers),
  };
}

type Named<W> = W & { readonly name: string };

interface Settled extends Counted {
  readonly undos: readonly Named<Change>[];
}

/** For records of which a request changes one alone: what is refused does not keep the others from being done. */
export function oneByOne<R>(changes: readonly Named<Change<R>>[], tell: Tell) {
  const settle = async <T>(works: readonly Named<Change<T>>[]) => {
    const results = await settleWithLimit(works.map(({ run }) => run));
    const refusals = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ name: works[index]?.name ?? '', error: result.reason }] : [],
    );
    if (refusals.length > 0) tell(refusals);
    return results;
  };
  return {
    shows: changes.flatMap(({ shows = [] }) => shows),
    run: async (): Promise<Settled> => {
      const results = await settle(changes);
      const undos = changes.flatMap(({ name, undo }, index) => {
        const result = results[index];
        return result?.status === 'fulfilled' && undo ? [{ name, ...undo(result.value) }] : [];
      });
      return { count: undos.length, undos };
    },
    undo: ({ undos }: Settled) => ({ run: () => settle(undos) }),
  };
}
