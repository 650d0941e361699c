import { type Grants, Id, page, Removed, updateInput } from '@daybook/domain';
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
> extends Group {
  readonly path: `/${string}`;
  /** The identifier's name in paths and inputs: `payeeID`. */
  readonly id: K;
  /** In summaries: `payee`, `payees`. */
  readonly singular: string;
  readonly plural: string;
  readonly access: Grants;
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

/** The five operations that every kind of record has, but for what they do: `.query(…)` or `.mutation(…)` follow. */
export function recordOperations<
  const K extends string,
  Query extends z.ZodType,
  Row extends z.ZodType<{ readonly _id: string }>,
  Create extends z.ZodType,
  Fields extends z.ZodRawShape,
>(declared: RecordDeclaration<K, Query, Row, Create, Fields>) {
  const { path, id, singular, plural, access, example, overrides = {} } = declared;
  const { operation } = operations(declared);
  const { record } = example;
  const one = `${path}/{${id}}` as const;
  const parameters = { [id]: record._id };
  const byId = z.object({ [id]: Id } as Record<K, typeof Id>);
  return {
    operation,
    list: operation({
      rest: `GET ${path}`,
      access,
      summary: `List ${plural}`,
      example: { parameters: example.query, data: [record] },
      ...overrides.list,
    })
      .input(declared.query)
      .output(page(declared.record)),
    get: operation({
      rest: `GET ${one}`,
      access,
      summary: `Fetch a ${singular}`,
      example: { parameters, data: record },
      ...overrides.get,
    })
      .input(byId)
      .output(declared.record),
    create: operation({
      rest: `POST ${path}`,
      access,
      summary: `Record a ${singular}`,
      creates: true,
      example: { body: example.create, data: record },
      ...overrides.create,
    })
      .input(declared.create)
      .output(declared.record),
    update: operation({
      rest: `PUT ${one}`,
      access,
      summary: `Change fields of a ${singular}`,
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
      access,
      summary: `Delete a ${singular}`,
      changesRecord: true,
      example: { parameters, data: { _id: record._id } },
      ...overrides.remove,
    })
      .input(byId)
      .output(Removed),
  };
}
