import { csvText, type Delimiter, type Encoding } from '@daybook/domain';
import type { CellTable } from '@daybook/domain/imports';
import Papa from 'papaparse';
import { Rows } from './cells.ts';
import { unreadable } from './unreadable.ts';

const signs: Readonly<Record<Delimiter, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** As many lines as a sheet has rows: what is beyond is not looked at, also where they are empty. */
const maxLines = 1_048_576;

/** What Excel writes and reads in the first line: `sep=;` */
function declaredDelimiter(text: string): Delimiter | undefined {
  const [, sign] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return (Object.keys(signs) as Delimiter[]).find((name) => signs[name] === sign);
}

function guessedDelimiter(text: string): Delimiter {
  // Whole lines of the beginning; papaparse compares how many cells the lines have.
  const sample = text.slice(0, 65_536);
  const { meta } = Papa.parse(sample, { preview: 20, delimitersToGuess: Object.values(signs) });
  return (Object.keys(signs) as Delimiter[]).find((name) => signs[name] === meta.delimiter) ?? 'comma';
}

/** @throws UnreadableFile */
export function readText(text: string, encoding: Encoding, asked?: Delimiter): CellTable {
  const declared = declaredDelimiter(text);
  const delimiter = asked ?? declared ?? guessedDelimiter(text);
  const rows = new Rows();
  let row = 0;
  let failure: Error | undefined;
  Papa.parse<string[]>(text, {
    delimiter: signs[delimiter],
    step({ data, errors }, parser) {
      row += 1;
      try {
        if (errors.some(({ code }) => code === 'MissingQuotes')) throw unreadable('quote_open', { row });
        if (row > maxLines) throw unreadable('file_too_costly');
        if (row > 1 || !declared) rows.add(row, data.map(csvText));
      } catch (error) {
        failure = error as Error;
        parser.abort();
      }
    },
  });
  if (failure) throw failure;
  return rows.table({ format: 'csv', encoding, delimiter, sheets: [], sheet: null });
}
