import document from '../../../server/openapi.json' with { type: 'json' };
import type { Exchange } from './exchanges.ts';

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly 'x-error-codes'?: readonly string[];
}
type Responses = Readonly<Record<string, Response>>;

const components = document.components.responses as Responses;
const last = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Templates without parameters first: /users/password is not a user. */
const operations = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      responses: responses as Responses,
    })),
  )
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

const pathOf = (url: string) => url.replace(/^http:\/\/[^/]+/, '').split('?', 1)[0] ?? '';

/**
 * What redocly does not look at: that the status, the code of the failure and the required headers are documented.
 * Exchanges that belong to no documented operation are left out.
 */
export function driftOf({ request, response }: Exchange): string[] {
  const operation = operations.find(
    ({ method, pattern }) => method === request.method && pattern.test(pathOf(request.url)),
  );
  if (!operation) return [];
  const at = `${operation.method} ${operation.path} ${response.status}`;
  const reference = operation.responses[response.status];
  const documented = reference?.$ref ? components[last(reference.$ref)] : reference;
  if (!documented) return [`${at}: not documented`];
  const codes = documented['x-error-codes'];
  const code = codes && JSON.parse(response.body).error.code;
  const missing = Object.entries(documented.headers ?? {}).flatMap(([name, { required }]) =>
    required && response.headers[name.toLowerCase()] === undefined ? [`${at}: no header ${name}`] : [],
  );
  return [...(codes && !codes.includes(code) ? [`${at}: code ${code}`] : []), ...missing];
}
