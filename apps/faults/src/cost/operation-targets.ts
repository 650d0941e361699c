import { appRouter } from '@daybook/api';
import { referenceFields } from '@daybook/domain';
import { operationsOf } from '@daybook/facade';
import type { AnyTRPCRouter } from '@trpc/server';
import type { z } from 'zod';
import type { RequestSpec } from '../client.ts';
import {
  addressTexts,
  type Fields,
  found,
  type Generate,
  schemaKey,
  schemaOf,
  validInput,
  withField,
} from './samples.ts';
import { address, body, encoded, type Family, type Fixtures, json, type Target } from './target.ts';

interface Procedure {
  readonly _def: { readonly type: string; readonly inputs: readonly z.ZodObject[] };
}

const { procedures: declared }: { procedures: Record<string, Procedure> } = (appRouter as AnyTRPCRouter)._def;
const procedures = Object.entries(declared).map(([id, { _def }]) => ({
  id,
  type: _def.type,
  fields: Object.assign({}, ..._def.inputs.map(({ shape }) => shape)) as Fields,
}));
// Files are read in a thread of their own, within limits that apps/server/test/unit/import-thread.test.ts holds.
const operations = operationsOf(appRouter).filter(({ meta }) => meta.upload === undefined);

// It ends the session of all other requests.
const logout = 'auth.logout';

const namesOf = (input: z.ZodObject | undefined) => Object.keys(input?.shape ?? {});
const references = (input: z.ZodObject | undefined) =>
  namesOf(input).filter((name) => name in referenceFields).length;

/** A creation of each resource, in the order in which one may need another's identifier. */
export const creations = operations
  .filter(({ id }) => id.endsWith('.create'))
  .toSorted((a, b) => references(a.input) - references(b.input))
  .map(({ id, path, input }) => ({
    resource: id.split('.')[0] as string,
    request: (fixtures: Fixtures): RequestSpec => ({
      method: 'POST',
      path,
      token: fixtures.token,
      body: validInput(id, (input?.shape ?? {}) as Fields, fixtures),
    }),
  }));

export function restTargets(): Target[] {
  return operations.flatMap(({ id, method, path, params, input, readsBody }) => {
    if (id === logout) return [];
    const fields = (input?.shape ?? {}) as Fields;
    const fieldsOf = (fixtures: Fixtures) => validInput(id, fields, fixtures);
    const route = (fixtures: Fixtures, except?: string, value = '') =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === except ? value : encodeURIComponent(String(fieldsOf(fixtures)[name])),
      );
    const inBody = (fixtures: Fixtures) =>
      Object.fromEntries(Object.entries(fieldsOf(fixtures)).filter(([name]) => !params.includes(name)));
    const inQuery = (fixtures: Fixtures) =>
      new URLSearchParams(inBody(fixtures) as Record<string, string>).toString();
    const targets = Object.entries(fields).map(([name, field]): Target => {
      const known = {
        name: `${method} ${path} ${name}`,
        maxLength: found(schemaOf(field), 'maxLength') as number,
      };
      if (params.includes(name))
        return {
          ...known,
          group: 'REST path',
          families: ['text'],
          maxBytes: address,
          request: (fixtures, value) => ({
            method,
            path: route(fixtures, name, encoded(value)),
            token: fixtures.token,
            body: readsBody ? inBody(fixtures) : undefined,
          }),
        };
      if (readsBody)
        return {
          ...known,
          group: `REST body ${schemaKey(field)}`,
          families: ['text', 'json'],
          maxBytes: body,
          request: (fixtures, value) => ({
            method,
            path: route(fixtures),
            token: fixtures.token,
            payload: withField(inBody(fixtures), name, json(value)),
          }),
        };
      return {
        ...known,
        group: `REST query ${schemaKey(field)}`,
        families: ['text'],
        maxBytes: address,
        request: (fixtures, value) => ({
          method,
          path: `${route(fixtures)}?${inQuery(fixtures)}&${name}=${encoded(value)}`,
          token: fixtures.token,
        }),
      };
    });
    targets.push({
      name: `${method} ${path} (query)`,
      group: `REST ${method} query`,
      families: [],
      extra: addressTexts,
      maxBytes: address,
      request: (fixtures, { text = '' }) => ({
        method,
        path: `${route(fixtures)}?${text}`,
        token: fixtures.token,
      }),
    });
    targets.push({
      name: `${method} ${path} (body)`,
      group: `REST ${method} whole body ${readsBody}`,
      families: ['json'],
      maxBytes: body,
      request: (fixtures, value) => ({
        method,
        path: route(fixtures),
        token: fixtures.token,
        payload: json(value),
      }),
    });
    if (readsBody)
      targets.push({
        name: `${method} ${path} (unknown field)`,
        group: `REST ${method} unknown field`,
        families: ['json'],
        maxBytes: body,
        request: (fixtures, value) => ({
          method,
          path: route(fixtures),
          token: fixtures.token,
          payload: withField(inBody(fixtures), 'unknown', json(value)),
        }),
      });
    return targets;
  });
}

