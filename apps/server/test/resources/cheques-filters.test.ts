import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { asker } from '../support/asking.ts';
import { ids, query } from '../support/listing.ts';
import { amounts, days, totalOf } from '../support/samples/arbitraries.ts';
import type { Row } from '../support/samples/index.ts';
import { startService, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';

const it = test
  /** Two payees. */
  .extend(
    'payees',
    { scope: 'file' },
    async ({ make }): Promise<[string, string]> => [
      (await make('payees', { name: 'Ärger' }))._id,
      (await make('payees', { name: 'zoe' }))._id,
    ],
  )
  .extend('cheques', { scope: 'file' }, async ({ make, ask, payees }) => {
    const cheque = fc.record({
      serial: fc.constantFrom('1', '2', '001'),
      dueDate: days,
      value: amounts,
      payee: fc.constantFrom(...payees),
      isCancelled: fc.boolean(),
      description: fc.constantFrom('rent', 'Réparation', 'Cheque 4'),
    });
    for (const body of fc.sample(cheque, 40)) await make('cheques', body);
    // What is deleted counts nowhere.
    await ask('DELETE', `/cheques/${(await make('cheques'))._id}`);
  })
  .extend(
    'rows',
    { scope: 'file' },
    ({ ask, cheques: _ }) =>
      (filter: Record<string, string>): Promise<Row[]> =>
        ask('GET', query('/cheques', filter)),
  );

it('are filtered by payee, serial, cancellation and text, alone and together', async ({ payees, rows }) => {
  const [one, two] = payees;
  const is = (field: string, value: unknown) => (row: Row) => row[field] === value;
  const cases: [Record<string, string>, (row: Row) => boolean][] = [
    [{ payee: one }, is('payee', one)],
    [{ payee: `${one},${two}` }, ({ payee }) => payee === one || payee === two],
    [{ payee: ` ${two} , ${unknownId},nonsense` }, is('payee', two)],
    [{ serial: '001' }, is('serial', '001')],
    [{ serial: '01' }, () => false],
    [{ serial: '%' }, () => false],
    [{ value: '12.5' }, is('value', '12.50')],
    [{ isCancelled: 'true' }, is('isCancelled', true)],
    [{ isCancelled: 'false' }, is('isCancelled', false)],
    [{ search: 'CHEQUE 4' }, is('description', 'Cheque 4')],
    [{ search: 'ärger' }, is('payeeName', 'Ärger')],
    [{ search: '001' }, is('serial', '001')],
    [{ search: '4 cheque' }, is('description', 'Cheque 4')],
    [
      { search: 'reparation zoe 00' },
      (row) => row.description === 'Réparation' && row.payee === two && row.serial === '001',
    ],
    [
      { search: 'R E P ZOE 0' },
      (row) => row.description === 'Réparation' && row.payee === two && row.serial === '001',
    ],
    [{ search: 'zoe ärger' }, () => false],
    [
      { search: 'cheque', isCancelled: 'false', payee: two },
      (row) => row.description === 'Cheque 4' && !row.isCancelled && row.payee === two,
    ],
    [{ search: '' }, () => true],
  ];
  const whole = await rows({});
  for (const [sent, keeps] of cases)
    expect(ids(await rows(sent)), JSON.stringify(sent)).toEqual(ids(whole.filter(keeps)));
});

describe('cheques.summary', () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
  const plus = (day: string, count: number) =>
    new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

  function expected(rows: Row[], today: string) {
    const counted = rows.filter(({ isCancelled }) => !isCancelled);
    const sum = (keeps: (dueDate: string) => boolean) => {
      const own = counted.filter(({ dueDate }) => keeps(dueDate));
      return { count: own.length, total: totalOf(own, 'value') };
    };
    return {
      today,
      ...sum(() => true),
      overdue: sum((day) => day < today),
      dueIn7Days: sum((day) => day >= today && day <= plus(today, 7)),
      dueIn30Days: sum((day) => day >= today && day <= plus(today, 30)),
    };
  }

  it('leaves out cancelled ones; its windows count from today, both ends included', async ({
    service,
    admin,
    make,
    payees,
    rows,
  }) => {
    const today = dayIn('UTC');
    for (const distance of [-31, -1, 0, 1, 6, 7, 8, 29, 30, 31])
      for (const isCancelled of [true, false])
        await make('cheques', { payee: payees[0], dueDate: plus(today, distance), isCancelled });
    const filters: Record<string, string>[] = [
      {},
      { payee: payees[0] },
      { payee: payees.join(',') },
      { serial: '2' },
      { search: 'REPARATION' },
      { from: today, to: plus(today, 7) },
      { isCancelled: 'false' },
      { isCancelled: 'true' },
      { payee: unknownId },
    ];
    for (const filter of filters) {
      const summary = await service.client(admin.token).cheques.summary.query(filter as never);
      expect(summary, JSON.stringify(filter)).toEqual(expected(await rows(filter), summary.today));
      // Midnight may have passed meanwhile.
      expect([today, dayIn('UTC')]).toContain(summary.today);
    }
  });

  it('counts from today in the caller’s own time zone, else in the service’s', async ({ service, rows }) => {
    const person = await service.person('Supervisor');
    const prefer = (body: object) => asker(service, person)('PATCH', '/users/preferences', body);
    const seen = async (timeZone: string) => {
      const before = dayIn(timeZone);
      const summary = await service.client(person.token).cheques.summary.query({});
      expect([before, dayIn(timeZone)]).toContain(summary.today);
      expect(summary).toEqual(expected(await rows({}), summary.today));
      return summary.today;
    };
    await seen('UTC');
    // 25 hours apart: never the same day.
    await prefer({ timeZone: 'Pacific/Kiritimati' });
    const east = await seen('Pacific/Kiritimati');
    await prefer({ timeZone: 'Pacific/Pago_Pago' });
    const west = await seen('Pacific/Pago_Pago');
    expect(east > west).toBe(true);
    // Preferences that are not applied count for nothing.
    await prefer({ active: 'false' });
    await seen('UTC');
  });

  it('takes the service’s time zone where none is preferred', async () => {
    const far = await startService({ timeZone: 'Pacific/Kiritimati' });
    try {
      const person = await far.person('Administrator');
      const before = dayIn('Pacific/Kiritimati');
      const { today } = await far.client(person.token).cheques.summary.query({});
      expect([before, dayIn('Pacific/Kiritimati')]).toContain(today);
    } finally {
      await far.close();
    }
  });

  it('is not for Users', async ({ service, user }) => {
    const { cheques } = service.client(user.token);
    await expect(cheques.summary.query({})).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  });
});
