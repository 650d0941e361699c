import { z } from 'zod';
import { issue } from './issues.ts';
import { type PageQuery, page, paging } from './paging.ts';
import { daysInOrder } from './query.ts';
import { choiceList, IdList, Instant, InstantInput } from './scalars.ts';

/** As many records as an address of 16 kB can name. */
export const MAX_IDS = 400;

/** The filter of chosen records. */
export const chosen = {
  ids: IdList.refine((ids) => ids.length <= MAX_IDS, issue('invalid_count', { min: 1, max: MAX_IDS }))
    .optional()
    .meta({ description: `Only these records: identifiers separated by commas, at most ${MAX_IDS}` }),
};

/** What a list of records is asked for besides its filters. */
export interface ListQuery extends PageQuery {
  readonly sort?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly updatedSince?: string | undefined;
}

/** The order of a list, by a field of its records or, after `-`, the other way round. */
type Sort<Order extends string> = `${'' | '-'}${(Order extends `-${infer Key}` ? Key : Order) | 'updatedAt'}`;

type Listed<Filter extends z.ZodRawShape, Order extends string> = z.ZodObject<
  Filter & typeof chosen & typeof paging & { sort: z.ZodOptional<z.ZodType<Sort<Order>, Sort<Order>>> }
>;

/** `warnings` come with what is written alone. */
const fieldsOf = (record: z.ZodObject) => Object.keys(record.shape).filter((field) => field !== 'warnings');

/** The filters that are a first and a last day. */
const ranges = [
  ['from', 'to'],
  ['dueFrom', 'dueTo'],
] as const;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * What a list of records is asked for. `fields` and `updatedSince` change what a row is, which no type of an answer can
 * say: types leave them out, and the client has functions that use them.
 * @param defaultOrder the order of the list where no other is asked for
 * @param furtherOrders fields that a record may not have: in their order the list leaves it out
 */
export function listQuery<
  Filter extends z.ZodRawShape,
  const DefaultOrder extends string,
  const Further extends string = never,
>(record: z.ZodObject, defaultOrder: DefaultOrder, filter: Filter, furtherOrders: readonly Further[] = []) {
  const values = [defaultOrder.replace('-', ''), ...furtherOrders, 'updatedAt'].flatMap((field) => [
    field,
    `-${field}`,
  ]);
  const query = z.object({
    ...filter,
    ...chosen,
    ...paging,
    sort: z
      .enum(values, issue('invalid_choice', { values }))
      .optional()
      .meta({
        description: `Order, by identifier where it is equal, \`-\` for the other way round; \`${defaultOrder}\` without it${furtherOrders
          .map((field) => `. By \`${field}\` only those that have one`)
          .join('')}`,
      }),
    fields: choiceList(fieldsOf(record))
      .optional()
      .meta({ description: 'The fields of a row, separated by commas; `_id` always comes' }),
    updatedSince: InstantInput.optional().meta({
      description:
        'Instead of the list: what has changed since then, oldest change first, deleted records too, and `until`; without filters',
    }),
  });
  const isAlone = (name: string) =>
    z.refine<Readonly<Record<string, unknown>>>(
      (sent) => sent.updatedSince === undefined || sent[name] === undefined,
      {
        path: [name],
        ...issue('not_with_updated_since'),
        when: ({ value }) => isObject(value),
      },
    );
  return query.check(
    ...ranges.filter(([first]) => first in filter).map(([first, last]) => daysInOrder(last, first)),
    ...[...Object.keys(filter), 'ids', 'sort'].map(isAlone),
  ) as unknown as Listed<Filter, DefaultOrder | Further>;
}

/** A row of a list that is asked for some fields, or for what has changed. */
const partOf = (record: z.ZodObject) => {
  const name = record.meta()?.id ?? '';
  const { _id, warnings: _, ...others } = record.shape;
  return z
    .object({ ...(_id && { _id }), ...z.object(others).partial().shape, deletedAt: Instant.optional() })
    .meta({
      id: `${name}Part`,
      description: `Of a list with \`fields\`: \`_id\` and the fields that were asked for. With \`updatedSince\`: \`_id\` and \`deletedAt\` of a ${name} that is deleted, or that the caller sees no longer`,
    });
};

/** A page as a list of records answers it; see {@link listQuery} for its type. */
export const listPage = <Record extends z.ZodObject>(record: Record) => {
  const { items, nextCursor } = page(z.union([record, partOf(record)])).shape;
  const until = Instant.optional().meta({
    description: 'With `updatedSince` alone: the `updatedSince` of the next time',
  });
  return z.object({ items, nextCursor, until }) as unknown as ReturnType<typeof page<Record>>;
};
