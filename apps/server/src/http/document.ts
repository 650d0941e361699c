import { appRouter, type Meta } from '@daybook/api';
import { type FailureResponse, type Operation, openApiDocument } from '@daybook/facade';

const tags = [
  { name: 'Auth', description: 'Logging in, sessions' },
  { name: 'Users', description: 'Accounts, roles, preferences' },
  { name: 'Logs', description: 'Work logs' },
  { name: 'Cheques', description: 'Cheques issued to payees' },
  { name: 'Bills', description: 'Dated monetary entries' },
  { name: 'Payees', description: 'People and organisations that are paid' },
];

const header = (description: string) => ({
  description,
  required: true,
  schema: { type: 'string' as const },
});
const challenge = { 'WWW-Authenticate': header('RFC 6750') };
const retry = { 'Retry-After': header('Seconds to wait') };

/** Every failure that can come from an operation; what comes before any operation (404 of a path, 431 …) aside. */
function failuresOf(operation: Operation): Record<number, FailureResponse> {
  const { access } = operation.meta as unknown as Meta;
  const logsIn = operation.id === 'auth.login' || operation.id === 'users.changePassword';
  const restricted = access !== 'open' && Object.values(access).some((grant) => grant !== true);
  const named = operation.params.length > 0;
  const conflicts = ['users.create', 'users.update', 'users.remove', 'users.setRole', 'users.setStatus'];
  return {
    ...(operation.input && { 400: { description: 'Fields at fault, each named in error.issues' } }),
    ...((access !== 'open' || operation.path.startsWith('/auth')) && {
      401: {
        description: access === 'open' ? 'Wrong credentials, or no session' : 'No valid token',
        headers: challenge,
      },
    }),
    ...(restricted && { 403: { description: 'The role does not allow it' } }),
    ...(named && { 404: { description: 'No such record' } }),
    ...(operation.readsBody && { 408: { description: 'The body was sent too slowly' } }),
    ...(conflicts.includes(operation.id) && {
      409: { description: 'Username taken, last Administrator, or a change of oneself' },
    }),
    ...(operation.readsBody && {
      413: { description: 'The body is over 1 MiB' },
      415: { description: 'The body is not JSON' },
    }),
    ...(logsIn && { 429: { description: 'Too many failed attempts', headers: retry } }),
    500: { description: 'A defect of the service' },
    503: { description: 'The database is away, or the service is overloaded', headers: retry },
  };
}

const issue = {
  type: 'object' as const,
  required: ['path', 'message'],
  properties: {
    path: { type: 'array' as const, items: { type: ['string', 'integer'] as ('string' | 'integer')[] } },
    message: { type: 'string' as const, description: 'How to mend it' },
  },
};

const failureSchema = {
  type: 'object' as const,
  required: ['success', 'message', 'error'],
  properties: {
    success: { const: false },
    message: { type: 'string' as const },
    error: {
      type: 'object' as const,
      required: ['code', 'requestId'],
      properties: {
        code: { type: 'string' as const, examples: ['VALIDATION'] },
        requestId: { type: 'string' as const },
        issues: { type: 'array' as const, items: issue, description: 'Only where fields are at fault' },
      },
    },
  },
};

type Schema = Parameters<Parameters<typeof openApiDocument>[1]['envelope']>[0];

/** A list's page as REST answers it. */
function envelope(result: Schema, operation: Operation): Schema {
  const page = 'properties' in result && result.properties?.nextCursor ? result.properties : undefined;
  const data = page?.items ?? result;
  const more = page?.nextCursor && operation.id !== 'users.list' ? { nextCursor: page.nextCursor } : {};
  return {
    type: 'object',
    required: ['success', 'data', ...Object.keys(more)],
    properties: { success: { const: true }, data, ...more },
  };
}

/** The OpenAPI 3.1 document of the REST interface. */
export const apiDocument = (basePath: string) =>
  openApiDocument(appRouter, {
    info: {
      title: 'Daybook',
      version: '2.0.0',
      description: 'Accounts, work logs, payees, cheques and bills of a small business.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath || '/' }],
    tags,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    envelope,
    failure: { name: 'Failure', schema: failureSchema },
    failures: failuresOf,
    finish(operationObject, operation) {
      if ((operation.meta as unknown as Meta).addition)
        Object.assign(operationObject, { 'x-addition': true });
    },
  });
