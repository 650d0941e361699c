import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../support/asking.ts';
import { settlementTest as base } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';
import type { Answer } from '../support/service.ts';

const it = base
  /** The Administrator's request, made again where the service is overloaded. */
  .extend('race', { scope: 'file' }, ({ service, admin: { token } }) => {
    return (method: string, path: string, body?: unknown): Promise<Answer> =>
      served(service, method, path, { token, body });
  });

const rounds = 5;
const codes = (answers: readonly Answer[]) => [
  ...new Set(answers.flatMap(({ body }) => body.error?.code ?? [])),
];

describe('at once', () => {
  it('twenty times the same settlement is issued once, with one payout', async ({
    worker,
    race,
    entriesOf,
    ask,
  }) => {
    const id = await worker();
    for (let round = 1; round <= rounds; round += 1) {
      const body = { worker: id, to: `2023-0${round}-28`, payout: '10' };
      const answers = await atOnce(20, () => race('POST', '/settlements', body));
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      expect(codes(answers)).toEqual(['ALREADY_SETTLED']);
    }
    const numbers = (await ask('GET', `/settlements?worker=${id}`)).map(({ number }: Row) => number);
    expect(numbers).toEqual([5, 4, 3, 2, 1]);
    expect(await entriesOf(id)).toHaveLength(rounds);
  });

  it('twenty different ends follow each other without a gap', async ({ worker, race, ask }) => {
    const id = await worker();
    const answers = await atOnce(20, (i) =>
      race('POST', '/settlements', { worker: id, to: `2023-01-${i + 10}`, payout: '1' }),
    );
    const issued = answers.flatMap(({ status, body }) => (status === 200 ? [body.data] : []));
    const settlements: Row[] = (await ask('GET', `/settlements?worker=${id}`)).toReversed();
    expect(settlements).toHaveLength(issued.length);
    expect(settlements.at(-1)?.to).toBe('2023-01-29');
    for (const [i, { number, opening, balance }] of settlements.entries()) {
      expect(number).toBe(i + 1);
      expect(opening).toBe(settlements[i - 1]?.balance ?? '0.00');
      expect(balance).toBe(`-${i + 1}.00`);
    }
  });

  it('twenty voids are one', async ({ worker, settle, race, entriesOf }) => {
    const id = await worker();
    for (let round = 0; round < rounds; round += 1) {
      const { _id } = await settle(id, '2023-01-31', { payout: '10' });
      const keepPayout = round % 2 === 0;
      const answers = await atOnce(20, () =>
        race('POST', `/settlements/${_id}/void`, { reason: 'x', keepPayout }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      expect(codes(answers)).toEqual(['SETTLEMENT_STATE']);
      expect((await entriesOf(id)).map(({ settlement }) => settlement)).toEqual(keepPayout ? [null] : []);
      if (!keepPayout) continue;
      // What is kept is owned by the next one, which goes with all of it.
      const { _id: next, payout } = await settle(id, '2023-01-31');
      expect(payout).toBe('10.00');
      await race('POST', `/settlements/${next}/void`, { reason: 'x' });
    }
  });

  it('of a void and an acknowledgement both or the void alone are made', async ({
    worker,
    settle,
    race,
    ask,
  }) => {
    const id = await worker();
    for (let round = 0; round < rounds * 2; round += 1) {
      const { _id } = await settle(id, '2023-01-31');
      const acts = ['acknowledge', 'void'];
      if (round % 2) acts.reverse();
      const answers = await atOnce(2, (i) => race('POST', `/settlements/${_id}/${acts[i]}`, { reason: 'x' }));
      const [acknowledged, voided] = round % 2 ? answers.toReversed() : answers;
      expect(voided?.status).toBe(200);
      const { status, acknowledgedAt } = await ask('GET', `/settlements/${_id}`);
      expect(status).toBe('void');
      expect(acknowledged?.status).toBe(acknowledgedAt === null ? 409 : 200);
    }
  });

  it('a settlement and a void of the one before it follow each other', async ({
    worker,
    settle,
    race,
    ask,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await worker();
      const { _id } = await settle(id, '2023-01-31', { payout: '10' });
      const [next, voided] = await atOnce(2, (i) =>
        i === 0
          ? race('POST', '/settlements', { worker: id, to: '2023-02-28' })
          : race('POST', `/settlements/${_id}/void`, { reason: 'x' }),
      );
      expect(next?.status).toBe(200);
      const issued = await ask('GET', `/settlements/${next?.body.data._id}`);
      if (voided?.status === 200) expect(issued).toMatchObject({ opening: '0.00', replaces: _id });
      else expect(issued).toMatchObject({ opening: '-10.00', replaces: null, from: '2023-02-01' });
    }
  });

  it('a payout that was kept is counted as it is when it is owned', async ({
    worker,
    settle,
    makeVoid,
    entriesOf,
    race,
  }) => {
    for (let round = 0; round < rounds * 2; round += 1) {
      const id = await worker();
      await makeVoid(await settle(id, '2023-01-31', { payout: '10' }), true);
      const [kept] = await entriesOf(id);
      const path = `/pay-entries/${kept?._id}`;
      const change = () =>
        round % 2 ? race('DELETE', path) : race('PUT', path, { amount: '7', date: '2023-01-10' });
      const [issued, changed] = await atOnce(2, (i) =>
        i === 0 ? race('POST', '/settlements', { worker: id, to: '2023-01-31' }) : change(),
      );
      expect(issued?.status).toBe(200);
      const [entry] = await entriesOf(id);
      if (changed?.status === 409)
        expect(entry).toMatchObject({ amount: '10', settlement: issued?.body.data._id });
      expect(issued?.body.data).toMatchObject({
        payout: entry ? `${entry.amount}.00` : '0.00',
        paid: entry ? `${entry.amount}.00` : '0.00',
        balance: entry ? `-${entry.amount}.00` : '0.00',
      });
    }
  });

  it('nothing that is written meanwhile is lost or counted twice', async ({ worker, settle, race, ask }) => {
    const id = await worker();
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await atOnce(12, (i) =>
        i % 4 === 0
          ? race('POST', '/settlements', { worker: id, to: `2023-0${round}-${i + 10}`, payout: '1' })
          : race('POST', '/pay-entries', { worker: id, date: '2023-01-15', kind: 'bonus', amount: '2' }),
      );
      expect(Object.keys(tally(answers)).every((status) => status === '200' || status === '409')).toBe(true);
    }
    const last = await settle(id, '2023-12-31');
    const settlements: Row[] = await ask('GET', `/settlements?worker=${id}`);
    const payouts = settlements.filter(({ payout }) => payout === '1.00').length;
    expect(last.balance).toBe(`${rounds * 9 * 2 - payouts}.00`);
    const statement = await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-12-31`);
    expect(statement.totals.balance).toBe(last.balance);
  });
});
