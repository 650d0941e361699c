/** Where a page ended, as Daybook writes it. */
export const encodeCursor = (key: string, id: string): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

export const decodeCursor = (cursor: string): [key: string, id: string] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString());
