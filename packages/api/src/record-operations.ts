import {
  type Bulk,
  type BulkChanges,
  bulkAnswer,
  bulkheadOf,
  bulkInput,
  closedWith,
  type Grants,
  Id,
  listPage,
  MAX_BULK,
  type Nouns,
  nouns,
  Removed,
  type Resource,
  referenceFields,
  scopeAreas,
  updateInput,
} from '@daybook/domain';
import type { Scope } from '@daybook/domain/server';
import { z } from 'zod';
import type { Group, RestDeclaration } from './declaration.ts';
import { exampleIdOf, updated } from './examples.ts';
import { operations } from './trpc.ts';

type Name = 'list' | 'get' | 'create' | 'update' | 'remove' | 'restore' | 'bulk';

/** What a list is asked for, a record as it is answered, what makes one, and the fields that can change. */
interface Schemas {
  readonly query: z.ZodType;
  readonly record: z.ZodObject & z.ZodType<{ readonly _id: string }>;
  readonly create: z.ZodType;
  readonly changes: z.ZodObject;
}

interface RecordDeclaration<R extends Resource, S extends Schemas> {
  readonly tag: Group['tag'];
  readonly resource: R;
  /** One record in summaries, which add an `s` for several; the noun in words where it is left out. */
  readonly title?: string;
  readonly access: Grants;
  /** None of them is in docs/interface.md. */
  readonly addition?: true;
  /** In which order they are listed: `newest first`. */
  readonly order: string;
  readonly schemas: S;
  readonly example: {
    readonly record: Omit<z.output<S['record']>, '_id'> & { readonly _id?: string };
    /** The parameters of a list whose only row is the record. */
    readonly query: NonNullable<RestDeclaration['example']['parameters']>;
    /** The body that makes the record. */
    readonly create: object;
    /** The body of a change, and the fields of the record that have another value after it. */
    readonly update: { readonly body: object; readonly data: object };
  };
  /** Where one of them is not like those of other records. */
  readonly overrides?: Partial<Readonly<Record<Name, Partial<RestDeclaration & { access: Grants }>>>>;
}

/** What does it with the records. */
interface Repository<S extends Schemas> {
  list(scope: Scope, query: z.output<S['query']>): Promise<unknown>;
  get(scope: Scope, id: string): Promise<z.output<S['record']>>;
  create(scope: Scope, values: z.output<S['create']>): Promise<z.output<S['record']>>;
  update(scope: Scope, id: string, changes: z.output<S['changes']>): Promise<z.output<S['record']>>;
  remove(scope: Scope, id: string): Promise<{ readonly _id: string }>;
  restore(scope: Scope, id: string): Promise<z.output<S['record']>>;
}

/** The same, many at once. */
interface BulkRepository<S extends Schemas> extends Repository<S> {
  bulk(
    scope: Scope,
    changes: Bulk<z.output<S['create']>, z.output<S['changes']>>,
  ): Promise<BulkChanges<z.output<S['record']>>>;
}

