import type { Row } from './samples/index.ts';
import type { Answer, Person } from './service.ts';
import { undoTest } from './test.ts';

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
