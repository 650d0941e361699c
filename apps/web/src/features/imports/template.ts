import { byteOrderMark, csvLine, type ImportKind, importFields } from '@daybook/domain';

/** A file to fill in: headings as they are called on the screen, and the example that the service passes over. */
export function templateOf(kind: ImportKind, titleOf: (field: string) => string): string {
  const all = importFields(kind);
  // Of two ways to name something the one that has an example.
  const replaced = all.flatMap(({ example, insteadOf = [] }) => (example === undefined ? [] : insteadOf));
  const fields = all.filter(({ field }) => !field.endsWith('ID') && !replaced.includes(field));
  return (
    byteOrderMark +
    csvLine(fields.map(({ field }) => titleOf(field))) +
    csvLine(fields.map(({ example = '' }) => example))
  );
}
