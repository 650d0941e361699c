import { type Grants, Id, page, Removed, type Resource, updateInput } from '@daybook/domain';
import { z } from 'zod';
import type { Group, RestDeclaration } from './declaration.ts';
import { updated } from './examples.ts';
import { operations } from './trpc.ts';

type Name = 'list' | 'get' | 'create' | 'update' | 'remove';

interface RecordDeclaration<
  K extends string,
  Query extends z.ZodType,
  Row extends z.ZodType<{ readonly _id: string }>,
  Create extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  readonly tag: Group['tag'];
  readonly resource: Resource;
  /** The identifier's name in paths and inputs: `payeeID`. */
  readonly id: K;
  /** In summaries, which add an `s` for several. */
  readonly noun: string;
  readonly access: Grants;
  /** None of them is in docs/interface.md. */
  readonly addition?: true;
  /** What a list is asked for, a record as it is answered, what makes one, and the fields that can change. */
  readonly query: Query;
  readonly record: Row;
  readonly create: Create;
  readonly changes: z.ZodObject<Fields>;
  readonly example: {
    readonly record: z.output<Row>;
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

/** Whether a field of the changes names a record of another resource. */
const isReference = (field: unknown) => field instanceof z.ZodOptional && field.unwrap() === Id;

/** The five operations that every kind of record has, but for what they do: `.query(…)` or `.mutation(…)` follow. */
export function recordOperations<
  const K extends string,
  Query extends z.ZodType,
  Row extends z.ZodType<{ readonly _id: string }>,
  Create extends z.ZodType,
  Fields extends z.ZodRawShape,
>(declared: RecordDeclaration<K, Query, Row, Create, Fields>) {
  const { tag, resource, id, noun, access, addition, example, overrides = {} } = declared;
  const { operation } = operations({ tag, bulkhead: resource });
  const { record } = example;
  const path = `/${resource}` as const;
  const one = `${path}/{${id}}` as const;
  const parameters = { [id]: record._id };
  const byId = z.object({ [id]: Id } as Record<K, typeof Id>);
  const common = { access, ...(addition && { addition }) };
  const namesOthers = Object.values(declared.changes.shape).some(isReference);
  const writing = { ...common, ...(namesOthers && { errors: ['UNKNOWN_REFERENCE'] as const }) };
  return {
    operation,
    list: operation({
      rest: `GET ${path}`,
      ...common,
      summary: `List ${noun}s`,
      example: { parameters: example.query, data: [record] },
      ...overrides.list,
    })
      .input(declared.query)
      .output(page(declared.record)),
    get: operation({
      rest: `GET ${one}`,
      ...common,
      summary: `Fetch a ${noun}`,
      example: { parameters, data: record },
      ...overrides.get,
    })
      .input(byId)
      .output(declared.record),
    create: operation({
      rest: `POST ${path}`,
      ...writing,
      summary: `Record a ${noun}`,
      creates: true,
      example: { body: example.create, data: record },
      ...overrides.create,
    })
      .input(declared.create)
      .output(declared.record),
    update: operation({
      rest: `PUT ${one}`,
      ...writing,
      summary: `Change fields of a ${noun}`,
      changesRecord: true,
      example: {
        parameters,
        body: example.update.body,
        data: { ...record, ...example.update.data, ...updated },
      },
      ...overrides.update,
    })
      .input(updateInput(id, declared.changes))
      .output(declared.record),
    remove: operation({
      rest: `DELETE ${one}`,
      ...common,
      summary: `Delete a ${noun}`,
      changesRecord: true,
      example: { parameters, data: { _id: record._id } },
      ...overrides.remove,
    })
      .input(byId)
      .output(Removed),
  };
}
