import type { Outputs } from '@daybook/client';
import { ChequeSeries, type Warning } from '@daybook/domain';
import { z } from 'zod';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import type { DayText } from '../../../lib/dates.ts';

/** Cheques that were made, or that a dry run would make. */
export type Planned = Outputs['cheques']['addSeries'];
export type Chequebook = Outputs['chequebooks']['get'];

/** What the form holds. */
export interface SeriesValues {
  /** What was typed. */
  readonly value: string;
  readonly payee: string | undefined;
  readonly firstDueDate: DayText | undefined;
  readonly months: number;
  readonly description: string;
  readonly account: string | undefined;
  /** Undefined: the usual one of the account; '': none, a first serial is typed. */
  readonly chequebook: string | undefined;
  readonly firstSerial: string;
}

type Book = Pick<Chequebook, '_id' | 'firstSerial' | 'nextSerial'>;

/** Those that have serials left. */
export const usableOf = <B extends Book>(books: readonly B[]): readonly B[] =>
  books.filter(({ nextSerial }) => nextSerial !== null);

/** The book begun last, else the first of those that have serials left. */
export function defaultBook<B extends Book>(books: readonly B[]): B | undefined {
  const usable = usableOf(books);
  return usable.findLast(({ firstSerial, nextSerial }) => firstSerial !== nextSerial) ?? usable[0];
}

/** The book from which the serials come; '': a first serial is typed. */
export const bookOf = ({ account, chequebook }: SeriesValues, books: readonly Book[]): string =>
  account === undefined ? '' : (chequebook ?? defaultBook(books)?._id ?? '');

/** What the form holds as the service is sent it. @param booksOf the books of its account, as far as they are known */
export const seriesSchema = (booksOf: () => readonly Book[]) =>
  z.preprocess((values: SeriesValues) => {
    const { account, chequebook: _, firstSerial, ...others } = values;
    const chequebook = bookOf(values, booksOf());
    return chequebook ? { ...others, chequebook } : { ...others, account, firstSerial };
  }, ChequeSeries);

export const isSavedCheque = (cheque: Planned[number]): cheque is Cheque => '_id' in cheque;

/** What is odd about some of the serials. */
export interface WarningGroup {
  readonly warning: Warning;
  readonly serials: readonly string[];
}

/** The warnings of all of them; a warning that several have, once. */
export function warningGroupsOf(cheques: Planned): readonly WarningGroup[] {
  const found = cheques.flatMap(({ serial, warnings = [] }) =>
    warnings.map((warning) => ({ serial, warning })),
  );
  const groups = Map.groupBy(found, ({ warning: { code, params } }) =>
    code === 'serial_used' ? code : JSON.stringify([code, params]),
  );
  return [...groups.values()].flatMap((group) => {
    const serials = group.map(({ serial }) => serial);
    return group[0] ? [{ warning: group[0].warning, serials }] : [];
  });
}
