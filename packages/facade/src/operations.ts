import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { z } from 'zod';
import { statusesOf } from './answers.ts';
import { bodyOf, FORM, isFile, JSON_BODY, mayBeFiles, refuseBody } from './bodies.ts';
import { type Field, fieldsOf, isVoid, isZod, merged, objectOf, zodOf } from './inputs.ts';
import type { RestMeta, RestMethod, RestOperation, RestStatus } from './meta.ts';

/** One REST operation of a router whose procedures have this metadata. */
export interface Operation<Meta extends RestMeta = RestMeta> {
  /** The procedure's path: `notes.get`. */
  readonly id: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly method: RestMethod;
  /** As in the metadata: `/notes/{noteID}`. */
  readonly path: `/${string}`;
  /** The names in the path, in order. */
  readonly params: readonly string[];
  /** The whole tRPC meta, so that hooks see what else stands there. */
  readonly meta: Meta & { readonly openapi: RestOperation };
  /**
   * Every field of the input (of all chained `.input()`, of all options of a union), with its refinements; undefined if
   * there is none, or if the input is no object.
   */
  readonly input: z.ZodObject | undefined;
  /** The fields of `input`, with their places in a request. */
  readonly fields: readonly Field[];
  /** What the body has to be; undefined where a body is ignored. */
  readonly body: z.core.$ZodType | undefined;
  /** The media types of the body. */
  readonly bodyTypes: readonly string[];
  /** What the procedure answers; of a stream, one event. */
  readonly output: z.ZodType;
  /** The statuses of a success, with what is declared of each. */
  readonly statuses: ReadonlyMap<number, RestStatus>;
  /** Whether there is a body to read. All other operations ignore one. */
  readonly readsBody: boolean;
}

/** Which bodies an operation takes. */
export interface BodyRules {
  readonly types: readonly string[];
  /** Also arrays, texts, numbers and null. */
  readonly anyJson: boolean;
  /** Whether text is a file too, whatever its encoding. */
  readonly textIsFile: boolean;
}

export const bodyRulesOf = ({ body, bodyTypes, fields, meta }: Operation): BodyRules => ({
  types: bodyTypes,
  anyJson: meta.openapi.body !== undefined || fields.length === 0,
  textIsFile: body !== undefined && isFile(body),
});

/** What tRPC keeps of a procedure; the public type says less. */
interface ProcedureDef<Meta> {
  readonly type: string;
  readonly meta?: Meta;
  readonly inputs: readonly unknown[];
  readonly output?: unknown;
}

/** The metadata of a router's procedures. */
export type MetaOf<Router extends AnyTRPCRouter> = Router['_def']['_config']['$types']['meta'] & RestMeta;

/** `/a/{b}` and no more: what Fastify's and OpenAPI's path languages both say in the same way. */
const PATH = /^(\/|(\/([\w.~-]+|\{[A-Za-z_]\w*\}))+)$/;

/**
 * The REST operations of a router, in the order of their declaration.
 * @throws Error naming the procedure whose metadata cannot be served or documented truthfully.
 */
export function operationsOf<Router extends AnyTRPCRouter>(router: Router): Operation<MetaOf<Router>>[] {
  const lazy = Object.keys(router._def.lazy);
  if (lazy.length > 0) {
    throw new Error(`Lazy routers have no REST operations before they load; make eager: ${lazy.join(', ')}`);
  }
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const operations = Object.entries(procedures).flatMap(([id, procedure]) => {
    const def = procedure._def as ProcedureDef<MetaOf<Router>>;
    return def.meta?.openapi ? [operationOf(id, def, def.meta.openapi)] : [];
  });
  refuseClashes(operations);
  return operations;
}

function operationOf<Meta extends RestMeta>(
  id: string,
  def: ProcedureDef<Meta>,
  rest: RestOperation,
): Operation<Meta> {
  try {
    return described(id, def, rest);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${id} (${rest.method} ${rest.path}): ${why}`, { cause: error });
  }
}

function described<Meta extends RestMeta>(
  id: string,
  def: ProcedureDef<Meta>,
  rest: RestOperation,
): Operation<Meta> {
  const { type } = def;
  if (type !== 'query' && type !== 'mutation' && type !== 'subscription')
    throw new Error(`a ${type} cannot be a REST operation`);
  if ((type === 'mutation') !== (rest.method !== 'GET'))
    throw new Error('GET is for queries, the rest for mutations');
  if (type === 'subscription' && !rest.events)
    throw new Error('a subscription needs events, the schema of one of them');
  if (!PATH.test(rest.path)) throw new Error('a path is made of /name and /{name}');
  const output = rest.events ?? def.output;
  if (!isZod(output)) throw new Error('.output() must be a zod schema; nothing else can be documented');

  const schemas = def.inputs
    .filter((input) => !isVoid(input))
    .map((input) => (isZod(input) ? input : zodOf(input)));
  const objects = schemas.map(objectOf);
  const areObjects = objects.every((object) => object !== undefined);
  if (!areObjects && schemas.length > 1) throw new Error('each of several .input() must be an object');
  const input = areObjects ? merged(objects) : undefined;
  const params = Array.from(rest.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  for (const name of params) {
    if (!(name in (input?.shape ?? {}))) throw new Error(`its input has no field "${name}"`);
  }
  const fields = fieldsOf(input, params, rest);
  const body = bodyOf(schemas, input, fields, rest);
  const bodyTypes = body ? (rest.bodyTypes ?? [mayBeFiles(fields) ? FORM : JSON_BODY]) : [];
  if (rest.bodyTypes && !body) throw new Error('it has no body, but bodyTypes');
  refuseBody(body, fields, bodyTypes, rest);
  return {
    id,
    type,
    method: rest.method,
    path: rest.path,
    params,
    meta: { ...(def.meta as Meta), openapi: rest },
    input,
    fields,
    body,
    bodyTypes,
    output,
    statuses: statusesOf(rest, output),
    readsBody: body !== undefined,
  };
}

function refuseClashes(operations: readonly Operation[]): void {
  const paths = new Map<string, Operation>();
  const routes = new Map<string, Operation>();
  for (const operation of operations) {
    const anonymous = operation.path.replaceAll(/\{\w+\}/g, '{}');
    const route = `${operation.method} ${anonymous}`;
    const same = routes.get(route);
    if (same)
      throw new Error(`${operation.id} and ${same.id} are both ${operation.method} ${operation.path}`);
    routes.set(route, operation);

    // OpenAPI 3.1, Paths Object: templates that differ in names only are the same path and must not both exist.
    const other = paths.get(anonymous);
    if (other && other.path !== operation.path) {
      throw new Error(
        `${operation.id} says ${operation.path} where ${other.id} says ${other.path}: use the same names`,
      );
    }
    paths.set(anonymous, operation);
  }
}
