import type { CsvColumn } from '../../lib/csv.ts';
import type { Cheque } from './cheque.ts';

const names = [
  '_id',
  'serial',
  'dueDate',
  'payee',
  'payeeName',
  'value',
  'description',
  'isCancelled',
] as const;

/** What the file of cheques holds. */
export const exportColumns: CsvColumn<Cheque>[] = names.map((header) => ({
  header,
  value: (cheque) => cheque[header],
}));
