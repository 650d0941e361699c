import { Readable } from 'node:stream';
import { isRightToLeft, type TitleLanguage } from '@daybook/domain/titles';
import yazl from 'yazl';
import type { Column, Row } from './columns.ts';
import { columnName, MAX_ROWS, sheetEnd, sheetHead, sheetRow, workbook } from './sheet.ts';

/** Where a sheet ends and the next begins: what Excel takes, and what a ZIP file holds without extensions of its format. */
interface SheetLimits {
  readonly rows: number;
  readonly bytes: number;
}
const DEFAULT_LIMITS: SheetLimits = { rows: MAX_ROWS, bytes: 3 * 1024 ** 3 };

/**
 * The rows as an Excel workbook (ECMA-376), which is compressed while they are read: neither the rows nor the file are ever
 * held as a whole. What does not fit one sheet goes on in the next one.
 * @param digits those that amounts have at least after the point
 */
export async function* xlsx(
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column[],
  language: TitleLanguage,
  name: string,
  digits: number,
  limits = DEFAULT_LIMITS,
): AsyncGenerator<Buffer> {
  const titles = columns.map(({ titleIn }) => titleIn(language));
  const letters = columns.map((_, index) => columnName(index));
  const iterator = pages[Symbol.asyncIterator]();
  /** The rows that are read and not yet written. */
  let rows: readonly Row[] = [];
  let isDone = false;
  const read = async () => {
    while (rows.length === 0 && !isDone) {
      const next = await iterator.next();
      isDone = next.done === true;
      rows = next.done ? [] : next.value;
    }
  };

  async function* sheet(): AsyncGenerator<Buffer> {
    const head = Buffer.from(sheetHead(columns, titles, isRightToLeft(language)));
    yield head;
    let bytes = head.length;
    let count = 1;
    for (await read(); rows.length > 0 && count < limits.rows && bytes < limits.bytes; await read()) {
      const fitting = rows.slice(0, limits.rows - count);
      const text = fitting
        .map((row, index) => sheetRow(columns, letters, row, count + index + 1, digits))
        .join('');
      rows = rows.slice(fitting.length);
      count += fitting.length;
      const chunk = Buffer.from(text);
      bytes += chunk.length;
      yield chunk;
    }
    yield Buffer.from(sheetEnd);
  }

  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const names: string[] = [];
  let current: Readable | undefined;
  const begin = () => {
    names.push(names.length === 0 ? name : `${name} ${names.length + 1}`);
    current = Readable.from(sheet());
    current.once('end', () => {
      if (rows.length > 0 || !isDone) begin();
      else end();
    });
    current.once('error', (error) => output.destroy(error));
    zip.addReadStream(current, `xl/worksheets/sheet${names.length}.xml`);
  };
  const end = () => {
    for (const [path, content] of workbook(names)) zip.addBuffer(Buffer.from(content), path);
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  begin();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    current?.destroy();
    await iterator.return?.();
  }
}
