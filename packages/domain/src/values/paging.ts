import { z } from 'zod';
import { invalid } from '../errors.ts';
import { issue } from './issues.ts';
import { toId } from './scalars.ts';

const limitIssue = issue('invalid_integer', { min: 1, max: 1000 });

/** How many rows at the most, 1 to 1000. */
export const Limit = z.preprocess(
  (value) => (typeof value === 'string' && /^[0-9]{1,4}$/.test(value) ? Number(value) : value),
  z.int(limitIssue).min(1, limitIssue).max(1000, limitIssue),
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
}

export const encodeCursor = ({ key, id }: Position): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify([key, id]))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @throws VALIDATION for anything {@link encodeCursor} did not make (`isKey` says whether a sort key fits). */
export function decodeCursor(cursor: string, isKey: (key: string) => boolean): Position {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const [key, id] = z
      .tuple([z.string().refine((text) => !text.includes('\0')), z.string()])
      .parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    if (isKey(key) && toId(id) === id) return { key, id };
  } catch {
    // fall through to the one answer
  }
  throw invalid('VALIDATION', ['cursor'], 'invalid_cursor');
}
