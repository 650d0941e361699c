import type { z } from 'zod';
import { type Field, refuseUnlessText, without } from './inputs.ts';
import { itemOf, kindsOf, notJson } from './kinds.ts';
import type { RestOperation } from './meta.ts';

export const JSON_BODY = 'application/json';
export const FORM = 'multipart/form-data';
export const URLENCODED = 'application/x-www-form-urlencoded';

export const isForm = (type: string) => type === FORM || type === URLENCODED;
/** Whether it takes a file, and no text. */
export const isFile = (schema: z.core.$ZodType) =>
  kindsOf(schema).has('file') && !kindsOf(schema).has('string');
const takesFiles = ({ schema }: Field) => kindsOf(itemOf(schema) ?? schema).has('file');
export const mayBeFiles = (fields: readonly Field[]) =>
  fields.some((field) => field.in === 'body' && takesFiles(field));

/** What the body of an operation has to be. @throws if it can have none */
export function bodyOf(
  schemas: readonly z.ZodType[],
  input: z.ZodObject | undefined,
  fields: readonly Field[],
  { method, body }: RestOperation,
): z.core.$ZodType | undefined {
  const hasNone = method === 'GET' || method === 'DELETE';
  if (body !== undefined) {
    if (hasNone) throw new Error(`a ${method} has no body`);
    const field = fields.find(({ name }) => name === body);
    if (!field) throw new Error(`its input has no field "${body}"`);
    return field.schema;
  }
  const [only, ...others] = schemas;
  if (!only) return undefined;
  const isWhole = !input || isOpen(only);
  if (isWhole && hasNone) throw new Error('.input() must be an object with fields: they are the query');
  if (isWhole) return only;
  const elsewhere = fields.flatMap((field) => (field.in === 'body' ? [] : [field.name]));
  if (elsewhere.length === fields.length) return undefined;
  return without(others.length === 0 ? only : input, elsewhere);
}

/** A record has fields of any names. */
const isOpen = (schema: z.ZodType) => schema._zod.def.type === 'record';

/** @throws if what the body has to be cannot be sent in its media types */
export function refuseBody(
  body: z.core.$ZodType | undefined,
  fields: readonly Field[],
  types: readonly string[],
  rest: RestOperation,
): void {
  if (!body) return;
  for (const type of types) {
    const found = isJson(type) ? notJson(body, 'input') : undefined;
    if (found !== undefined) throw new Error(`its body cannot be JSON: ${found.replace(/^\./, '')}`);
    if (isForm(type)) refuseForm(fields, type);
    if (isJson(type) || isForm(type)) continue;
    const kinds = kindsOf(body);
    const isText = type.startsWith('text/') && !isFile(body);
    if (rest.body === undefined || !(kinds.has('any') || kinds.has(isText ? 'string' : 'file')))
      throw new Error(`a body of ${type} needs body, the field that is ${isText ? 'its text' : 'the file'}`);
  }
}

function refuseForm(fields: readonly Field[], type: string): void {
  const inBody = fields.filter((field) => field.in === 'body');
  if (inBody.length === 0) throw new Error(`a body of ${type} needs an object with fields`);
  for (const field of inBody) {
    const fail = (why: string) => new Error(`the field "${field.name}" of a form ${why}`);
    refuseUnlessText(field, fail, type === FORM ? ['file'] : []);
  }
}

export const isJson = (type: string) => type === JSON_BODY || type.endsWith('+json');
