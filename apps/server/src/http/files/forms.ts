import { Readable } from 'node:stream';
import { type Context, failureOf, type Meta } from '@daybook/api';
import { byteOrderMark, csvLine, DomainError, type Principal } from '@daybook/domain';
import type { TitleLanguage } from '@daybook/domain/titles';
import { type AnswerForm, type FormCall, type Operation, varies } from '@daybook/facade';
import type { FastifyRequest } from 'fastify';
import { logFailure } from '../failure.ts';
import { type Column, columnsOf, digitsOf, languageOf, type Row, rowSchemaOf } from './columns.ts';
import { xlsx } from './xlsx.ts';

/** How long a file may take, and how many one account may have under way. */
const timeLimitMs = 10 * 60 * 1000;
const MAX_OF_ACCOUNT = 2;
const PAGE_ROWS = 1000;

type Write = (
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly Column[],
  language: TitleLanguage,
  name: string,
  digits: number,
) => AsyncIterable<Buffer>;

interface FileType {
  readonly mediaType: string;
  /** The whole header. */
  readonly contentType: string;
  readonly ending: string;
  readonly write: Write;
}

export const csvType = 'text/csv';
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const fileTypes: readonly FileType[] = [
  {
    mediaType: csvType,
    contentType: `${csvType}; charset=utf-8; header=present`,
    ending: 'csv',
    write: csv,
  },
  { mediaType: xlsxType, contentType: xlsxType, ending: 'xlsx', write: xlsx },
];
const mediaTypes = fileTypes.map(({ mediaType }) => mediaType);

/** The media types that an operation answers besides JSON. */
export const mediaTypesOf = (
  operation: Pick<Operation<Meta>, 'method' | 'output' | 'meta'>,
): readonly string[] => (rowSchemaOf(operation) ? mediaTypes : []);

/** `/cheques/{chequeID}/events` is cheques-events. */
const nameOf = ({ path }: Operation) =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('-');

type Listed = readonly Row[] | { readonly items: readonly Row[]; readonly nextCursor: string | null };

/** The files that accounts have under way. */
const underWay = new Map<string, number>();

/** @throws UNAVAILABLE */
function begin(account: string): () => void {
  const count = underWay.get(account) ?? 0;
  if (count >= MAX_OF_ACCOUNT)
    throw new DomainError('UNAVAILABLE', `You have ${count} files under way: try again when one is there.`, {
      retryAfter: 5,
    });
  underWay.set(account, count + 1);
  return () => {
    const left = (underWay.get(account) ?? 1) - 1;
    if (left > 0) underWay.set(account, left);
    else underWay.delete(account);
  };
}

/** All rows from those of the first page on. The next page is not read before this one was taken. */
async function* pagesFrom(
  first: Listed,
  { input, again }: Pick<FormCall<Context>, 'input' | 'again'>,
): AsyncGenerator<readonly Row[]> {
  for (let listed = first; ; ) {
    if (!('items' in listed)) {
      yield listed;
      return;
    }
    yield listed.items;
    if (listed.nextCursor === null) return;
    listed = (await again({ ...input, limit: String(PAGE_ROWS), cursor: listed.nextCursor })) as Listed;
  }
}

/** A file that ends too early must not look whole, even where the connection's end is that of the answer (HTTP/1.0). */
function breakOff(request: FastifyRequest, error: Error): void {
  logFailure(request, failureOf(error), error);
  const { socket } = request.raw;
  if ('resetAndDestroy' in socket && !socket.destroyed) socket.resetAndDestroy();
}

const withoutPaging = ({ limit: _, cursor: __, ...input }: Readonly<Record<string, unknown>>) => input;

/**
 * A list as a file of all its pages, which are read as fast as the client takes them: by the same procedure, so with the same
 * permissions, filters and bounds. Between two pages nothing is held of the database.
 * @param digitsFor how many digits amounts have at least after the point in a sheet
 */
export function formsOf(
  operation: Operation<Meta>,
  digitsFor: typeof digitsOf = digitsOf,
): readonly AnswerForm<Context, Meta>[] {
  if (!rowSchemaOf(operation)) return [];
  const known = columnsOf(operation);
  const isPaged = operation.input !== undefined && 'cursor' in operation.input.shape;
  const name = nameOf(operation);
  const { rows: field } = operation.meta;

  return fileTypes.map(({ mediaType, contentType, ending, write }) => ({
    mediaType,
    // What has changed is for programs, which need `until`.
    applies: ({ updatedSince }) => updatedSince === undefined,
    ...(isPaged && { input: (input) => ({ ...withoutPaging(input), limit: String(PAGE_ROWS) }) }),
    async answer(data, call) {
      const { request, reply, input, context } = call;
      const language = await languageOf(request, context);
      const digits = mediaType === xlsxType ? await digitsFor(context) : 0;
      // It has gone meanwhile, and nothing would tell when.
      if (reply.raw.destroyed) return reply.hijack();
      const done = begin((context.principal as Principal).id);
      reply.raw.once('close', done);
      const first = (field === undefined ? data : Object(data)[field]) as Listed;
      const rows = 'items' in first ? first.items : first;
      // A list may be asked for fewer fields.
      const columns = known.filter(({ field }) => rows.length === 0 || rows.some((row) => field in row));
      varies(reply, 'Accept-Language');
      reply.headers({
        'content-type': contentType,
        'content-language': language,
        'content-disposition': `attachment; filename="${name}.${ending}"`,
      });
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      const pages = pagesFrom(first, { ...call, input: withoutPaging(input) });
      const stream = Readable.from(write(pages, columns, language, name, digits));
      const timer = setTimeout(() => {
        stream.destroy(new DomainError('UNAVAILABLE', 'The file took longer than 10 minutes.'));
      }, timeLimitMs).unref();
      stream.once('error', (error) => breakOff(request, error)).once('close', () => clearTimeout(timer));
      return reply.send(stream);
    },
  }));
}

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
