import { expect, it } from 'vitest';
import { withStatus } from '../../entities/cheques/cheque.ts';
import { issuesIn } from '../../lib/issues.ts';
import { ChequesSearch } from '../search.ts';
import { clearedDay, lastOf, probablyClearedCheques, undoneIn } from './past-due.ts';
import {
  bookOf,
  defaultBook,
  type Planned,
  type SeriesValues,
  seriesSchema,
  warningGroupsOf,
} from './series/series.ts';

it('a cheque has probably cleared 60 days after it fell due', () => {
  const cheques = [{ dueDate: '2026-09-21' }, { dueDate: '2026-09-22' }, { dueDate: '2025-01-01' }];
  expect(probablyClearedCheques(cheques, '2026-11-21')).toEqual([cheques[0], cheques[2]]);
  expect(clearedDay(cheques)).toBe('2026-09-22');
  expect(clearedDay([])).toBeUndefined();
});

it('the last event of a timeline is the last that was not taken back', () => {
  const event = (_id: string, kind: string, undoes: string | null = null) => ({ _id, kind, undoes });
  const events = [event('1', 'present'), event('2', 'bounce'), event('3', 'undo', '2')];
  expect([...undoneIn(events)]).toEqual(['2']);
  expect(lastOf(events)?._id).toBe('1');
  expect(lastOf([...events, event('4', 'undo', '1')])).toBeUndefined();
  expect(lastOf([...events, event('4', 'clear')])?._id).toBe('4');
});

it('an address from before there were statuses still finds cancelled cheques', () => {
  const search = withStatus(ChequesSearch);
  expect(search.parse({ isCancelled: 'true', to: '2026-01-01' })).toEqual({
    status: 'cancelled',
    to: '2026-01-01',
  });
  expect(search.parse({ isCancelled: 'false' })).toEqual({});
});

const book = (_id: string, firstSerial: string, nextSerial: string | null) => ({
  _id,
  firstSerial,
  nextSerial,
});
const [used, begun, fresh] = [book('a', '01', null), book('b', '10', '13'), book('c', '20', '20')] as const;
const payee = '0193a6a0-b052-7e96-b142-ad506f7e8193';
const account = '0193a6a0-b052-7e96-b142-ad506f7e8194';
const chequebook = '0193a6a0-b052-7e96-b142-ad506f7e8195';

const values: SeriesValues = {
  value: '1200.5',
  payee,
  firstDueDate: '2026-01-31',
  months: 3,
  description: '',
  account: undefined,
  chequebook: undefined,
  firstSerial: '000101',
};

it('the usual book is the one begun last, else the first that has serials left', () => {
  expect(defaultBook([used, begun, fresh])).toBe(begun);
  expect(defaultBook([used, fresh])).toBe(fresh);
  expect(defaultBook([used])).toBeUndefined();
});

it('serials come from the usual book of the account until something else is chosen', () => {
  const books = [used, begun, fresh];
  expect(bookOf(values, books)).toBe('');
  expect(bookOf({ ...values, account }, books)).toBe('b');
  expect(bookOf({ ...values, account, chequebook: 'c' }, books)).toBe('c');
  expect(bookOf({ ...values, account, chequebook: '' }, books)).toBe('');
});

it('the service is sent a chequebook or a first serial, never both', () => {
  const schema = seriesSchema(() => [book(chequebook, '000101', '000101')]);
  const ofBook = schema.parse({ ...values, account });
  expect(ofBook).toMatchObject({ chequebook, months: 3 });
  expect(ofBook).not.toHaveProperty('firstSerial');
  const typed = schema.parse({ ...values, account, chequebook: '' });
  expect(typed).toMatchObject({ account, firstSerial: '000101' });
  expect(typed).not.toHaveProperty('chequebook');
});

it('what is missing is found at its field', () => {
  const wrong = { ...values, payee: undefined, months: Number.NaN, firstSerial: 'none' };
  const { error } = seriesSchema(() => []).safeParse(wrong);
  expect(issuesIn(error).map(({ path, code }) => [path.join('.'), code])).toEqual([
    ['months', 'invalid_integer'],
    ['payee', 'required'],
    ['firstSerial', 'invalid_serial'],
  ]);
});

it('a warning that several cheques have is shown once', () => {
  const warning = (code: string, params: object) => ({ code, params, path: ['serial'], message: '' });
  const cheques = [
    {
      serial: '7',
      warnings: [warning('serial_gap', { from: '5', to: '6' }), warning('serial_used', { cheque: 'a' })],
    },
    { serial: '8', warnings: [warning('serial_used', { cheque: 'b' })] },
    { serial: '9' },
  ] as unknown as Planned;
  expect(warningGroupsOf(cheques).map(({ warning: { code }, serials }) => [code, serials])).toEqual([
    ['serial_gap', ['7']],
    ['serial_used', ['7', '8']],
  ]);
});
