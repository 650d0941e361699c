import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import type { RestMeta, RestMethod, RestOperation } from './meta.ts';

/** One REST operation of a router whose procedures have this metadata. */
export interface Operation<Meta extends RestMeta = RestMeta> {
  /** The procedure's path: `notes.get`. */
  readonly id: string;
  readonly type: 'query' | 'mutation';
  readonly method: RestMethod;
  /** As in the metadata: `/notes/{noteID}`. */
  readonly path: `/${string}`;
  /** The names in the path, in order. */
  readonly params: readonly string[];
  /** The whole tRPC meta, so that hooks see what else stands there. */
  readonly meta: Meta & { readonly openapi: RestOperation };
  /** Every field of the input (of all chained `.input()`), with its refinements; undefined if there is none. */
  readonly input: z.ZodObject | undefined;
  readonly output: z.ZodType;
  /** POST, PUT or PATCH with a field that is not in the path. All other operations ignore a body. */
  readonly readsBody: boolean;
}

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
  const fail = (why: string) => new Error(`${id} (${rest.method} ${rest.path}): ${why}`);
  const { type } = def;
  if (type !== 'query' && type !== 'mutation') throw fail(`a ${type} cannot be a REST operation`);
  if ((type === 'query') !== (rest.method === 'GET'))
    throw fail('GET is for queries, the rest for mutations');
  if (!PATH.test(rest.path)) throw fail('a path is made of /name and /{name}');
  if (!isZod(def.output)) throw fail('.output() must be a zod schema; nothing else can be documented');

  const objects = def.inputs.filter((input) => !isVoid(input)).map(objectOf);
  if (!objects.every((object) => object !== undefined)) throw fail('.input() must be a z.object');
  const input = merged(objects);
  const fields = Object.keys(input?.shape ?? {});
  const params = Array.from(rest.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  for (const name of params) {
    if (!fields.includes(name)) throw fail(`its input has no field "${name}"`);
  }
  return {
    id,
    type,
    method: rest.method,
    path: rest.path,
    params,
    meta: { ...(def.meta as Meta), openapi: rest },
    input,
    output: def.output,
    readsBody: !['GET', 'DELETE'].includes(rest.method) && fields.some((field) => !params.includes(field)),
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

function isZod(schema: unknown): schema is z.ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

function isVoid(schema: unknown): boolean {
  return isZod(schema) && ['void', 'undefined', 'never'].includes(schema._zod.def.type);
}

/** The object that a client writes: the input side of pipes, codecs and preprocess, without optional and the like. */
function objectOf(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe)
    return objectOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return objectOf(schema.unwrap());
  }
  return undefined;
}

function merged(objects: readonly z.ZodObject[]): z.ZodObject | undefined {
  const [first, ...others] = objects;
  if (!first || others.length === 0) return first;
  return first.clone({
    ...first._zod.def,
    shape: Object.assign({}, ...objects.map((object) => object.shape)),
    checks: objects.flatMap((object) => object._zod.def.checks ?? []),
  });
}
