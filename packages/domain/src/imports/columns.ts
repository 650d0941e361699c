import type { ImportKind } from '../resources.ts';
import { identifierTitle, titleLanguages, titles } from '../titles/titles.ts';
import { fold } from '../values/fold.ts';
import { type Cell, type CellTable, readAmount, readDay, shortened, shownOf } from './cells.ts';
import { type ImportField, importFields } from './fields.ts';
import type { DayOrder, DecimalMark } from './imports.schema.ts';

/** How the columns of such headings were read the last time. */
export interface Mapping {
  readonly headings: readonly string[];
  readonly columns: readonly (string | null)[];
  readonly dates: DayOrder | null;
  readonly decimal: DecimalMark | null;
}

const headingKey = (heading: string) =>
  fold(heading)
    .split(/[\s*:.]+/)
    .filter(Boolean)
    .join(' ');

/** By what a heading can be called: its field. */
function titlesOf(kind: ImportKind): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (title: string, field: string) => {
    const key = headingKey(title);
    if (!found.has(key)) found.set(key, field);
  };
  const fields = importFields(kind);
  for (const { field } of fields) {
    const named = field.replace(/ID$/, '');
    for (const language of titleLanguages) {
      const title = (titles[language][kind].fields as Readonly<Record<string, string>>)[named];
      if (title !== undefined) add(named === field ? title : identifierTitle(language, title), field);
    }
    add(field, field);
  }
  for (const { field, alsoCalled = [] } of fields) for (const name of alsoCalled) add(name, field);
  return found;
}

/** Whether a heading is one of a field. */
export const isHeadingOf = (kind: ImportKind, field: string, heading: string): boolean =>
  titlesOf(kind).get(headingKey(heading)) === field;

/** The row of headings, or none: the first one in which a heading is known, unless the first row is data. */
export function headingsOf(table: CellTable, kind: ImportKind) {
  const known = titlesOf(kind);
  const isHeading = ({ cells }: CellTable['rows'][number]) =>
    cells.some((cell) => known.has(headingKey(shownOf(cell))));
  const at = table.rows.slice(0, 10).findIndex(isHeading);
  const first = table.rows[0]?.cells ?? [];
  const isData = first.some(
    (cell) => typeof readDay(cell, 'dmy') === 'string' || typeof readAmount(cell, 'point') === 'string',
  );
  const index = at >= 0 || isData ? at : 0;
  const headings = (table.rows[index]?.cells ?? []).map((cell) => shortened(shownOf(cell), 100));
  return { headings, rows: table.rows.slice(index + 1) };
}

const isIn = (fields: readonly ImportField[], name: string | null | undefined) =>
  fields.some(({ field }) => field === name);

/** The columns of the fields that are required and have none: by their values, where one column alone has such. */
function guessByValues(
  columns: (string | null)[],
  fields: readonly ImportField[],
  samples: readonly (readonly Cell[])[],
) {
  for (const { field, type, isRequired } of fields) {
    if (!isRequired || columns.includes(field) || !(type === 'day' || type === 'amount')) continue;
    const reads = (cell: Cell) =>
      (type === 'day' ? readDay(cell, undefined) : readAmount(cell, undefined)) !== undefined;
    const fitting = samples.flatMap((cells, index) =>
      columns[index] === null && cells.length > 0 && cells.every(reads) ? index : [],
    );
    if (fitting.length === 1) columns[fitting[0] as number] = field;
  }
}

interface Wanted {
  readonly kind: ImportKind;
  /** The field of each column, separated by commas. */
  readonly columns?: string | undefined;
  readonly mappings: readonly Mapping[];
}

/** The field of each column: as it was sent, as in the last file with such headings, or by what stands in it. */
export function columnsOf(
  { kind, columns: sent, mappings }: Wanted,
  headings: readonly string[],
  samples: readonly (readonly Cell[])[],
): { columns: (string | null)[]; mapping: Mapping | undefined } {
  const fields = importFields(kind);
  const once = (names: readonly (string | null | undefined)[]) =>
    samples.map((_, index) => {
      const name = names[index]?.trim();
      return name !== undefined &&
        isIn(fields, name) &&
        names.findIndex((other) => other?.trim() === name) === index
        ? name
        : null;
    });
  if (sent !== undefined) return { columns: once(sent.split(',')), mapping: undefined };
  const key = headings.map(headingKey).join('\n');
  const mapping = mappings.find((one) => one.headings.map(headingKey).join('\n') === key);
  if (mapping && headings.length > 0) return { columns: once(mapping.columns), mapping };
  const known = titlesOf(kind);
  const columns = once(headings.map((heading) => known.get(headingKey(heading))));
  // Some languages have one word for a first name and a name.
  const first = columns.indexOf('firstName');
  if (first >= 0 && !columns.includes('lastName') && !columns.includes('fullName'))
    columns[first] = 'fullName';
  guessByValues(columns, fields, samples);
  return { columns, mapping: undefined };
}