const words = (name: string, between: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`);

/** Whether a field of the changes names another record. @throws where nothing says a record of what */
function isReference(resource: Resource, [field, schema]: [string, unknown]): boolean {
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const isId = (given instanceof z.ZodNullable ? given.unwrap() : given) === Id;
  if (isId && !(field in referenceFields))
    throw new Error(`${resource}.${field} names a record: say of which resource in referenceFields.`);
  return isId;
}

/** The six operations of a kind of record, where some do more than its repository: `.query(…)` or `.mutation(…)` follow. */
export function recordOperations<const R extends Resource, S extends Schemas>(
  declared: RecordDeclaration<R, S>,
) {
  const { tag, resource, access, addition, order, schemas, example, overrides = {} } = declared;
  const noun: Nouns[R] = nouns[resource];
  const { title = words(noun, ' ') } = declared;
  const { operation } = operations({
    tag,
    bulkhead: bulkheadOf(resource),
    tokens: scopeAreas[resource],
  });
  const record = { _id: exampleIdOf(noun), ...example.record };
  const id = `${noun}ID` as const;
  const path = `/${words(resource, '-')}` as const;
  const one = `${path}/{${id}}` as const;
  const parameters = { [id]: record._id };
  const byId = z.object({ [id]: Id } as Record<typeof id, typeof Id>);
  const common = { access, ...(addition && { addition }) };
  const namesOthers = Object.entries(schemas.changes.shape).some((field) => isReference(resource, field));
  const writing = { ...common, ...(namesOthers && { errors: ['UNKNOWN_REFERENCE'] as const }) };
  /** Can meet a closed period, whatever else it can fail with. */
  const write = (declaration: Parameters<typeof operation>[0]) =>
    operation(
      resource in closedWith
        ? { ...declaration, errors: [...(declaration.errors ?? []), 'PERIOD_CLOSED'] }
        : declaration,
    );
  return {
    operation,
    list: operation({
      rest: `GET ${path}`,
      ...common,
      summary: `List ${title}s`,
      description: `In pages, ${order}. Filters hold together.`,
      example: { parameters: example.query, data: [record] },
      ...overrides.list,
    })
      .input<S['query']>(schemas.query)
      .output(listPage<S['record']>(schemas.record)),
    get: operation({
      rest: `GET ${one}`,
      ...common,
      summary: `Fetch a ${title}`,
      description: 'A deleted one is 404; what became of it stands in the journal.',
      example: { parameters, data: record },
      ...overrides.get,
    })
      .input(byId)
      .output<S['record']>(schemas.record),
    create: write({
      rest: `POST ${path}`,
      ...writing,
      summary: `Record a ${title}`,
      description:
        'Answers the record as it is stored. With an `Idempotency-Key` a request that is sent again makes no second one.',
      creates: true,
      example: { body: example.create, data: record },
      ...overrides.create,
    })
      .input<S['create']>(schemas.create)
      .output<S['record']>(schemas.record),
    update: write({
      rest: `PUT ${one}`,
      ...writing,
      summary: `Change fields of a ${title}`,
      description:
        'The fields that are not sent stay as they are. With `If-Match` it succeeds only if nobody has changed the record since.',
      changesRecord: true,
      example: {
        parameters,
        body: example.update.body,
        data: { ...record, ...example.update.data, ...updated },
      },
      ...overrides.update,
    })
      .input(updateInput<typeof id, S['changes']['shape']>(id, schemas.changes))
      .output<S['record']>(schemas.record),
    remove: write({
      rest: `DELETE ${one}`,
      ...common,
      summary: `Delete a ${title}`,
      description: 'It leaves all lists and totals, stays in the trash, and can be restored.',
      changesRecord: true,
      example: { parameters, data: { _id: record._id } },
      ...overrides.remove,
    })
      .input(byId)
      .output(Removed),
    restore: write({
      rest: `POST ${one}/restore`,
      ...common,
      addition: true,
      summary: `Restore a deleted ${title}`,
      description: 'It comes back as it was, with its identifier and one version more.',
      errors: ['NOT_DELETED'],
      example: { given: 'deleted', parameters, data: { ...record, ...updated, version: 3 } },
      ...overrides.restore,
    })
      .input(byId)
      .output<S['record']>(schemas.record),
    bulk: operation({
      rest: `POST ${path}/bulk`,
      ...common,
      addition: true,
      summary: `Create, change and delete many ${title}s`,
      description:
        `All of them or none, at most ${MAX_BULK} together; what is deleted makes room for what is created. 400 names each fault with its ` +
        'path, such as `create.3.date`. With `dryRun` nothing is written: the answer is what would be. One undo takes all of it back.',
      creates: true,
      errors: ['BATCH_TOO_LARGE'],
      example: {
        parameters: {},
        body: { update: [{ _id: record._id, version: record.version, ...example.update.body }] },
        data: {
          created: [],
          updated: [{ ...record, ...example.update.data, ...updated }],
          deleted: [],
        },
      },
      ...overrides.bulk,
    })
      .input(bulkInput<S['create'], S['changes']['shape']>(schemas.create, schemas.changes))
      .output(bulkAnswer<S['record']>(schemas.record)),
  };
}

/** The six procedures of a kind of record, and how its router declares others. */
export function recordProcedures<const R extends Resource, S extends Schemas>(
  repo: Repository<S>,
  declared: RecordDeclaration<R, S>,
) {
  const { operation, list, get, create, update, remove, restore, bulk } = recordOperations(declared);
  const id = `${nouns[declared.resource]}ID`;
  // Which field that is, and what the schemas make of the input, only the caller's types say.
  type Call = { readonly ctx: { readonly scope: Scope }; readonly input: unknown };
  const idOf = (input: unknown) => (input as Readonly<Record<string, string>>)[id] as string;
  const byId =
    (act: (scope: Scope, id: string) => Promise<unknown>) =>
    ({ ctx, input }: Call) =>
      act(ctx.scope, idOf(input)) as Promise<never>;
  return {
    operation,
    bulk,
    procedures: {
      list: list.query(({ ctx, input }) => repo.list(ctx.scope, input as never) as Promise<never>),
      get: get.query(byId(repo.get)),
      create: create.mutation(({ ctx, input }) => repo.create(ctx.scope, input as never) as Promise<never>),
      update: update.mutation(({ ctx, input }: Call) => {
        const { [id]: _named, ...changes } = input as Readonly<Record<string, unknown>>;
        return repo.update(ctx.scope, idOf(input), changes as never) as Promise<never>;
      }),
      remove: remove.mutation(byId(repo.remove)),
      restore: restore.mutation(byId(repo.restore)),
    },
  };
}

/** The same, and the one that writes many records. */
export function bulkRecordProcedures<const R extends Resource, S extends Schemas>(
  repo: BulkRepository<S>,
  declared: RecordDeclaration<R, S>,
) {
  const { operation, procedures, bulk } = recordProcedures(repo, declared);
  return {
    operation,
    procedures: {
      ...procedures,
      bulk: bulk.mutation(({ ctx, input }) => repo.bulk(ctx.scope, input as never) as Promise<never>),
    },
  };
}
