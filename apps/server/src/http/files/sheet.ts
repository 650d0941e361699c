import type { CellKind, Column, Row, Value } from './columns.ts';

/** What Excel takes: rows of a sheet, and characters of a cell. */
export const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARACTERS = 32_767;

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A style of a cell is its place here: the numbers of the formats are Excel's own, which follow the reader's country. */
const formats = { text: 49, integer: 1, day: 14, time: 20, instant: 22, flag: 0 } as const;
const styles = Object.keys(formats) as Exclude<CellKind, 'amount'>[];
/** Then those of amounts, by their digits after the point; Excel has three of them not, whose numbers begin at 164. */
const amountFormats = [3, 164, 4, 165, 166];
const ownFormats = { 164: '#,##0.0', 165: '#,##0.000', 166: '#,##0.0000' };
const headStyle = styles.length + amountFormats.length;
const widths: Readonly<Record<CellKind, number>> = {
  text: 24,
  integer: 12,
  amount: 14,
  day: 12,
  time: 10,
  instant: 18,
  flag: 10,
};

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * What XML cannot hold, or reads as another line end, is written as in Excel, `_x000D_`, and so is the underscore of what looks
 * like that: in one step, or the underscores of one step would be read with the text before them.
 */
export const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replaceAll(/_(?=x[0-9A-Fa-f]{4})|[\0-\x08\x0B-\x1F\uFFFE\uFFFF&<>"]/g, (sign) => {
    return signs[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });

/** A, B … Z, AA … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const dayMs = 86_400_000;
const firstDay = Date.UTC(1899, 11, 30);

/** Days since the end of 1899, as Excel counts them: it takes 1900 for a leap year. */
function serial(iso: string): number {
  const days = (Date.parse(iso) - firstDay) / dayMs;
  return days < 61 ? days - 1 : days;
}

/** A number keeps 15 digits in a sheet. */
const isExact = (amount: string) => amount.replace(/[^0-9]/g, '').replace(/^0+/, '').length <= 15;

function numberOf(kind: CellKind, value: Value): number | string | undefined {
  const text = String(value);
  if (kind === 'integer') return text;
  if (kind === 'amount') return isExact(text) ? text : undefined;
  if (kind === 'day' || kind === 'instant') return serial(text);
  if (kind === 'time') return (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) / 1440;
  return undefined;
}

const shortened = (text: string) =>
  text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS - 1).toWellFormed()}…`;

const textCell = (at: string, style: number, text: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`;

/** As the front-end shows amounts: with the digits of the currency, and more where the amount has more. */
function styleOf(kind: CellKind, value: Value, digits: number): number {
  if (kind !== 'amount') return styles.indexOf(kind);
  return styles.length + Math.max(digits, String(value).split('.')[1]?.length ?? 0);
}

function cell(at: string, kind: CellKind, value: Value, digits: number): string {
  if (value === null || value === '') return '';
  const style = styleOf(kind, value, digits);
  if (kind === 'flag') return `<c r="${at}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const number = numberOf(kind, value);
  if (number === undefined) return textCell(at, styles.indexOf('text'), String(value));
  return `<c r="${at}" s="${style}"><v>${number}</v></c>`;
}

export function sheetHead(
  columns: readonly Column[],
  titles: readonly string[],
  rightToLeft: boolean,
): string {
  const cols = columns.map(({ kind, isForPrograms }, index) => {
    const width = Math.max(widths[kind], Math.min(40, (titles[index]?.length ?? 0) + 2));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${isForPrograms ? ' hidden="1"' : ''}/>`;
  });
  const cells = titles.map((title, index) => textCell(`${columnName(index)}1`, headStyle, title));
  return `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`;
}

/** @param digits those that amounts have at least */
export function sheetRow(
  columns: readonly Column[],
  names: readonly string[],
  row: Row,
  at: number,
  digits: number,
): string {
  const cells = columns.map(({ kind, valueIn }, index) =>
    cell(`${names[index]}${at}`, kind, valueIn(row), digits),
  );
  return `<row r="${at}">${cells.join('')}</row>`;
}

export const sheetEnd = '</sheetData></worksheet>';

const officeDocument = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The other files of a workbook with sheets of these names. */
export function workbook(names: readonly string[]): readonly (readonly [path: string, content: string])[] {
  const sheets = names.map((name, index) => ({ name: escaped(name), number: index + 1 }));
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const relationships = (content: string) =>
    `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const overrides = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...sheets.map(({ number }) => [`/xl/worksheets/sheet${number}.xml`, 'worksheet']),
  ].map(([path, type]) => `<Override PartName="${path}" ContentType="${officeDocument}.${type}+xml"/>`);
  const numberFormats = Object.entries(ownFormats).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`,
  );
  const cellFormats = [...[...Object.values(formats), ...amountFormats].map((id) => [id, 0]), [0, 1]].map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relationships(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships(
        sheets
          .map(({ number }) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
          .join('') + relation(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
      ),
    ],
    [
      'xl/styles.xml',
      `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="${numberFormats.length}">${numberFormats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ];
}
