import type { Conditional, Inputs, Outputs } from '@daybook/client';
import { type Nouns, nouns, type Resource } from '@daybook/domain';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { api, client } from '../api.ts';
import { nextPage, type Page, pageSize } from '../lib/paging.ts';
import { type BaseVersion, type Saving, versionCondition } from '../lib/record-changes.ts';

type Answered = { readonly [R in Resource]: Outputs[R]['get'] };
// An interface keeps that every record has `_id` and `version`, whichever resource it is of.
interface Records extends Answered {}
export type RecordOf<R extends Resource> = Records[R];

/** How the procedures of a resource call the identifier of a record: `payeeID` for payees. */
type IdInput<R extends Resource> = Readonly<Record<`${Nouns[R]}ID`, string>>;

const idInput = <R extends Resource>(resource: R, id: string) =>
  ({ [`${nouns[resource]}ID`]: id }) as IdInput<R>;

/** The procedures that every resource has. What is created and changed has been judged by the resource's own schema. */
interface RecordClient<R extends Resource> {
  readonly get: { query(input: IdInput<R>): Promise<RecordOf<R>> };
  readonly create: { mutate(input: object, once: Conditional): Promise<Outputs[R]['create']> };
  readonly update: { mutate(input: IdInput<R>, condition: Conditional): Promise<Outputs[R]['update']> };
  readonly remove: { mutate(input: IdInput<R>, condition: Conditional): Promise<unknown> };
  readonly restore: { mutate(input: IdInput<R>): Promise<unknown> };
}

/** The resources whose list answers whole records. */
export type ListedResource = {
  [R in Resource]: Outputs[R]['list']['items'][number] extends RecordOf<R> ? R : never;
}[Resource];

interface ListClient<R extends Resource> {
  readonly list: { query(input: object): Promise<Page<RecordOf<R>>> };
}

/** The resources of which many records are changed by one request. */
export type BulkResource = {
  [R in Resource]: 'bulk' extends keyof Outputs[R] ? R : never;
}[Resource];

interface Versioned {
  readonly _id: string;
  readonly version: number;
}

/** What one request did with many records. */
export interface BulkAnswer {
  readonly created: readonly Versioned[];
  readonly updated: readonly Versioned[];
  readonly deleted: readonly Pick<Versioned, '_id'>[];
}

interface BulkClient {
  readonly bulk: { mutate(input: object, once: Conditional): Promise<BulkAnswer> };
}

// Compile only while every resource has these procedures, and calls its identifier as the others do.
export const recordClients: { readonly [R in Resource]: RecordClient<R> } = client;
const { bills, cheques, logs, payees, payEntries, rates } = client;
export const bulkClients: { readonly [R in BulkResource]: BulkClient } = {
  bills,
  cheques,
  logs,
  payees,
  payEntries,
  rates,
};
const listClients: { readonly [R in ListedResource]: ListClient<R> } = client;
const queryKeys: {
  readonly [R in Resource]: {
    readonly get: { queryKey(input: IdInput<R>): QueryKey };
    readonly list: { infiniteQueryKey(input: object): QueryKey };
  };
} = api;

export const readRecord = <R extends Resource>(resource: R, id: string) =>
  recordClients[resource].get.query(idInput(resource, id));

/** Options for `useQuery`: one record. */
export const recordQuery = <R extends Resource>(resource: R, id: string) =>
  queryOptions({
    queryKey: queryKeys[resource].get.queryKey(idInput(resource, id)),
    queryFn: () => readRecord(resource, id),
  });

/** Options for `useInfiniteQuery`: the records that these filters let through. */
export function listQuery<R extends ListedResource>(resource: R, filters: object) {
  const input = { ...filters, limit: pageSize };
  return infiniteQueryOptions({
    queryKey: queryKeys[resource].list.infiniteQueryKey(input),
    queryFn: ({ pageParam }) => listClients[resource].list.query({ ...input, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    ...nextPage,
  });
}

export const removeRecord = <R extends Resource>(resource: R, id: string, condition: Conditional) =>
  recordClients[resource].remove.mutate(idInput(resource, id), condition);

export const restoreRecord = <R extends Resource>(resource: R, id: string) =>
  recordClients[resource].restore.mutate(idInput(resource, id));

/** Takes a deletion back. Of a user it is undone, since a restoration does not bring back the pay that ended with it. */
export async function takeRemovalBack<R extends Resource>(resource: R, id: string): Promise<unknown> {
  return resource === 'users' ? undoEntry(id, { action: 'delete', limit: 1 }) : restoreRecord(resource, id);
}

/** Takes the last of these changes of a record back, and what was done by the same request. @param found newest first */
export async function undoEntry(record: string, found: Inputs['journal']['list']): Promise<unknown> {
  const { items } = await client.journal.list.query({ ...found, record });
  const entry = items.at(-1);
  return entry && client.journal.undo.mutate({ entryID: entry._id });
}

/** Whatever its version is. @param fields that change */
export const updateRecord = <R extends Resource>(resource: R, id: string, fields: object) =>
  recordClients[resource].update.mutate({ ...idInput(resource, id), ...fields }, versionCondition(undefined));

/** How a known record is saved. @param baseOf the values that are compared */
export const recordSaving = <R extends Resource, V extends object>(
  resource: R,
  id: string,
  baseOf: (row: RecordOf<R>) => BaseVersion<V>,
): Saving<V, Outputs[R]['update']> => ({
  record: id,
  send: (changes, condition) =>
    recordClients[resource].update.mutate({ ...idInput(resource, id), ...changes }, condition),
  read: async () => baseOf(await readRecord(resource, id)),
});
