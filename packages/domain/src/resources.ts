interface Definition {
  /** One record, as its identifier is called in paths and inputs: `payee` for `payeeID`. */
  readonly noun: string;
  /** What scopes of personal access tokens call it. */
  readonly area: string;
  /** The field by which records of others name one of it. */
  readonly field?: string;
  /** The fields of its records that name a record of another resource. */
  readonly references?: readonly string[];
  /** The resource whose bulkhead and connection pool it shares, since it is used together with that. */
  readonly bulkhead?: string;
}

/** The resources. Each has a table of its name with `recordColumns`, and an entry in the journal for each change. */
const definitions = {
  users: { noun: 'user', area: 'users', field: 'worker' },
  logs: { noun: 'log', area: 'logs', references: ['worker'] },
  cheques: { noun: 'cheque', area: 'cheques', field: 'cheque', references: ['payee', 'account'] },
  bills: { noun: 'bill', area: 'bills', references: ['payee', 'account', 'cheque'] },
  payees: { noun: 'payee', area: 'payees', field: 'payee' },
  bankAccounts: {
    noun: 'bankAccount',
    area: 'bank-accounts',
    field: 'account',
    bulkhead: 'cheques',
  },
  chequebooks: {
    noun: 'chequebook',
    area: 'bank-accounts',
    references: ['account'],
    bulkhead: 'cheques',
  },
  balanceReadings: {
    noun: 'balanceReading',
    area: 'bank-accounts',
    references: ['account'],
    bulkhead: 'cheques',
  },
  payEntries: { noun: 'payEntry', area: 'pay', references: ['worker', 'cheque'] },
  rates: { noun: 'rate', area: 'rates', references: ['worker'], bulkhead: 'payEntries' },
} as const satisfies Readonly<Record<string, Definition>>;

type All = typeof definitions;
export type Resource = keyof All;
export const resources = Object.keys(definitions) as readonly Resource[];

/** What an import creates. */
export const importKinds = [
  'payees',
  'bills',
  'cheques',
  'logs',
  'payEntries',
  'rates',
  'users',
] as const satisfies readonly Resource[];
export type ImportKind = (typeof importKinds)[number];

/** What can be closed, each up to a day of its own. */
export const closingKinds = ['logs', 'bills', 'payEntries', 'cheques'] as const satisfies readonly Resource[];
export type ClosingKind = (typeof closingKinds)[number];

/** The resources whose writes can meet PERIOD_CLOSED, and the kind that is closed then. */
export const closedWith = {
  logs: 'logs',
  bills: 'bills',
  payEntries: 'payEntries',
  cheques: 'cheques',
  rates: 'logs',
} as const satisfies Readonly<Partial<Record<Resource, ClosingKind>>>;

const collect = <Key extends 'noun' | 'area'>(key: Key) =>
  Object.fromEntries(resources.map((name) => [name, definitions[name][key]])) as {
    readonly [R in Resource]: All[R][Key];
  };
export const areas = collect('area');
export const nouns = collect('noun');
export type Nouns = typeof nouns;

const definitionOf = (name: Resource): Definition => definitions[name];

/** The fields that hold the identifier of another record, and what it is a record of. */
export const referenceFields = Object.fromEntries(
  resources.flatMap((name) => {
    const { field } = definitionOf(name);
    return field === undefined ? [] : [[field, name]];
  }),
) as {
  readonly [R in Resource as All[R] extends { readonly field: infer Field extends string }
    ? Field
    : never]: R;
};

const referred = new Map<string, Resource>(Object.entries(referenceFields));

/** The fields of a resource's records that name a record of another resource. */
export const referencesOf = (name: Resource): readonly string[] => definitionOf(name).references ?? [];

/** The resources whose records name one of this kind: of payees cheques and bills. */
export const resourcesReferencing = (kind: string): readonly Resource[] =>
  resources.filter((name) => referencesOf(name).some((field) => referred.get(field) === kind));

type Sharing = { [R in Resource]: All[R] extends { readonly bulkhead: string } ? R : never }[Resource];
/** The resources that have a bulkhead with a connection pool. */
export type ResourceBulkhead = Exclude<Resource, Sharing>;

const isBulkhead = (name: string): name is ResourceBulkhead =>
  resources.some((resource) => resource === name && !definitionOf(resource).bulkhead);
export const bulkheadOf = (name: Resource) => (definitionOf(name).bulkhead ?? name) as ResourceBulkhead;

/** The bulkhead of what changes something, so that reads go on while commits wait for a standby. */
export type WriteBulkhead = `${ResourceBulkhead | 'attachments' | 'others'}Writes`;

/** @param bulkhead of the same operation if it only read */
export const writesOf = (bulkhead: string): WriteBulkhead =>
  `${isBulkhead(bulkhead) || bulkhead === 'attachments' ? bulkhead : 'others'}Writes`;

export const forEachWriteBulkhead = <T>(value: T) =>
  Object.fromEntries(
    [...resources, 'attachments', 'others'].map((name) => [writesOf(name), value]),
  ) as Readonly<Record<WriteBulkhead, T>>;

/** The same value for each bulkhead of a resource. */
export const forEachBulkhead = <T>(value: T) =>
  Object.fromEntries(resources.map((name) => [bulkheadOf(name), value])) as Readonly<
    Record<ResourceBulkhead, T>
  >;
