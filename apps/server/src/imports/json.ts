import type { Encoding } from '@daybook/domain';
import type { Cell, CellTable } from '@daybook/domain/imports';
import { decimalText, Rows, unreadable } from './cells.ts';

/** A number with the digits that it is written with. */
class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const keepDigits: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined ? new Digits(source) : value;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/** As it was sent. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (part instanceof Digits ? Number(part.source) : part));

/** What identifies a value with several fields: its name or title, as in the files that the service writes, or `_id`. */
function nested(value: Readonly<Record<string, unknown>>): Cell | undefined {
  for (const key of ['title', 'name', '_id', 'id']) if (typeof value[key] === 'string') return value[key];
  return undefined;
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return { flag: value };
  if (value instanceof Digits) {
    const number = decimalText(value.source);
    return number === undefined ? value.source : { number };
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  return (isObject(value) ? nested(value) : undefined) ?? jsonText(value);
}

/** The records of a document: a list of objects, by itself or as `data` and its `items`, as lists of the service are answered. */
function recordsOf(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return [];
  for (const key of ['data', 'items']) {
    const value = document[key];
    if (Array.isArray(value) || isObject(value)) return recordsOf(value);
  }
  return [document];
}

/** @throws UnreadableFile */
function documentOf(text: string): unknown {
  try {
    return parse(text, keepDigits);
  } catch {
    // One object in each line, as programs write logs.
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => parse(line, keepDigits));
    } catch {
      throw unreadable('json_syntax');
    }
  }
}

/**
 * The keys are the headings, in the order in which they first stand; the records are rows from 1 on.
 * @throws UnreadableFile
 */
export function readJson(text: string, encoding: Encoding): CellTable {
  const records = recordsOf(documentOf(text));
  const rows = new Rows();
  const headings = new Set<string>();
  for (const record of records) {
    if (!isObject(record)) throw unreadable('json_rows');
    for (const key of Object.keys(record)) headings.add(key);
  }
  const keys = [...headings];
  rows.add(0, [...keys]);
  for (const [at, record] of (records as Readonly<Record<string, unknown>>[]).entries())
    rows.add(
      at + 1,
      keys.map((key) => (Object.hasOwn(record, key) ? cellOf(record[key]) : '')),
    );
  return rows.table({ format: 'json', encoding, delimiter: null, sheets: [], sheet: null });
}
