import type { Context, Meta } from '@daybook/api';
import {
  Clock,
  canonicalTag,
  currencyDigits,
  Money,
  nearestLanguage,
  type Principal,
  Thumbnail,
  Total,
} from '@daybook/domain';
import { settings, users } from '@daybook/domain/server';
import { identifierTitle, type TitleLanguage, titleLanguages, titleOf } from '@daybook/domain/titles';
import type { Operation } from '@daybook/facade';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';

/** What the cells of a column hold: in a sheet each has a format of its own. */
export type CellKind = 'text' | 'integer' | 'amount' | 'day' | 'time' | 'instant' | 'flag';

export type Row = Readonly<Record<string, unknown>>;
export type Value = string | number | boolean | null;

export interface Column {
  readonly field: string;
  readonly kind: CellKind;
  /** Whether it is for programs: identifiers, and the record's version. */
  readonly isForPrograms: boolean;
  readonly titleIn: (language: TitleLanguage) => string;
  readonly valueIn: (row: Row) => Value;
}

const unwrapped = (schema: unknown): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? unwrapped(schema.unwrap())
    : (schema as z.ZodType);

const patternOf = (schema: z.ZodType) => schema.meta()?.pattern;
const amounts: ReadonlySet<unknown> = new Set([patternOf(Money), patternOf(Total)]);

function kindOfText(schema: z.ZodType): CellKind {
  const { format, pattern } = schema.meta() ?? {};
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'instant';
  if (pattern === patternOf(Clock)) return 'time';
  return amounts.has(pattern) ? 'amount' : 'text';
}

type Cell = Pick<Column, 'kind' | 'valueIn'>;

/** Undefined for what is no single value, such as the lines of a settlement, and for pictures. */
function cellOf(field: string, schema: z.ZodType): Cell | undefined {
  const plain = (row: Row) => (row[field] ?? null) as Value;
  if (schema instanceof z.ZodNumber) return { kind: 'integer', valueIn: plain };
  if (schema instanceof z.ZodBoolean) return { kind: 'flag', valueIn: plain };
  if (schema === Thumbnail) return undefined;
  if (schema instanceof z.ZodString) return { kind: kindOfText(schema), valueIn: plain };
  if (schema instanceof z.ZodEnum) return { kind: 'text', valueIn: plain };
  const text = (valueIn: (value: NonNullable<unknown>) => string): Cell => ({
    kind: 'text',
    valueIn: (row) => (row[field] == null ? null : valueIn(row[field])),
  });
  const element = schema instanceof z.ZodArray ? unwrapped(schema.element) : undefined;
  if (element instanceof z.ZodString || element instanceof z.ZodEnum)
    return text((value) => (value as string[]).join(' '));
  if (schema instanceof z.ZodRecord) return text((value) => JSON.stringify(value));
  if (schema instanceof z.ZodObject && 'title' in schema.shape)
    return text((value) => (value as { title: string }).title);
  if (schema instanceof z.ZodObject && '_id' in schema.shape && 'name' in schema.shape)
    return text((value) => (value as { name: string }).name);
  return undefined;
}

const isIdentifier = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodArray ? isIdentifier(unwrapped(schema.element)) : schema.meta()?.id === 'RecordId';

/** The service's own of each record. */
const ofService = ['createdAt', 'updatedAt', 'version'];

/** What one row of a list is; undefined for an operation that answers none. */
export function rowSchemaOf({
  method,
  output,
  meta,
}: Pick<Operation<Meta>, 'method' | 'output' | 'meta'>): z.ZodObject | undefined {
  if (method !== 'GET') return undefined;
  const field = meta.rows ?? 'items';
  const listed =
    output instanceof z.ZodObject && (meta.rows || 'nextCursor' in output.shape)
      ? output.shape[field]
      : output;
  const element = listed instanceof z.ZodArray ? listed.element : undefined;
  // A whole record, or a part of one (docs/decisions/interface.md, decision 16).
  const row = element instanceof z.ZodUnion ? element.options[0] : element;
  return row instanceof z.ZodObject ? row : undefined;
}

/**
 * The columns of a list: what people read, then what the service has set, then identifiers. Where a record is named
 * beside its identifier, its name has the title of the field.
 */
export function columnsOf({
  id,
  ...operation
}: Pick<Operation<Meta>, 'id' | 'method' | 'output' | 'meta'>): readonly Column[] {
  const row = rowSchemaOf(operation);
  if (!row) return [];
  const [router = ''] = id.split('.');
  const fields = Object.keys(row.shape);
  const columns = fields.flatMap((field): Column[] => {
    const schema = unwrapped(row.shape[field]);
    const cell = cellOf(field, schema);
    if (!cell) return [];
    const isNamed = fields.includes(`${field}Name`);
    const names = field.endsWith('Name') ? field.slice(0, -'Name'.length) : '';
    const titled = fields.includes(names) ? names : field;
    const identifies = field === '_id' || isNamed || isIdentifier(schema);
    const titleIn = (language: TitleLanguage) => {
      const title = titleOf(language, router, titled);
      if (identifies && field !== '_id') return identifierTitle(language, title);
      return cell.kind === 'instant' ? `${title} (UTC)` : title;
    };
    return [{ field, ...cell, isForPrograms: identifies || field === 'version', titleIn }];
  });
  const rank = ({ field, isForPrograms }: Column) => {
    if (isForPrograms) return 2;
    return ofService.includes(field) ? 1 : 0;
  };
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

/** More languages than anybody reads; each costs some microseconds. */
const MAX_LANGUAGES = 100;

/** What a header asks for by name: `*` asks for nothing. */
function asked(header = ''): TitleLanguage | undefined {
  const named = header.split(',', MAX_LANGUAGES).flatMap((range) => {
    const [tag = '', ...weight] = range.trim().split(';');
    return tag === '' || tag.startsWith('*') ? [] : [[canonicalTag(tag.trim()), ...weight].join(';')];
  });
  if (named.length === 0) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-language': named.join() } });
  return nearestLanguage(titleLanguages, negotiator.languages([...titleLanguages])[0]);
}

const scopeOf = (db: Context['db'], actor: Principal) => ({
  db,
  actor,
  timeZone: 'UTC',
  businessTimeZone: 'UTC',
});

/** That of Accept-Language; where it names none that there is, the caller's preferred one, else that of the business. */
export async function languageOf(
  { headers }: FastifyRequest,
  { db, principal }: Pick<Context, 'db' | 'principal'>,
): Promise<TitleLanguage> {
  const language = asked(headers['accept-language']);
  if (language || !principal) return language ?? 'en';
  const scope = scopeOf(db, principal);
  const { active, language: preferred } = await users.preferences(scope);
  return (
    (active ? nearestLanguage(titleLanguages, preferred) : undefined) ?? (await settings.get(scope)).language
  );
}

/** How many digits amounts have at least after the point: those of the currency of the business. */
export async function digitsOf({ db, principal }: Pick<Context, 'db' | 'principal'>): Promise<number> {
  return currencyDigits(principal ? (await settings.get(scopeOf(db, principal))).currency : null);
}
