import type { Conditional, Outputs } from '@daybook/client';
import { type Nouns, nouns, type Resource } from '@daybook/domain';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { api, client } from '../api.ts';
import { type BaseVersion, type Saving, versionCondition } from '../lib/record-changes.ts';
import { nextPage, type Page, pageSize } from '../lib/rows.ts';

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

// Compile only while every resource has these procedures, and calls its identifier as the others do.
export const recordClients: { readonly [R in Resource]: RecordClient<R> } = client;
const listClients: { readonly [R in ListedResource]: ListClient<R> } = client;
const queryKeys: {
  readonly [R in Resource]: {
    readonly get: { queryKey(input: IdInput<R>): QueryKey };
    readonly list: { infiniteQueryKey(input: object): QueryKey };
  };
} = api;

/** Options for `useQuery`: one record. */
export const recordQuery = <R extends Resource>(resource: R, id: string) =>
  queryOptions({
    queryKey: queryKeys[resource].get.queryKey(idInput(resource, id)),
    queryFn: () => recordClients[resource].get.query(idInput(resource, id)),
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
  if (resource !== 'users') return restoreRecord(resource, id);
  const { items } = await client.journal.list.query({ record: id, action: 'delete', limit: 1 });
  return Promise.all(items.map(({ _id }) => client.journal.undo.mutate({ entryID: _id })));
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
  send: (changes, condition) =>
    recordClients[resource].update.mutate({ ...idInput(resource, id), ...changes }, condition),
  read: async () => baseOf(await recordClients[resource].get.query(idInput(resource, id))),
});
