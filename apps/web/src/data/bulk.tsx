import { type Conditional, once } from '@daybook/client';
import { type Issue, MAX_BULK, type Resource } from '@daybook/domain';
import { List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { allOrNone, chunks, settleWithLimit } from '../lib/concurrency.ts';
import { useErrorText, useIssueText } from '../lib/errors.ts';
import { issuesIn } from '../lib/issues.ts';
import type { Pending } from '../lib/pending.ts';
import { Name } from '../ui/List.tsx';
import { type Attempt, type Undoable, useChange } from './change.tsx';
import type { ProcedurePath } from './me.ts';
import { type BulkAnswer, type BulkResource, bulkClients, readRecord, undoEntry } from './record-client.ts';
import type { Resource as AnyResource } from './refresh.ts';
import { type Removable, removalOf } from './removal.ts';

export type BulkActionName = 'delete' | 'deactivate' | 'activate';

/** A change of many records. */
export interface BulkChange<R = unknown> extends Undoable<R> {
  /** How many it has changed. */
  countOf(result: R): number;
}

/** What can be done to many records of a list at once. */
export interface BulkAction<T> {
  readonly name: BulkActionName;
  /** Who may. */
  readonly needs: ProcedurePath;
  /** To which records it can be done. */
  readonly isFor: (row: T, ownID: string) => boolean;
  /** @param tell of which rows it is refused, where it is done to the others */
  readonly changeOf: (rows: readonly T[], tell: Tell) => BulkChange;
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

/** Whatever else can be done, records can be deleted. */
export const removal = <T extends { readonly _id: string; readonly version?: number }>(
  resource: Resource,
  nameOf: (row: T) => string,
  isRemovable: (row: T) => boolean = () => true,
): BulkAction<T> => ({
  name: 'delete',
  needs: `${resource}.remove`,
  // Nobody deletes the own account.
  isFor: (row, ownID) => row._id !== ownID && isRemovable(row),
  changeOf: (rows, tell) =>
    isBulk(resource)
      ? together(resource, [{ items: rows.map((row) => removalItem(row, nameOf(row))) }])
      : oneByOne(
          rows.map((row) => ({ name: nameOf(row), ...removalOf(resource, row) })),
          tell,
        ),
});

const isBulk = (resource: Resource): resource is BulkResource => resource in bulkClients;

/** What a request for many records does with one of them. */
export interface BulkItem {
  readonly part: 'create' | 'update' | 'delete';
  /** Of whom or what it is, where it is refused. */
  readonly name: string;
  /** What is created; else which record, in which version, and what changes. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly shows?: Pending<unknown>;
}

/** What somebody has changed since stays. */
export const removalItem = ({ _id, version }: Removable, name: string): BulkItem => ({
  part: 'delete',
  name,
  body: { _id, version },
  shows: { id: _id, row: null },
});

interface Failure {
  readonly name: string;
  /** Or an issue, whose path begins with the part. */
  readonly error: unknown;
}
type Tell = (failures: readonly Failure[], title?: string) => void;

/** Some are refused, so nothing is done. */
export class RefusedError extends Error {
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super('Refused.');
    this.failures = failures;
  }
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
    const failures = issuesIn(error).flatMap((issue) => {
      const [part = '', index, ...path] = issue.path;
      const item = parts[part as BulkItem['part']]?.[Number(index)];
      return item ? [{ name: item.name, error: { ...issue, path: [part, ...path] } }] : [];
    });
    throw failures.length > 0 ? new RefusedError(failures) : error;
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

/** All or none, in as many requests as it takes. */
export function together(
  resource: BulkResource,
  requests: readonly BulkRequest[],
): BulkChange<readonly BulkAnswer[]> {
  const parts = requests.flatMap(({ items, ...request }) =>
    chunks(items, MAX_BULK).map((part) => ({ ...request, items: part })),
  );
  const all = parts.flatMap(({ items }) => items);
  return {
    shows: all.flatMap(({ shows }) => shows ?? []),
    countOf: () => all.length,
    ...allOrNone(
      parts,
      (part) => send(resource, part),
      (answer) => takeBack(resource, answer),
    ),
  };
}

/** How many requests are on their way at once. */
const atOnce = 6;

type Named<W> = W & { readonly name: string };

/** For records of which a request changes one alone: what is refused does not keep the others from being done. */
export function oneByOne<R>(
  changes: readonly Named<Undoable<R>>[],
  tell: Tell,
): BulkChange<readonly Named<Attempt<unknown>>[]> {
  const settle = async <T,>(works: readonly Named<Attempt<T>>[]) => {
    const results = await settleWithLimit(
      works.map(({ run }) => run),
      atOnce,
    );
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [{ name: works[index]?.name ?? '', error: result.reason }] : [],
    );
    if (failures.length > 0) tell(failures);
    return results;
  };
  return {
    shows: changes.flatMap(({ shows = [] }) => shows),
    countOf: ({ length }) => length,
    run: async () => {
      const results = await settle(changes);
      return changes.flatMap(({ name, undo }, index) => {
        const result = results[index];
        return result?.status === 'fulfilled' ? [{ name, ...undo(result.value) }] : [];
      });
    },
    undo: (made) => ({ run: () => settle(made) }),
  };
}

/** Makes changes of many records: one notice with an undo of all, and one that lists what is refused. */
export function useBulk(resource: AnyResource) {
  const { t } = useTranslation();
  const reasonOf = useReasons();
  const change = useChange(resource);
  const tell: Tell = (failures, title = t('failedCount', { count: failures.length })) =>
    notifications.show({
      color: 'red',
      role: 'alert',
      autoClose: false,
      title,
      message: <Failed failed={failures.map(({ name, error }) => ({ name, reason: reasonOf(error) }))} />,
    });
  /** @param done what the notice says of so many that were made */
  const makeAll = <R,>(
    { run, undo, countOf, ...attempt }: BulkChange<R>,
    done: (count: number, result: R) => string,
  ) =>
    change({
      ...attempt,
      run: async () => {
        try {
          return { result: await run() };
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          tell(error.failures, t('bulk.nothingDone'));
          return undefined;
        }
      },
      done: (made) =>
        made && countOf(made.result) > 0 ? done(countOf(made.result), made.result) : undefined,
      undo: (made) => (made ? undo(made.result) : { run: async () => undefined }),
    });
  return { makeAll, tell };
}

/** Why a record is refused. */
function useReasons() {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const issueText = useIssueText();
  return (error: unknown): string => {
    if (error instanceof Error) return textOf(error);
    const issue = error as Issue;
    const [part, field] = issue.path;
    if (issue.code === 'refused') {
      const { code } = issue.params;
      if (part === 'create' && code === 'PRECONDITION_FAILED') return t('bulk.recordedMeanwhile');
      return t(`errors.${code}` as 'errors.INTERNAL', { defaultValue: issue.message });
    }
    if (field === 'version') return t('errors.PRECONDITION_FAILED');
    const isGone = issue.code === 'unknown_reference' && (field === undefined || field === '_id');
    return isGone ? t('errors.NOT_FOUND') : issueText(issue);
  };
}

const shown = 8;

interface FailedProps {
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

function Failed({ failed }: FailedProps) {
  const { t } = useTranslation();
  return (
    <>
      <List size="sm">
        {failed.slice(0, shown).map(({ name, reason }) => (
          <List.Item key={name}>
            <Name>{name}</Name>: {reason}
          </List.Item>
        ))}
      </List>
      {failed.length > shown && <Text size="sm">{t('andMore', { count: failed.length - shown })}</Text>}
    </>
  );
}
