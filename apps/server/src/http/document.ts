import { appRouter, declarations, type Meta } from '@daybook/api';
import { csvLine, unjoinedRecords } from '@daybook/domain';
import type { Operation as AnyOperation } from '@daybook/facade';
import { type DocumentOptions, openApiDocument } from '@daybook/facade/document';
import type { AnyTRPCRouter } from '@trpc/server';
import { version } from '../version.ts';
import { failuresOf, isCounted } from './document-failures.ts';
import { webhookRequests } from './document-webhooks.ts';
import { eventStream } from './event-streams.ts';
import { failureSchema } from './failure-schema.ts';
import { columnsOf, type Row } from './files/columns.ts';
import { csvType, mediaTypesOf, xlsxType } from './files/forms.ts';
import {
  contentRange,
  deprecation,
  etagOfAnswer,
  etagOfFile,
  etagOfRecord,
  etagOfSame,
  etagOfVersion,
  link,
  ofBytes,
  ofFile,
  rateLimit,
  recordTagsPattern,
  replayed,
  requestId,
  setCookie,
  unknownNames,
  vary,
} from './response-headers.ts';

const description = `
Accounts, work logs, payees, cheques and bills of a small business.

- A success is 200 with \`{"success": true, "data": …}\`, a failure \`{"success": false, "message": …, "error": …}\`: one shape for all of them.
- Log in with POST /auth and send \`Authorization: Bearer <accessToken>\`; programs send a personal access token of POST /tokens there instead, which needs the scope in \`x-required-scope\`, where it names two both of them.
- What makes or ends credentials needs a log-in of the last 15 minutes, else it is 403 \`FRESH_LOG_IN_REQUIRED\`; POST /auth/confirm renews that. \`x-requires-fresh-log-in\` says so of an operation: \`true\`, or the field that needs it.
- Lists are pages of at most 1000 rows, or \`limit\`; \`nextCursor\` and the header \`Link\` lead to the next one. GET /users alone is complete unless \`limit\` is sent.
- Lists of records take \`sort\`, \`fields\` and \`updatedSince\`, with which a copy is kept in step. A row is the whole record without the latter two; with them it may be a part of it, such as \`BillPart\`, or a deleted record.
- With \`Accept: text/csv\` or \`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\` a list is a file of all its pages, \`x-other-content\` beside its \`content\`: \`limit\` and \`cursor\` do not apply; titles are in the language of \`Accept-Language\`, else the caller’s preferred one, else that of the business. A file whose connection breaks off is not whole.
- An answer to GET has an \`ETag\`. Who sends it as \`If-None-Match\` is answered 304 without a body while the answer is the same; a header that every GET takes.
- Texts are trimmed and stored in the Unicode form NFC; lengths are counted in characters after that. A flag may be sent as text, an amount as a number, a moment with an offset from UTC.
- Changes are sent to addresses of POST /webhooks as they happen: \`webhooks\` has these requests.
- Unknown parameters and fields are ignored; the headers \`Unknown-Parameters\` and \`Unknown-Fields\` name them. With \`Prefer: handling=strict\`, a header that every operation takes, they are 400. An update changes the fields that are sent.
- \`x-addition\` marks operations beyond the original interface. \`{id}\` of PUT /bills/{id} is named billID here.
`.trim();

const bearer = {
  type: 'http' as const,
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description:
    'The accessToken that POST /auth answers (a JWT), or a personal access token that POST /tokens answers (`dbk_…`), which may do what its scopes and the role of its owner both allow. Each operation names the scope that it needs in `x-required-scope`, or two that it needs both, with a space between them; where there is none, it is not for personal access tokens',
};
const refreshCookie = (name: string, when: string) => ({
  type: 'apiKey' as const,
  in: 'cookie' as const,
  name,
  description: `The cookie that POST /auth sets; a browser sends it by itself. Its name ${when}.`,
});
const cookies = {
  refresh: refreshCookie('daybook_refresh', 'where SECURE_COOKIES is off'),
  secureRefresh: refreshCookie('__Secure-daybook_refresh', 'where SECURE_COOKIES is on'),
};

type Operation = AnyOperation<Meta>;
type Schema = Parameters<NonNullable<DocumentOptions['envelope']>>[0];
type OperationObject = Parameters<NonNullable<DocumentOptions['finish']>>[0];

const isPage = (schema: Schema) => 'properties' in schema && schema.properties?.nextCursor !== undefined;