export function rpcTargets(): Target[] {
  return procedures.flatMap(({ id, type, fields }) => {
    if (id === logout) return [];
    const requestWith = (fixtures: Fixtures, payload: string): RequestSpec =>
      type === 'query'
        ? { path: `/trpc/${id}?input=${encodeURIComponent(payload.toWellFormed())}`, token: fixtures.token }
        : { method: 'POST', path: `/trpc/${id}`, token: fixtures.token, payload };
    const maxBytes = type === 'query' ? address : body;
    const target = (name: string, group: string, families: readonly Family[], field?: z.ZodType): Target => ({
      name: `${id} ${name}`,
      group: `tRPC ${type} ${group}`,
      families,
      maxBytes,
      maxLength: field && (found(schemaOf(field), 'maxLength') as number),
      request: (fixtures, value) =>
        requestWith(fixtures, withField(validInput(id, fields, fixtures), name, json(value))),
    });
    return [
      ...Object.entries(fields).map(([name, field]) =>
        target(name, schemaKey(field), ['text', 'json'], field),
      ),
      target('(unknown field)', 'unknown field', ['json']),
      {
        name: `${id} (input)`,
        group: `tRPC ${type} whole input`,
        families: ['json'],
        maxBytes,
        request: (fixtures, value) => requestWith(fixtures, json(value)),
      },
    ];
  });
}

const batch = (unit: string) => (bytes: number) =>
  Array.from({ length: Math.max(1, Math.floor(bytes / (unit.length + 1))) }, () => unit).join(',');

export function batchTargets(): Target[] {
  const batches: Record<string, Generate> = { 'names of one letter': batch('a'), commas: batch('') };
  for (const { id, type } of procedures) if (type === 'query') batches[id] = batch(id);
  const inputs = (text: string) => JSON.stringify(Object.fromEntries(text.split(',').map((_, n) => [n, {}])));
  return [
    {
      name: 'tRPC batch (address)',
      group: 'tRPC batch (address)',
      families: [],
      extra: batches,
      maxBytes: address,
      request: ({ token }, { text = '' }) => ({ path: `/trpc/${text}?batch=1`, token }),
    },
    {
      name: 'tRPC batch (no token)',
      group: 'tRPC batch (no token)',
      families: [],
      extra: batches,
      maxBytes: address,
      request: (_fixtures, { text = '' }) => ({ path: `/trpc/${text}?batch=1` }),
    },
    {
      name: 'tRPC batch (body)',
      group: 'tRPC batch (body)',
      families: [],
      extra: Object.fromEntries(
        procedures.filter(({ type }) => type === 'mutation').map(({ id }) => [id, batch(id)]),
      ),
      maxBytes: address,
      request: ({ token }, { text = '' }) => ({
        method: 'POST',
        path: `/trpc/${text}?batch=1`,
        token,
        payload: inputs(text),
      }),
    },
    {
      name: 'tRPC batch (one call, inputs)',
      group: 'tRPC batch (one call, inputs)',
      families: ['json'],
      maxBytes: body,
      request: ({ token }, value) => ({
        method: 'POST',
        path: '/trpc/auth.login?batch=1',
        token,
        payload: json(value),
      }),
    },
  ];
}
