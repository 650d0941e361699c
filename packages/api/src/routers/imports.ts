import {
  administrators,
  DomainError,
  freshLogInRequired,
  Id,
  Import,
  ImportCommit,
  ImportOptions,
  ImportPage,
  ImportQuery,
  ImportResult,
  ImportRows,
  ImportRowsQuery,
  ImportUndone,
  KeptImport,
  MAX_IMPORT_BYTES,
  type Principal,
  staff,
} from '@daybook/domain';
import { keptTransfers, imports as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { logInLinkUrl } from '../auth/log-in-link.ts';
import { sha256 } from '../auth/tokens.ts';
import type { Context } from '../context.ts';
import { exampleIds } from '../examples.ts';
import { formInput, operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Imports', description: 'Records from files, with a preview and an undo' },
  bulkhead: 'imports',
  tokens: 'never',
});

const ofAdministrators: readonly KeptImport['kind'][] = ['rates', 'users', 'manager-2'];

/** Who may create records of the kind may import them. @throws FORBIDDEN */
function refuseKind({ role }: Principal, kind: KeptImport['kind']): void {
  if (role !== 'Administrator' && ofAdministrators.includes(kind))
    throw new DomainError('FORBIDDEN', `Only an Administrator imports ${kind}.`);
}

/** What makes accounts makes their log-in links as well. @throws FRESH_LOG_IN_REQUIRED */
function requireFresh({ isFresh }: Principal, kind: KeptImport['kind']): void {
  if (!isFresh && (kind === 'users' || kind === 'manager-2')) throw freshLogInRequired();
}

const ImportInput = formInput(
  z.object({
    ...ImportOptions.shape,
    file: z.file().meta({ description: 'CSV, XLSX or JSON, of at most 10 MiB and 10 000 rows' }),
  }),
);

const TransferInput = formInput(
  z.object({
    name: ImportOptions.shape.name,
    file: z.file().meta({
      description: 'Of mongodump or mongoexport, or a .zip, of at most 10 MiB and 10 000 documents',
    }),
  }),
);

/** @throws PAYLOAD_TOO_LARGE */
async function uploaded({ file, name: said }: { readonly file: File; readonly name: string }) {
  if (file.size > MAX_IMPORT_BYTES)
    throw new DomainError('PAYLOAD_TOO_LARGE', 'Send a file of at most 10 MiB.');
  const named = ImportOptions.shape.name.safeParse(said || file.name).data ?? '';
  return { bytes: new Uint8Array(await file.arrayBuffer()), name: named === 'body' ? '' : named };
}

/** Of a new account's log-in link: the same for each answer to one commit, and for no other. */
const linkTokenOf = ({ tokens }: Pick<Context, 'tokens'>, importID: string, username: string): string =>
  tokens.digest(`log-in link of an import\0${importID}\0${username}`);

const byId = z.object({ importID: Id });
const parameters = { importID: exampleIds.import };
const example = {
  _id: exampleIds.import,
  kind: 'bills' as const,
  name: 'bills.csv',
  createdAt: '2023-12-08T08:30:00.000Z',
  committedAt: null,
  undoneAt: null,
  batch: null,
  counts: { create: 1, duplicate: 0, error: 1 },
};
const read = {
  ...example,
  format: 'csv' as const,
  encoding: 'utf-8' as const,
  delimiter: 'comma' as const,
  sheets: [],
  sheet: null,
  layout: 'rows' as const,
  dates: null,
  decimal: 'point' as const,
  month: null,
  ambiguous: [],
  columns: [
    { heading: 'Date', field: 'date', samples: ['2023-12-08', 'yesterday'] },
    { heading: 'Amount', field: 'value', samples: ['12.50', '3'] },
  ],
  missing: [],
  newPayees: [],
  rows: [
    { row: 2, result: 'create' as const, values: { date: '2023-12-08', value: '12.50' } },
    {
      row: 3,
      result: 'error' as const,
      values: { date: 'yesterday', value: '3' },
      issues: [
        {
          path: ['date'],
          code: 'invalid_date',
          message: 'must be a calendar date such as 2023-12-08, from 1900 to 9999',
        },
      ],
    },
  ],
};
const committed = {
  ...example,
  committedAt: '2023-12-08T08:31:00.000Z',
  batch: '0193a6a1-4163-702f-8acb-36e9f8071a0b',
};

