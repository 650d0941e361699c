/** The number at the end of a serial counted on, as wide as before: `A-0099` → `A-0100`. Undefined without one. */
export function nextSerial(serial: string): string | undefined {
  const [, stem = '', digits] = /^(.*[^0-9])?([0-9]+)$/s.exec(serial) ?? [];
  if (digits === undefined) return undefined;
  return `${stem}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`;
}

interface Written {
  readonly serial: string;
  readonly createdAt: string;
}

/** What precedes the number at the end, and how wide that is: serials of one book have both in common. */
const bookOf = (serial: string) => serial.replace(/(?<![0-9])[0-9]+$/, (digits) => `#${digits.length}`);

/** The serial that follows the highest of the book from which the last cheque was written that has a number. */
export function suggestedSerial(cheques: readonly Written[]): string | undefined {
  const [first, ...rest] = cheques.filter(({ serial }) => nextSerial(serial) !== undefined);
  if (!first) return undefined;
  const last = rest.reduce((latest, one) => (one.createdAt > latest.createdAt ? one : latest), first);
  const book = cheques.map(({ serial }) => serial).filter((serial) => bookOf(serial) === bookOf(last.serial));
  // Of one width, so that the order of texts is that of numbers.
  return nextSerial(book.toSorted().at(-1) ?? '');
}