/** A list's page as REST answers it. */
function envelope(result: Schema, operation: Operation): Schema {
  const page = 'properties' in result && isPage(result) ? result.properties : undefined;
  const data = page?.items ?? result;
  const inBody = operation.meta.nextPage !== 'header';
  const more = page?.nextCursor && inBody ? { nextCursor: page.nextCursor } : {};
  const until = page?.until && { until: page.until };
  return {
    type: 'object',
    required: ['success', 'data', ...Object.keys(more)],
    properties: { success: { type: 'boolean', const: true }, data, ...more, ...until },
    additionalProperties: false,
  };
}

const described: Readonly<Record<string, string>> = { list: 'A page of the list', remove: 'It is deleted' };

/** The tag of a success, or none. */
function etagOf(operation: Operation) {
  const { method, output } = operation;
  const isRecord = 'shape' in output._zod.def && 'version' in (output._zod.def.shape as object);
  if (isRecord) return unjoinedRecords.has(output) ? etagOfVersion : etagOfRecord;
  return method === 'GET' ? etagOfAnswer(mediaTypesOf(operation).length === 0) : {};
}

const notModified = {
  description: 'If-None-Match names the tag of the answer: it is the one that the client has',
  headers: { ...requestId(), ...etagOfSame },
};

function describeSuccess({ responses }: OperationObject, operation: Operation, data: unknown): void {
  const { id, output, meta } = operation;
  const success = responses?.['200'];
  if (operation.method === 'GET')
    Object.assign(responses ?? {}, { 304: { $ref: '#/components/responses/NotModified' } });
  const isFile = mediaTypesOf(operation).length > 0;
  const isList = 'shape' in output._zod.def && 'nextCursor' in (output._zod.def.shape as object);
  success.description = described[id.split('.')[1] ?? ''] ?? 'It is done';
  success.headers = {
    ...requestId(),
    ...(isList && link),
    ...etagOf(operation),
    ...(meta.creates && replayed),
    ...unknownNames(operation.readsBody),
    ...(meta.setsCookies && setCookie),
    ...(isFile && { ...vary, ...ofFile }),
    ...(isCounted(meta) && rateLimit),
    ...(meta.deprecated && deprecation(meta.deprecated)),
  };
  if (meta.download) {
    describeFile(responses ?? {});
    return;
  }
  const more = isList && meta.nextPage !== 'header' ? { nextCursor: null } : {};
  success.content['application/json'].example = { success: true, data, ...more };
  if (meta.eventStream)
    Object.assign(success, {
      headers: { ...success.headers, ...vary },
      'x-other-content': { [eventStream.mediaType]: { schema: eventTexts } },
    });
  const rows = meta.rows === undefined ? data : Object(data)[meta.rows];
  if (isFile) Object.assign(success, { 'x-other-content': filesOf(operation, rows as readonly Row[]) });
}

/** Of the bytes of a file. */
function describeFile(responses: NonNullable<OperationObject['responses']>): void {
  const { '200': success } = responses;
  success.description = 'The bytes of the file';
  success.headers = { ...requestId(), ...etagOfFile, ...ofBytes };
  Object.assign(responses, {
    206: {
      ...success,
      description: 'The bytes of the range',
      headers: { ...success.headers, ...contentRange(true) },
    },
  });
}

/**
 * The other forms of a list. Beside `content`, where generated clients would answer `list | string`
 * (docs/decisions/interface.md, decision 17).
 */
function filesOf(operation: Operation, rows: readonly Row[]) {
  const columns = columnsOf(operation);
  const lines = [
    columns.map(({ titleIn }) => titleIn('en')),
    ...rows.map((row) => columns.map(({ valueIn }) => valueIn(row))),
  ];
  return {
    [csvType]: {
      schema: { type: 'string', description: 'All pages as CSV (RFC 4180), in UTF-8' },
      example: lines.map(csvLine).join(''),
    },
    [xlsxType]: {
      schema: { type: 'string', format: 'binary', description: 'All pages as an Excel workbook' },
    },
  };
}

const eventTexts = {
  type: 'string',
  description:
    'Server-sent events: each has an Event as its `data` and the position as its `id`; an `id` without data says where to go on. Pings come every 10 s',
};

