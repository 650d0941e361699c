import type { Outputs } from '@daybook/client';
import type { Resource } from '@daybook/domain';
import { client } from '../api.ts';
import { versionCondition } from '../lib/record-changes.ts';
import type { ProcedurePath } from './me.ts';
import { removeRecord, restoreRecord } from './record-client.ts';
import { type Unit, unit } from './works.ts';

/** What lists answer of each resource. */
type Row<R extends Resource> = Outputs[R]['list']['items'][number];

export type ManyName = 'delete' | 'cancel' | 'reinstate' | 'deactivate' | 'activate';

/** What can be done to many records of a list at once. */
export interface ManyAction<T> {
  readonly name: ManyName;
  /** Who may. */
  readonly needs: ProcedurePath;
  /** To which records it can be done. */
  readonly isFor: (row: T, ownID: string) => boolean;
  readonly unitOf: (row: T) => Unit;
}

interface Many<T> {
  readonly actions: readonly ManyAction<T>[];
}

interface Versioned {
  readonly _id: string;
  readonly version?: number;
}

/** Whatever else can be done, records can be deleted. */
const withRemoval = <T extends Versioned>(
  resource: Resource,
  nameOf: (row: T) => string,
  actions: readonly ManyAction<T>[] = [],
): Many<T> => ({
  actions: [
    ...actions,
    {
      name: 'delete',
      needs: `${resource}.remove`,
      // Nobody deletes the own account.
      isFor: ({ _id }, ownID) => _id !== ownID,
      unitOf: (row) =>
        unit({
          name: nameOf(row),
          shows: { id: row._id, row: null },
          run: () => removeRecord(resource, row._id, versionCondition(row.version)),
          undo: () => restoreRecord(resource, row._id),
        }),
    },
  ],
});

const cancelling = (isCancelled: boolean): ManyAction<Row<'cheques'>> => {
  const set = (chequeID: string, value: boolean, version: number | undefined) =>
    client.cheques.update.mutate({ chequeID, isCancelled: value }, versionCondition(version));
  return {
    name: isCancelled ? 'cancel' : 'reinstate',
    needs: 'cheques.update',
    isFor: (cheque) => cheque.isCancelled !== isCancelled,
    unitOf: (cheque) =>
      unit({
        name: cheque.serial,
        shows: { id: cheque._id, row: { ...cheque, isCancelled } },
        run: () => set(cheque._id, isCancelled, cheque.version),
        undo: ({ version }) => set(cheque._id, !isCancelled, version),
      }),
  };
};

const activating = (active: boolean): ManyAction<Row<'users'>> => {
  // The list of users has no versions.
  const set = (userID: string, value: boolean, version?: number) =>
    client.users.setStatus.mutate({ userID, active: value }, versionCondition(version));
  return {
    name: active ? 'activate' : 'deactivate',
    needs: 'users.setStatus',
    isFor: (user, ownID) => user._id !== ownID && user.active !== active,
    unitOf: (user) =>
      unit({
        name: user.fullName,
        shows: { id: user._id, row: { ...user, active } },
        run: () => set(user._id, active),
        undo: ({ version }) => set(user._id, !active, version),
      }),
  };
};

/** Compiles only while each resource has its own. */
const all: { readonly [R in Resource]: Many<Row<R>> } = {
  users: withRemoval('users', ({ fullName }) => fullName, [activating(false), activating(true)]),
  logs: withRemoval('logs', ({ workerName, date }) => `${workerName} ${date}`),
  cheques: withRemoval('cheques', ({ serial }) => serial, [cancelling(true), cancelling(false)]),
  bills: withRemoval('bills', ({ description, date }) => description || date),
  payees: withRemoval('payees', ({ name }) => name),
};

/** What can be done to many of a list. The rows of a page are those that the service lists of its resource. */
export const manyOf = <T>(resource: Resource): Many<T> => all[resource] as unknown as Many<T>;
