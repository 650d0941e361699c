import type { Outputs } from '@daybook/client';

export type Chequebook = Outputs['chequebooks']['get'];

/** The number of a serial is its last run of digits. */
const numberOf = (serial: string): bigint => BigInt(serial.match(/[0-9]+/g)?.at(-1) ?? '0');

type Range = Pick<Chequebook, 'firstSerial' | 'lastSerial' | 'nextSerial'>;

/** How many cheques a book has, and how many of them are left. */
export function chequesLeft({ firstSerial, lastSerial, nextSerial }: Range) {
  const countFrom = (serial: string) => Number(numberOf(lastSerial) - numberOf(serial)) + 1;
  return { all: countFrom(firstSerial), left: nextSerial === null ? 0 : countFrom(nextSerial) };
}

/** The serial of the next cheque: of the book begun last, else of the first that is not begun; undefined: all are used up. */
export function nextInBooks(books: readonly Range[]): string | undefined {
  const usable = books.filter(({ nextSerial }) => nextSerial !== null);
  const begun = usable.findLast(({ firstSerial, nextSerial }) => nextSerial !== firstSerial);
  return (begun ?? usable[0])?.nextSerial ?? undefined;
}