const optionalHeader = (name: string, description: string, pattern: string) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const, pattern },
});
const idempotencyKey = optionalHeader(
  'Idempotency-Key',
  'A new key for each creation: sent again within a day with the same body it gives the first answer again',
  '^[!-~]{1,255}$',
);
const ifMatch = optionalHeader(
  'If-Match',
  'The ETag of the record as it was read: 412 if it has changed since; without it the fields sent change',
  recordTagsPattern,
);

const lastEventId = optionalHeader(
  'Last-Event-ID',
  'The `id` of the last event, which browsers send when they open a stream again; it counts instead of `after`',
  '^[0-9]{1,16}$',
);

const ifNoneMatch = (condition: string) =>
  optionalHeader(
    'If-None-Match',
    `With \`*\` it is made only if ${condition}; else 412. A tag changes nothing`,
    recordTagsPattern,
  );

const quoted = (scopes: readonly string[]) => scopes.map((scope) => `\`${scope}\``);
const forTokens = (scopes: readonly string[]) =>
  scopes.length === 0
    ? 'Not for personal access tokens.'
    : `Personal access tokens need the scope ${quoted(scopes).join(' and ')}.`;
const forTokensOfRecord = (scopes: readonly string[]) => {
  const named = quoted(scopes);
  return `Personal access tokens need the scope of the record: ${named.slice(0, -1).join(', ')} or ${named.at(-1)}.`;
};

/** The example, the headers of the success, and what else only this service knows. */
function finish(operationObject: OperationObject, operation: Operation): void {
  const {
    addition,
    access,
    scope,
    scopes,
    alsoScope,
    fresh,
    credentials,
    example,
    creates,
    ifNone,
    changesRecord,
    upload,
  } = operation.meta;
  if (addition) Object.assign(operationObject, { 'x-addition': true });
  const needed = [scope, alsoScope].filter((one) => one !== undefined);
  if (scope) Object.assign(operationObject, { 'x-required-scope': needed.join(' ') });
  if (scopes) Object.assign(operationObject, { 'x-required-scopes': scopes });
  if (fresh) Object.assign(operationObject, { 'x-requires-fresh-log-in': fresh });
  if (access !== 'open')
    operationObject.description = `${operationObject.description} ${scopes ? forTokensOfRecord(scopes) : forTokens(needed)}`;
  if (credentials === 'refreshCookie') operationObject.security = [{ refresh: [] }, { secureRefresh: [] }];

  if (!example) throw new Error(`${operation.id} has no example`);
  for (const parameter of operationObject.parameters ?? []) {
    if (!('name' in parameter)) continue;
    const value = example.parameters?.[parameter.name];
    if (value !== undefined) parameter.example = value;
    if (parameter.in === 'path') parameter.description = `Identifier of the ${parameter.name.slice(0, -2)}`;
  }
  if (creates) operationObject.parameters = [...(operationObject.parameters ?? []), idempotencyKey];
  if (ifNone) operationObject.parameters = [...(operationObject.parameters ?? []), ifNoneMatch(ifNone)];
  if (operation.meta.eventStream)
    operationObject.parameters = [...(operationObject.parameters ?? []), lastEventId];
  if (changesRecord) operationObject.parameters = [...(operationObject.parameters ?? []), ifMatch];

  const { requestBody } = operationObject;
  const content = requestBody && 'content' in requestBody && requestBody.content['application/json'];
  if (content) content.example = example.body;
  const files = requestBody && 'content' in requestBody ? requestBody.content : {};
  const [, first] = Object.values(files);
  if (first && example.file !== undefined) first.example = example.file;
  // The description tells of the form: some generators make no client of what has both.
  if (upload) delete files['multipart/form-data'];
  describeSuccess(operationObject, operation, example.data);
}

/** The OpenAPI 3.1 document of the REST interface. */
export function apiDocument(router: AnyTRPCRouter = appRouter) {
  const document = openApiDocument(router, {
    info: {
      title: 'Daybook',
      version,
      description,
      contact: { name: 'Maintainers of Daybook' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [...new Set(Array.from(declarations.values(), (meta) => meta.openapi && meta.tag))].filter(
      (tag) => tag !== undefined,
    ),
    securitySchemes: { bearer },
    envelope,
    failure: { name: 'Failure', schema: failureSchema },
    failures: failuresOf,
    finish,
  });
  Object.assign(document.components?.securitySchemes ?? {}, cookies);
  Object.assign(document.components?.responses ?? {}, { NotModified: notModified });
  return Object.assign(document, { webhooks: webhookRequests() });
}
