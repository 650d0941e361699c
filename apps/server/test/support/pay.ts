import { expect } from 'vitest';
import type { Fields, Row } from './samples/index.ts';
import type { Answer, Person } from './service.ts';
import { test, undoTest } from './test.ts';

/** A shift from a time to another; `more` are other fields of the log. */
export type Shift = readonly [date: string, startingTime: string, finishingTime: string, more?: Fields];

/** Fixtures of the tests of pay: everything is written over REST by the Administrator. */
export const payTest = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** The identifier of a new worker of role User who cannot log in. */
  .extend(
    'worker',
    { scope: 'file' },
    ({ make }) =>
      async (): Promise<string> =>
        (await make('users'))._id,
  )
  .extend(
    'rate',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string, from: string, fields: Fields): Promise<Row> =>
        ask('POST', '/rates', { worker, from, ...fields }),
  )
  .extend('log', { scope: 'file' }, ({ ask }) => {
    return (worker: string, [date, startingTime, finishingTime, more]: Shift): Promise<Row> =>
      ask('POST', '/logs', { worker, date, startingTime, finishingTime, ...more });
  })
  .extend('absence', { scope: 'file' }, ({ ask }) => {
    return (worker: string, date: string): Promise<Row> =>
      ask('POST', '/logs', { worker, date, isAbsent: true });
  })
  .extend(
    'entry',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string, date: string, kind: string, amount: string): Promise<Row> =>
        ask('POST', '/pay-entries', { worker, date, kind, amount }),
  )
  /** What somebody is answered over REST, the Administrator unless named. */
  .extend(
    'statementTo',
    { scope: 'file' },
    ({ service }) =>
      ({ token }: Person, worker: string, from: string, to: string): Promise<Answer> =>
        service.call('GET', `/users/${worker}/statement?from=${from}&to=${to}`, { token }),
  )
  /** A statement, over REST and by the typed client, which must be the same. */
  .extend(
    'statement',
    { scope: 'file' },
    ({ service, admin, statementTo }) =>
      async (worker: string, from: string, to: string) => {
        const { status, body } = await statementTo(admin, worker, from, to);
        expect(status, JSON.stringify(body)).toBe(200);
        const typed = await service.client(admin.token).pay.statement.query({ userID: worker, from, to });
        expect(body.data).toEqual(typed);
        return typed;
      },
  )
  /** All balances of a day, today unless it is named, over REST and by the typed client. */
  .extend('balances', { scope: 'file' }, ({ service, admin, ask }) => {
    return async (at?: string) => {
      const typed = await service.client(admin.token).pay.balances.query(at === undefined ? {} : { at });
      expect(await ask('GET', `/balances${at === undefined ? '' : `?at=${at}`}`)).toEqual(typed);
      return typed;
    };
  })
  .extend('balanceOf', { scope: 'file' }, ({ balances }) => {
    return async (worker: string, at?: string) => (await balances(at)).find((one) => one.worker === worker);
  })
  .extend(
    'currency',
    { scope: 'file' },
    ({ ask }) =>
      (currency: string | null) =>
        ask('PUT', '/settings', { currency }),
  )
  .extend(
    'dismiss',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string) =>
        ask('DELETE', `/users/${worker}`),
  );

type Lines = readonly {
  readonly date: string;
  readonly workedMinutes: number;
  readonly overtimeMinutes: number;
  readonly earned: string;
}[];
/** What was worked and earned, of lines with either. */
export const works = ({ lines }: { readonly lines: Lines }) =>
  lines
    .filter(({ workedMinutes, earned }) => workedMinutes > 0 || Number(earned) !== 0)
    .map(({ date, workedMinutes, overtimeMinutes, earned }) => [
      date,
      workedMinutes,
      overtimeMinutes,
      earned,
    ]);

/** A row of a table by the headings of its columns. */
export type TableRow = Readonly<Record<string, string>>;

const cells = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The first table below the heading `### title` of a page in Markdown; cells are text. @throws Error where there is none */
export function tableOf(page: string, title: string): TableRow[] {
  const [, section = ''] = page.split(`\n### ${title}\n`);
  const lines = section.split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'));
  const nextHeading = lines.findIndex((line) => line.startsWith('#'));
  if (first < 0 || (nextHeading >= 0 && nextHeading < first)) throw new Error(`no table below ${title}`);
  const [head = '', , ...rows] = lines.slice(first, end < 0 ? undefined : end);
  const names = cells(head);
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, at) => [names[at] ?? '', cell])));
}

/** Fixtures of the tests of settlements. */
export const settlementTest = undoTest
  /** A worker who is paid 60 an hour from 2023-01-05 on. */
  .extend('worker', { scope: 'file' }, ({ service, ask }) => async (rate: object = {}) => {
    const { id } = await service.person('User');
    const paid = { worker: id, from: '2023-01-05', basis: 'hour', amount: '60', ...rate };
    await ask('POST', '/rates', paid);
    return id;
  })
  /** A shift of eight hours. */
  .extend('work', { scope: 'file' }, ({ ask }) => (worker: string, date: string, more: object = {}) => {
    const shift = { date, startingTime: '08:00', finishingTime: '16:00', payment: '0', worker, ...more };
    return ask('POST', '/logs', shift);
  })
  .extend(
    'enter',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string, date: string, kind: string, amount: string, more: object = {}) =>
        ask('POST', '/pay-entries', { worker, date, kind, amount, ...more }),
  )
  /** Someone's request, with the version that was seen. */
  .extend(
    'send',
    { scope: 'file' },
    ({ service, admin }) =>
      (method: string, path: string, body?: unknown, { token }: Person = admin, tag?: string) =>
        service.call(method, path, {
          token,
          body,
          headers: { ...(tag !== undefined && { 'if-match': tag }) },
        }),
  )
  .extend(
    'settle',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string, to: string, more: object = {}): Promise<Row> =>
        ask('POST', '/settlements', { worker, to, ...more }),
  )
  .extend('makeVoid', { scope: 'file' }, ({ ask }) => ({ _id }: Row, keepPayout?: boolean): Promise<Row> => {
    return ask('POST', `/settlements/${_id}/void`, { reason: 'wrong', ...(keepPayout && { keepPayout }) });
  })
  .extend('entriesOf', { scope: 'file' }, ({ ask }) => async (worker: string): Promise<Row[]> => {
    const entries = await ask('GET', `/pay-entries?worker=${worker}`);
    return entries.toReversed();
  });

/** The first issue of a failure. */
export const issueOf = ({ body }: Answer) => body.error.issues[0];

export const amountsOf = ({ opening, earned, paid, payout, balance }: Row) => [
  opening,
  earned,
  paid,
  payout,
  balance,
];
