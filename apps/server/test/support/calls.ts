import { appRouter, declarations, type Meta } from '@daybook/api';
import { isApiError } from '@daybook/client';
import { type Operation, operationsOf } from '@daybook/facade';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { type Answer, type Service, unknownId } from './service.ts';

/** One procedure as both transports know it; `rest` is missing for those of the typed client alone. */
export interface Procedure {
  /** `bills.update` */
  readonly path: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly meta: Meta;
  readonly rest: Operation<Meta> | undefined;
}

const operations = new Map(operationsOf(appRouter).map((operation) => [operation.id, operation]));

const { procedures: built }: { procedures: Record<string, AnyTRPCProcedure> } = (appRouter as AnyTRPCRouter)
  ._def;

/** Every procedure there is, so that no test can forget a new one. */
export const procedures: readonly Procedure[] = Array.from(declarations, ([path, meta]) => ({
  path,
  type: built[path]?._def.type as Procedure['type'],
  meta,
  rest: operations.get(path),
}));

/** The procedure of this path. */
export function procedure(path: string): Procedure {
  const found = procedures.find((one) => one.path === path);
  if (!found) throw new Error(`no procedure ${path}`);
  return found;
}

export type Input = Readonly<Record<string, unknown>>;

export interface Call {
  readonly token?: string | undefined;
  readonly input?: Input;
  readonly headers?: Record<string, string>;
  /** Sent as it stands instead of the input's fields. */
  readonly raw?: string;
}

const queryOf = (fields: Input) => {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  const text = new URLSearchParams(texts).toString();
  return text && `?${text}`;
};

/** The address of an operation with its path parameters filled in. */
export const addressOf = (operation: Operation, input: Input = {}) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** An upload as a form, made by hand: without the file of the input it has that of the example. */
function formOf({ meta }: Procedure, input: Input) {
  const parts = Object.entries({
    ...input,
    [meta.upload ?? '']: input[meta.upload ?? ''] ?? meta.example?.file,
  });
  const lines = parts.flatMap(([name, value]) => [
    '--form',
    `content-disposition: form-data; name="${name}"${name === meta.upload ? '; filename="a.csv"' : ''}`,
    '',
    String(value),
  ]);
  return {
    body: [...lines, '--form--', ''].join('\r\n'),
    headers: { 'content-type': 'multipart/form-data; boundary=form' },
  };
}

/** Over REST: path, query and body are taken from one input. */
export function callRest(
  service: Service,
  { path, rest, meta }: Procedure,
  { input = {}, raw, ...options }: Call,
): Promise<Answer> {
  if (!rest) throw new Error(`${path} has no address in REST`);
  const address = addressOf(rest, input);
  if (raw !== undefined) return service.call(rest.method, address, { ...options, body: raw });
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !rest.params.includes(name)));
  if (meta.upload !== undefined) {
    const { [meta.upload]: file = meta.example?.file, ...parameters } = others;
    const headers = { 'content-type': rest.bodyTypes[1] ?? '', ...options.headers };
    return service.call(rest.method, address + queryOf(parameters), {
      ...options,
      headers,
      body: String(file),
    });
  }
  return rest.readsBody
    ? service.call(rest.method, address, { ...options, body: others })
    : service.call(rest.method, address + queryOf(others), options);
}

/** Over tRPC without its client, so that anything can be sent. */
export function callTrpc(
  service: Service,
  called: Procedure,
  { input = {}, raw, ...options }: Call,
): Promise<Answer> {
  const { path, type, meta } = called;
  if (meta.upload !== undefined && raw === undefined) {
    const { body, headers } = formOf(called, input);
    return service.call('POST', `/trpc/${path}`, {
      ...options,
      body,
      headers: { ...options.headers, ...headers },
    });
  }
  return type === 'mutation'
    ? service.call('POST', `/trpc/${path}`, { ...options, body: raw ?? input })
    : service.call('GET', `/trpc/${path}${queryOf({ input: raw ?? JSON.stringify(input) })}`, options);
}

/** What a call came to, whichever way it was sent. */
export type Outcome =
  | { readonly data: unknown }
  | { readonly code: string; readonly status: number; readonly message: string; readonly issues: unknown };

/** Of an answer over REST. */
export const outcomeOf = ({ status, body }: Answer): Outcome =>
  body.success
    ? { data: body.data }
    : { code: body.error.code, status, message: body.message, issues: body.error.issues };

type Send = (input: Input) => Promise<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, Record<'query' | 'mutate', Send>>>>>;

/** Over tRPC by the typed client, whose types are left aside so that invalid inputs can be sent too. */
export async function callClient(
  service: Service,
  { path, type }: Procedure,
  { input = {}, token }: Call,
): Promise<Outcome> {
  const [router = '', name = ''] = path.split('.');
  const send = (service.client(token) as unknown as Client)[router]?.[name];
  if (!send) throw new Error(`the client has no ${path}`);
  try {
    return { data: await send[type === 'query' ? 'query' : 'mutate'](input) };
  } catch (error) {
    if (!isApiError(error) || !error.data) throw error;
    const { code, httpStatus, issues } = error.data as typeof error.data & { issues?: unknown };
    return { code, status: httpStatus, message: error.message, issues };
  }
}

/** Whether it matters to a procedure which account its input names. */
export const namesUser = ({ rest }: Procedure): boolean => rest?.params.includes('userID') ?? false;

/** Names nothing that exists and sends no field: whoever is let in changes nothing. */
export const harmless = ({ path, rest, type }: Procedure, userID: string): Input => ({
  // Refused, so that the stream ends.
  ...(type === 'subscription' && { after: -1 }),
  ...Object.fromEntries((rest?.params ?? []).map((name) => [name, name === 'userID' ? userID : unknownId])),
  // Without it only an Administrator is let in (test/resources/journal.test.ts).
  ...(path === 'journal.list' && { record: unknownId }),
});
