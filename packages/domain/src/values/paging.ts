import { z } from 'zod';
import { invalid } from '../errors.ts';
import { issue } from './issues.ts';
import { toId, wholeNumber } from './scalars.ts';

/** How many rows at the most, 1 to 1000. */
export const Limit = z.preprocess(
  (value) => (typeof value === 'string' && /^[0-9]{1,4}$/.test(value) ? Number(value) : value),
  wholeNumber(1, 1000),
);

const cursorIssue = issue('invalid_cursor');
export const Cursor = z
  .string(cursorIssue)
  .max(16_000, cursorIssue)
  .meta({ description: 'nextCursor of the page before' });

/** The fields every list takes. */
export const paging = {
  limit: Limit.optional().meta({ description: 'Rows on a page, 1 to 1000' }),
  cursor: Cursor.optional(),
};

/** What every list is asked for besides its filters. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as cursor for the next page; null on the last' }),
  });

/** One page of a list, and where the next begins (`null` on the last). */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Where a page ended: its last row's sort key and identifier. */
export interface Position {
  readonly key: string;
  readonly id: string;
  /** Of which order, where it is not the one that a list has by itself. */
  readonly order?: string | undefined;
  /** Of a list of changes: where the next one begins. */
  readonly until?: string | undefined;
}

export const encodeCursor = ({ key, id, order, until }: Position): string =>
  btoa(
    String.fromCharCode(
      ...new TextEncoder().encode(
        JSON.stringify([key, id, order, until].slice(0, until ? 4 : order ? 3 : 2)),
      ),
    ),
  )
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const parts = z.tuple([
  z.string().refine((text) => !text.includes('\0')),
  z.string(),
  z.string().optional(),
  z.iso.datetime({ precision: 3 }).optional(),
]);

/**
 * @param isKey says whether a sort key fits
 * @param order that of the list which is asked for
 * @param defaultOrder what the order is called that a list has by itself
 * @throws VALIDATION for anything {@link encodeCursor} did not make, and for a cursor of another order
 */
export function decodeCursor(
  cursor: string,
  isKey: (key: string) => boolean,
  order?: string,
  defaultOrder = '',
): Position {
  const position = positionIn(cursor);
  if (position && position.order !== order && defaultOrder)
    throw invalid('VALIDATION', ['cursor'], 'other_order', { order: position.order ?? defaultOrder });
  if (position && position.order === order && isKey(position.key) && toId(position.id) === position.id)
    return position;
  throw invalid('VALIDATION', ['cursor'], 'invalid_cursor');
}

function positionIn(cursor: string): Position | undefined {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [key, id, order, until] = parts.parse(JSON.parse(text));
    return { key, id, order, until };
  } catch {
    return undefined;
  }
}
