import { byteOrderMark, csvLine } from '@daybook/domain';
import type { TitleLanguage } from '@daybook/domain/titles';
import type { Column, Row } from './columns.ts';

/** The rows as comma separated values, a page at a time. */
export async function* csv(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column[],
  language: TitleLanguage,
): AsyncGenerator<Buffer> {
  let head = byteOrderMark + csvLine(columns.map(({ titleIn }) => titleIn(language)));
  for await (const rows of pages) {
    const lines = rows.map((row) => csvLine(columns.map(({ valueIn }) => valueIn(row))));
    yield Buffer.from(head + lines.join(''));
    head = '';
  }
}
