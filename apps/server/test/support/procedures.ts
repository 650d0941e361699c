import { appRouter, declarations, type Meta } from '@daybook/api';
import { type Operation, operationsOf } from '@daybook/facade';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { Answer, Service } from './service.ts';

/** One procedure as both transports know it; `rest` is missing for those of the typed client alone. */
export interface Procedure {
  readonly path: string;
  readonly type: 'query' | 'mutation';
  readonly meta: Meta;
  readonly rest: Operation<Meta> | undefined;
}

const operations = new Map(operationsOf(appRouter).map((operation) => [operation.id, operation]));

const { procedures: built }: { procedures: Record<string, AnyTRPCProcedure> } = (appRouter as AnyTRPCRouter)
  ._def;

/** Every procedure there is, so that no test can forget a new one. */
export const procedures: readonly Procedure[] = Array.from(declarations, ([path, meta]) => ({
  path,
  type: built[path]?._def.type as 'query' | 'mutation',
  meta,
  rest: operations.get(path),
}));

export interface CallInput {
  readonly token?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly headers?: Record<string, string>;
  /** Sent as it stands instead of the input's fields. */
  readonly raw?: string;
}

const query = (fields: Readonly<Record<string, unknown>>) => {
  const text = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
};

/** The address of an operation with its path parameters filled in. */
export const addressOf = (operation: Operation, input: Readonly<Record<string, unknown>> = {}) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** The operation over REST: path, query and body are taken from one input. */
export function callRest(
  service: Service,
  operation: Operation,
  { input = {}, raw, ...options }: CallInput,
): Promise<Answer> {
  const others = Object.fromEntries(
    Object.entries(input).filter(([name]) => !operation.params.includes(name)),
  );
  const address = addressOf(operation, input);
  if (raw !== undefined) return service.call(operation.method, address, { ...options, body: raw });
  return operation.readsBody
    ? service.call(operation.method, address, { ...options, body: others })
    : service.call(operation.method, address + query(others), options);
}

/** The same procedure over tRPC, without its client, so that anything can be sent. */
export function callTrpc(
  service: Service,
  { path, type }: Pick<Procedure, 'path' | 'type'>,
  { input = {}, raw, ...options }: CallInput,
): Promise<Answer> {
  return type === 'query'
    ? service.call('GET', `/trpc/${path}${query({ input: raw ?? JSON.stringify(input) })}`, options)
    : service.call('POST', `/trpc/${path}`, { ...options, body: raw ?? input });
}
