import type { Outputs } from '@daybook/client';
import type { Resource } from '@daybook/domain';
import { client } from '../api.ts';
import type { Formats } from '../lib/format.ts';
import { versionCondition } from '../lib/record-changes.ts';
import type { ProcedurePath } from './me.ts';
import { removeRecord, restoreRecord } from './record-client.ts';
import { type BulkChange, bulkChange } from './undoable.ts';

/** What lists answer of each resource. */
type Row<R extends Resource> = Outputs[R]['list']['items'][number];

export type BulkActionName = 'delete' | 'cancel' | 'reinstate' | 'deactivate' | 'activate';

/** What can be done to many records of a list at once. */
export interface BulkAction<T> {
  readonly name: BulkActionName;
  /** Who may. */
  readonly needs: ProcedurePath;
  /** To which records it can be done. */
  readonly isFor: (row: T, ownID: string) => boolean;
  /** @param formats for names that hold a day */
  readonly changeOf: (row: T, formats: Formats) => BulkChange;
}

interface Versioned {
  readonly _id: string;
  readonly version?: number;
}

/** Whatever else can be done, records can be deleted. */
const withRemoval = <T extends Versioned>(
  resource: Resource,
  nameOf: (row: T, formats: Formats) => string,
  actions: readonly BulkAction<T>[] = [],
): readonly BulkAction<T>[] => [
  ...actions,
  {
    name: 'delete',
    needs: `${resource}.remove`,
    // Nobody deletes the own account.
    isFor: ({ _id }, ownID) => _id !== ownID,
    changeOf: (row, formats) =>
      bulkChange({
        name: nameOf(row, formats),
        shows: { id: row._id, row: null },
        run: () => removeRecord(resource, row._id, versionCondition(row.version)),
        undo: () => restoreRecord(resource, row._id),
      }),
  },
];

const cancelling = (isCancelled: boolean): BulkAction<Row<'cheques'>> => {
  const set = (chequeID: string, value: boolean, version: number | undefined) =>
    client.cheques.update.mutate({ chequeID, isCancelled: value }, versionCondition(version));
  return {
    name: isCancelled ? 'cancel' : 'reinstate',
    needs: 'cheques.update',
    isFor: (cheque) => cheque.isCancelled !== isCancelled,
    changeOf: (cheque) =>
      bulkChange({
        name: cheque.serial,
        shows: { id: cheque._id, row: { ...cheque, isCancelled } },
        run: () => set(cheque._id, isCancelled, cheque.version),
        undo: ({ version }) => set(cheque._id, !isCancelled, version),
      }),
  };
};

const activating = (active: boolean): BulkAction<Row<'users'>> => {
  // The list of users has no versions.
  const set = (userID: string, value: boolean, version?: number) =>
    client.users.setStatus.mutate({ userID, active: value }, versionCondition(version));
  return {
    name: active ? 'activate' : 'deactivate',
    needs: 'users.setStatus',
    isFor: (user, ownID) => user._id !== ownID && user.active !== active,
    changeOf: (user) =>
      bulkChange({
        name: user.fullName,
        shows: { id: user._id, row: { ...user, active } },
        run: () => set(user._id, active),
        undo: ({ version }) => set(user._id, !active, version),
      }),
  };
};

/** What can be done to many records of a list. Compiles only while each resource has its own. */
export const bulkActions: { readonly [R in Resource]: readonly BulkAction<Row<R>>[] } = {
  users: withRemoval('users', ({ fullName }) => fullName, [activating(false), activating(true)]),
  logs: withRemoval('logs', ({ workerName, date }, { day }) => `${workerName}, ${day(date)}`),
  cheques: withRemoval('cheques', ({ serial }) => serial, [cancelling(true), cancelling(false)]),
  bills: withRemoval('bills', ({ description, date }, { day }) => description || day(date)),
  payees: withRemoval('payees', ({ name }) => name),
  bankAccounts: withRemoval('bankAccounts', ({ name }) => name),
  chequebooks: withRemoval('chequebooks', ({ firstSerial, lastSerial }) => `${firstSerial}–${lastSerial}`),
  balanceReadings: withRemoval(
    'balanceReadings',
    ({ accountName, date }, { day }) => `${accountName}, ${day(date)}`,
  ),
};
