import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// The database's totals against sums computed here, in whole ten-thousandths.
let service: Service;
let admin: Person;
let workers: Person[];
let ask: Ask;
let payees: string[];

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
type Row = any;

/** An exact decimal: ten-thousandths, and how many digits stand after the point. */
function exact(texts: readonly string[]): string {
  let sum = 0n;
  let scale = 0;
  for (const text of texts) {
    const [whole = '', fraction = ''] = text.split('.');
    scale = Math.max(scale, fraction.length);
    sum += BigInt(`${whole}${fraction.padEnd(4, '0')}`);
  }
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0');
  const fraction = digits.slice(-4).slice(0, scale);
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -4)}${scale > 0 ? `.${fraction}` : ''}`;
}

const amounts = [
  '0',
  '0.1',
  '0.2',
  '12.50',
  '0.0001',
  '99.9',
  '999999999999999.9999',
  '123456789012345',
  '7',
];
const money = fc.constantFrom(...amounts);
const days = fc.constantFrom('2023-12-31', '2024-01-01', '2024-01-31', '2024-02-29', '2025-02-01');
const clock = fc.constantFrom('00:00', '06:15', '08:30', '17:00', '23:59');
const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number) => fc.sample(arbitrary, count);

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  workers = [await service.person('User'), await service.person('User'), await service.person('Supervisor')];
  const gone = await ask('POST', '/users', bodies.user());
  payees = [];
  for (const name of ['One', 'Two']) payees.push((await ask('POST', '/payees', { name }))._id);

  const worker = fc.constantFrom(...workers.map(({ id }) => id), gone._id as string);
  const log = fc.record({
    date: days,
    startingTime: clock,
    finishingTime: clock,
    payment: money,
    worker,
    isAbsent: fc.boolean(),
  });
  const cheque = fc.record({
    serial: fc.constantFrom('1', '2'),
    dueDate: days,
    value: money,
    payee: fc.constantFrom(...payees),
    isCancelled: fc.boolean(),
    description: fc.constantFrom('rent', 'Réparation'),
  });
  const sign = fc.constantFrom('', '-');
  const bill = fc.record({
    date: days,
    value: fc.tuple(sign, money).map(([minus, value]) => minus + value),
    description: fc.constantFrom('power', 'Wärme'),
  });
  for (const body of sample(log, 40)) await ask('POST', '/logs', body);
  for (const body of sample(cheque, 40)) await ask('POST', '/cheques', body);
  for (const body of sample(bill, 40)) await ask('POST', '/bills', body);
  // What is deleted counts nowhere; the logs of a deleted worker do.
  for (const kind of ['logs', 'cheques', 'bills']) {
    const [first] = await ask('GET', `/${kind}`);
    await ask('DELETE', `/${kind}/${first._id}`);
  }
  await ask('DELETE', `/users/${gone._id}`);
});
afterAll(() => service.close());

const rowsOf = (path: string, filter: Record<string, string>, person = admin): Promise<Row[]> =>
  asker(service, person)('GET', `${path}?${new URLSearchParams(filter)}`);
const totalOf = (rows: Row[], field: string) => exact(rows.map((row) => row[field]));

describe('logs.summary', () => {
  function expected(rows: Row[]) {
    const present = rows.filter(({ isAbsent }) => !isAbsent);
    return {
      count: rows.length,
      payments: totalOf(rows, 'payment'),
      daysWorked: new Set(present.map(({ worker, date }) => `${worker} ${date}`)).size,
      absences: rows.length - present.length,
      minutes: rows.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0),
    };
  }
  function summaryOf(rows: Row[]) {
    const names = new Map<string, string>(rows.map(({ worker, workerName }) => [worker, workerName]));
    const lines = [...names].map(([worker, workerName]) => {
      return { worker, workerName, ...expected(rows.filter((row) => row.worker === worker)) };
    });
    return { ...expected(rows), workers: lines.toSorted((a, b) => (a.worker < b.worker ? -1 : 1)) };
  }
  const byId = <T extends { workers: { worker: string }[] }>(summary: T) => ({
    ...summary,
    workers: summary.workers.toSorted((a, b) => (a.worker < b.worker ? -1 : 1)),
  });

  const filters = (): Record<string, string>[] => [
    {},
    { from: '2024-01-01' },
    { to: '2024-1-1' },
    { from: '2024-01-31', to: '2024-02-29' },
    { isAbsent: 'true' },
    { isAbsent: 'false', from: '2024-01-01' },
    { worker: workers[0]?.id ?? '' },
    { worker: `${workers[0]?.id},${workers[2]?.id}`, to: '2024-02-29' },
    { worker: unknownId },
    { from: '2999-01-01' },
  ];

  it('is the sum of what the list shows, with a line for each worker', async () => {
    for (const person of [admin, ...workers])
      for (const filter of filters()) {
        const query = { ...filter, worker: filter.worker?.split(',').join(',') };
        const { worker, ...others } = query;
        const input = { ...others, ...(worker !== undefined && { worker }) } as Record<string, string>;
        const summary = await service.client(person.token).logs.summary.query(input as never);
        expect(byId(summary), JSON.stringify(filter)).toEqual(
          summaryOf(await rowsOf('/logs', filter, person)),
        );
      }
  });

  it('has its lines by name', async () => {
    const { workers: lines } = await service.client(admin.token).logs.summary.query({});
    const names = lines.map(({ workerName }) => workerName.toLowerCase());
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(lines.length).toBeGreaterThan(2);
  });

  it('shows a User the own line only, whoever is asked for', async () => {
    const [one, two] = workers;
    if (!one || !two) throw new Error('no workers');
    const { logs } = service.client(one.token);
    const own = await logs.summary.query({});
    expect(own.workers.map(({ worker }) => worker)).toEqual([one.id]);
    const nothing = { count: 0, payments: '0', daysWorked: 0, absences: 0, minutes: 0, workers: [] };
    expect(await logs.summary.query({ worker: two.id })).toEqual(nothing);
    expect(await logs.summary.query({ worker: `${two.id},${one.id}` })).toEqual(own);
  });

  it('counts a day once for each worker, and a shift over midnight whole', async () => {
    const { id } = await service.person('User');
    const shifts = [
      { startingTime: '22:00', finishingTime: '06:30' },
      { startingTime: '08:00', finishingTime: '08:00' },
      { isAbsent: true, startingTime: '08:00', finishingTime: '16:00' },
    ];
    for (const shift of shifts) await ask('POST', '/logs', bodies.log(id, { ...shift, payment: '0.10' }));
    const { workers: lines } = await service.client(admin.token).logs.summary.query({ worker: id });
    expect(lines).toMatchObject([{ count: 3, payments: '0.30', daysWorked: 1, absences: 1, minutes: 510 }]);
  });
});

describe('bills.summary', () => {
  it('is the sum of the range, of all time, and by month', async () => {
    const whole = await rowsOf('/bills', {});
    const ranges: Record<string, string>[] = [
      {},
      { from: '2024-01-01', to: '2024-01-31' },
      { from: '2024-2-29' },
      { search: 'wärme' },
      { search: 'POWER', to: '2024-01-31' },
      { from: '2999-01-01' },
    ];
    for (const filter of ranges) {
      const rows = await rowsOf('/bills', filter);
      const months = [...new Set(rows.map(({ date }) => date.slice(0, 7)))].toSorted();
      expect(await service.client(admin.token).bills.summary.query(filter), JSON.stringify(filter)).toEqual({
        count: rows.length,
        rangeTotal: totalOf(rows, 'value'),
        allTimeTotal: totalOf(whole, 'value'),
        months: months.map((month) => {
          const own = rows.filter(({ date }) => date.startsWith(month));
          return { month, count: own.length, total: totalOf(own, 'value') };
        }),
      });
    }
  });
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

  it('leaves out cancelled ones; its windows count from today, both ends included', async () => {
    const today = dayIn('UTC');
    for (const distance of [-31, -1, 0, 1, 6, 7, 8, 29, 30, 31])
      for (const isCancelled of [true, false])
        await ask(
          'POST',
          '/cheques',
          bodies.cheque(payees[0] ?? '', { dueDate: plus(today, distance), isCancelled }),
        );
    const filters: Record<string, string>[] = [
      {},
      { payee: payees[0] ?? '' },
      { payee: payees.join(',') },
      { serial: '2' },
      { search: 'REPARATION' },
      { from: today, to: plus(today, 7) },
      { isCancelled: 'false' },
      { isCancelled: 'true' },
      { payee: unknownId },
    ];
    for (const filter of filters) {
      const rows = await rowsOf('/cheques', filter);
      const summary = await service.client(admin.token).cheques.summary.query(filter as never);
      expect(summary, JSON.stringify(filter)).toEqual(expected(rows, summary.today));
      // Midnight may have passed meanwhile.
      expect([today, dayIn('UTC')]).toContain(summary.today);
    }
  });

  it('counts from today in the caller’s own time zone, else in the service’s', async () => {
    const person = await service.person('Supervisor');
    const prefer = (body: object) =>
      service.call('PATCH', '/users/preferences', { token: person.token, body });
    const seen = async (timeZone: string) => {
      const before = dayIn(timeZone);
      const summary = await service.client(person.token).cheques.summary.query({});
      expect([before, dayIn(timeZone)]).toContain(summary.today);
      expect(summary).toEqual(expected(await rowsOf('/cheques', {}), summary.today));
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
    const far = await startService({ timeZone: 'Pacific/Kiritimati', limitLogins: false });
    try {
      const person = await far.person('Administrator');
      const before = dayIn('Pacific/Kiritimati');
      const { today } = await far.client(person.token).cheques.summary.query({});
      expect([before, dayIn('Pacific/Kiritimati')]).toContain(today);
    } finally {
      await far.close();
    }
  });
});

it('cheques and bills are not for Users; nothing is summed without a token', async () => {
  const { cheques, bills } = service.client(workers[0]?.token);
  for (const call of [cheques.summary.query({}), bills.summary.query({})])
    await expect(call).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
  await expect(service.client().logs.summary.query({})).rejects.toMatchObject({
    data: { code: 'UNAUTHENTICATED' },
  });
});
