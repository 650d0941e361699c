import type { Outputs } from '@daybook/client';
import type { Resource } from '@daybook/domain';
import { client } from '../api.ts';
import type { Formats } from '../lib/format.ts';
import { versionCondition } from '../lib/record-changes.ts';
import type { ProcedurePath } from './me.ts';
import { removeRecord, takeRemovalBack } from './record-client.ts';
import { type BulkChange, bulkChange } from './undoable.ts';

/** What lists answer of each resource. */
type Row<R extends Resource> = Outputs[R]['list']['items'][number];

export type BulkActionName = 'delete' | 'deactivate' | 'activate';

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

/** What is done to many records by a form of its own. */
export interface BulkForm<T> {
  /** Of its button. */
  readonly name: string;
  readonly needs: ProcedurePath;
  readonly isFor: (row: T) => boolean;
  /** @param onDone once it is done */
  readonly open: (rows: readonly T[], onDone: () => void) => void;
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
  isRemovable: (row: T) => boolean = () => true,
): readonly BulkAction<T>[] => [
  ...actions,
  {
    name: 'delete',
    needs: `${resource}.remove`,
    // Nobody deletes the own account.
    isFor: (row, ownID) => row._id !== ownID && isRemovable(row),
    changeOf: (row, formats) =>
      bulkChange({
        name: nameOf(row, formats),
        shows: { id: row._id, row: null },
        run: () => removeRecord(resource, row._id, versionCondition(row.version)),
        undo: () => takeRemovalBack(resource, row._id),
      }),
  },
];

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

/** As the service has it. */
export const isRemovableCheque = ({ status }: Pick<Row<'cheques'>, 'status'>) =>
  status === 'issued' || status === 'cancelled';

/** What can be done to many records of a list. Compiles only while each resource has its own. */
export const bulkActions: { readonly [R in Resource]: readonly BulkAction<Row<R>>[] } = {
  users: withRemoval('users', ({ fullName }) => fullName, [activating(false), activating(true)]),
  logs: withRemoval('logs', ({ workerName, date }, { day }) => `${workerName}, ${day(date)}`),
  cheques: withRemoval<Row<'cheques'>>('cheques', ({ serial }) => serial, [], isRemovableCheque),
  bills: withRemoval('bills', ({ description, date }, { day }) => description || day(date)),
  payees: withRemoval('payees', ({ name }) => name),
  bankAccounts: withRemoval('bankAccounts', ({ name }) => name),
  chequebooks: withRemoval('chequebooks', ({ firstSerial, lastSerial }) => `${firstSerial}–${lastSerial}`),
  balanceReadings: withRemoval(
    'balanceReadings',
    ({ accountName, date }, { day }) => `${accountName}, ${day(date)}`,
  ),
  payEntries: withRemoval<Row<'payEntries'>>(
    'payEntries',
    ({ workerName, date }, { list, day }) => list(workerName, day(date)),
    [],
    ({ settlement }) => settlement === null,
  ),
  rates: withRemoval('rates', ({ workerName, from }, { list, day }) => list(workerName, day(from))),
};