export const imports = router({
  list: operation({
    rest: 'GET /imports',
    addition: true,
    access: staff,
    summary: 'List imports',
    description: 'Those that were committed, newest first: one’s own, and for an Administrator those of all.',
    example: {
      data: [{ ...committed, user: exampleIds.administrator, userName: 'Ada Lovelace' }],
    },
  })
    .input(ImportQuery)
    .output(ImportPage)
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  create: operation({
    rest: 'POST /imports',
    addition: true,
    access: staff,
    upload: 'file',
    batch: false,
    summary: 'Read a file, and say what it would create',
    description:
      'The file is the part `file` of a form, whose other parts are the options, or the whole body, with the options in the query. ' +
      'Nothing is written. Each row is one to `create`, a `duplicate` of a record or of an earlier row, or an `error` that says what is wrong. ' +
      'What is not said is guessed: encoding, separators, sheet, columns by their headings in all languages, the order of days. ' +
      'Send the file again with other options or corrections until it is right, then commit the last answer within 24 hours.',
    errors: ['PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
    example: {
      parameters: { kind: 'bills', name: 'bills.csv' },
      file: 'Date,Amount\r\n2023-12-08,12.50\r\nyesterday,3\r\n',
      data: read,
    },
  })
    .input(ImportInput)
    .output(Import)
    .mutation(async ({ ctx, input: { file, ...options } }) => {
      refuseKind(ctx.principal, options.kind);
      const { bytes, name } = await uploaded({ file, name: options.name });
      const mappings = await repo.mappings(ctx.scope, options.kind);
      const preview = await ctx.readImport(bytes, {
        ...options,
        name,
        type: file.type,
        mappings,
      });
      return repo.create(ctx.scope, { ...options, name }, preview);
    }),

  transfer: operation({
    rest: 'POST /imports/manager-2',
    addition: true,
    access: administrators,
    upload: 'file',
    batch: false,
    summary: 'Read a database of Manager-2.0, and say what it would create',
    description:
      'The file is one that mongodump or mongoexport has written, named like its collection (`users.bson`, `bills.json.gz`), or a .zip of several. ' +
      'Nothing is written. A row is a document: what was imported before, or is the same as a record, is a `duplicate`; `changed` is what will be otherwise than there. ' +
      'Commit it and undo it like another import.',
    errors: ['PAYLOAD_TOO_LARGE', 'UNAVAILABLE'],
    example: {
      parameters: { name: 'bills.json' },
      file: '{"_id":{"$oid":"64f0aaaaaaaaaaaaaaaaaaaa"},"date":{"$date":"2023-12-08T00:00:00Z"},"value":12.5}\n',
      data: {
        ...read,
        kind: 'manager-2' as const,
        name: 'bills.json',
        counts: { create: 1, duplicate: 0, error: 0 },
        format: 'json' as const,
        encoding: null,
        delimiter: null,
        decimal: null,
        columns: [],
        rows: [
          {
            row: 1,
            result: 'create' as const,
            values: { date: '2023-12-08', value: '12.50' },
            kind: 'bills' as const,
          },
        ],
      },
    },
  })
    .input(TransferInput)
    .output(KeptImport)
    .mutation(async ({ ctx, input }) => {
      const { bytes, name } = await uploaded(input);
      const { businessTimeZone: timeZone } = ctx.scope;
      return keptTransfers.preview(ctx.scope, name, await ctx.readDump(bytes, { name, timeZone }));
    }),

  get: operation({
    rest: 'GET /imports/{importID}',
    addition: true,
    access: staff,
    summary: 'Fetch an import',
    description:
      'One’s own, for an Administrator anybody’s. Before the commit with its first rows, for 24 hours; after it without them.',
    example: { parameters, data: read },
  })
    .input(byId)
    .output(KeptImport)
    .query(({ ctx, input }) => repo.get(ctx.scope, input.importID)),

  rows: operation({
    rest: 'GET /imports/{importID}/rows',
    addition: true,
    access: staff,
    summary: 'List the rows of an import',
    description: 'In the order of the file, fewer than `limit` where they are long; none after the commit.',
    example: { parameters, data: { rows: read.rows } },
  })
    .input(ImportRowsQuery)
    .output(ImportRows)
    .query(({ ctx, input }) => repo.rows(ctx.scope, input)),

  commit: operation({
    rest: 'POST /imports/{importID}/commit',
    addition: true,
    access: staff,
    summary: 'Create the records of an import',
    description:
      'All rows to create but those of `skip`, and the duplicates of `include`, or none of them; one batch, which one undo takes back. ' +
      'Sent again, it answers the same and creates nothing more. Of new accounts the answer has the log-in links, within a day of the commit; these need a log-in of the last 15 minutes.',
    errors: ['VALIDATION', 'CHEQUE_STATE', 'FRESH_LOG_IN_REQUIRED'],
    example: {
      parameters,
      body: { skip: [] },
      data: { batch: committed.batch, counts: { created: 1, payees: 0 } },
    },
  })
    .input(ImportCommit)
    .output(ImportResult)
    .mutation(async ({ ctx, input }) => {
      const { kind } = await repo.about(ctx.scope, input.importID);
      refuseKind(ctx.principal, kind);
      requireFresh(ctx.principal, kind);
      const token = (username: string) => linkTokenOf(ctx, input.importID, username);
      const credentialOf = async (username: string) => ({
        passwordHash: '',
        logInLinkHash: sha256(token(username)),
      });
      const { usernames, ...result } =
        kind === 'manager-2'
          ? await keptTransfers.commit(ctx.scope, input.importID, credentialOf)
          : await repo.commit(ctx.scope, input, credentialOf);
      return {
        ...result,
        ...(usernames && {
          links: usernames.map((username) => ({ username, url: logInLinkUrl(ctx, token(username)) })),
        }),
      };
    }),

  remove: operation({
    rest: 'DELETE /imports/{importID}',
    addition: true,
    access: staff,
    summary: 'Undo an import',
    description:
      'Before the commit it is forgotten. After it, what it created is deleted, but for records that somebody has changed since or that others name, which the answer lists.',
    errors: ['UNDO_CONFLICT', 'PERIOD_CLOSED'],
    example: { given: 'imported', parameters, data: { deleted: 1, kept: [] } },
  })
    .input(byId)
    .output(ImportUndone)
    .mutation(async ({ ctx, input }) => {
      const { kind, isRecent } = await repo.about(ctx.scope, input.importID);
      refuseKind(ctx.principal, kind);
      if (!isRecent && ctx.principal.role !== 'Administrator')
        throw new DomainError('FORBIDDEN', 'Your role may undo only what you did in the last 30 days.');
      return repo.remove(ctx.scope, input.importID);
    }),
});
