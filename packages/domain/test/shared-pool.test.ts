import { expect, it, onTestFinished, vi } from 'vitest';
import { SharedPool } from '../src/db/shared-pool.ts';

const any = { statements: 100 };

/** Fake statements: `on` lists those that run with their connections, `end` answers one. */
function statements() {
  const running: { name: string; connection: number; end: () => void }[] = [];
  return {
    on: () => running.map(({ name, connection }) => `${name} ${connection}`),
    send: (name: string) => (connection: number) =>
      new Promise<void>((resolve) => {
        const one = { name, connection, end: () => running.splice(running.indexOf(one), 1) && resolve() };
        running.push(one);
      }),
    async end(name: string) {
      running.find((one) => one.name === name)?.end();
      // Whoever waits comes next.
      await new Promise(setImmediate);
    },
  };
}

it('has a connection for each statement while there are more than the reserve', async () => {
  const shared = new SharedPool([1, 2, 3, 4], { reserve: 1 });
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send } = statements();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void bills.run(send(name));
  expect(on()).toEqual(['a 1', 'b 2', 'c 3', 'd 1', 'e 2']);
  void logs.run(send('f'));
  expect(on().at(-1)).toBe('f 4');
  expect([bills.usage(), logs.usage()]).toEqual([
    { connections: 3, statements: 5 },
    { connections: 1, statements: 1 },
  ]);
});

it('uses the connection again that was used last', async () => {
  const shared = new SharedPool([1, 2, 3]);
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send, end } = statements();
  void bills.run(send('a'));
  void bills.run(send('b'));
  await end('b');
  void logs.run(send('c'));
  expect(on()).toEqual(['a 1', 'c 2']);
});

it('has no more connections than its limit, and sends after others of the same bulkhead', async () => {
  const shared = new SharedPool([1, 2, 3]);
  const bills = shared.bulkhead({ max: 2, statements: 100 });
  const { on, send, end } = statements();
  for (const name of ['a', 'b', 'c']) void bills.run(send(name));
  expect(on()).toEqual(['a 1', 'b 2', 'c 1']);
  await end('b');
  void bills.run(send('d'));
  expect(on()).toEqual(['a 1', 'c 1', 'd 2']);
});

it('gives the first connection that is free to whoever waits for one, before the bulkhead that had it', async () => {
  const shared = new SharedPool([1, 2]);
  const [bills, logs, payees] = [shared.bulkhead(any), shared.bulkhead(any), shared.bulkhead(any)];
  const { on, send, end } = statements();
  for (const name of ['a', 'b', 'c']) void bills.run(send(name));
  void logs.run(send('d'));
  void payees.run(send('e'));
  void logs.run(send('f'));
  expect(on()).toEqual(['a 1', 'b 2', 'c 1']);
  await end('a');
  expect(on()).toEqual(['b 2', 'c 1']);
  await end('b');
  expect(on()).toEqual(['c 1', 'd 2', 'f 2']);
  await end('c');
  expect(on()).toEqual(['d 2', 'f 2', 'e 1']);
});

it('is free again after a statement that fails', async () => {
  const shared = new SharedPool([1]);
  const [bills, logs] = [shared.bulkhead(any), shared.bulkhead(any)];
  await expect(bills.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await expect(logs.run((connection) => Promise.resolve(connection))).resolves.toBe(1);
});

it('refuses more statements than its limit with the code of PostgreSQL', async () => {
  const bills = new SharedPool([1]).bulkhead({ max: 1, statements: 2 });
  const { send } = statements();
  void bills.run(send('a'));
  void bills.run(send('b'));
  await expect(bills.run(send('c'))).rejects.toMatchObject({ code: '53300' });
});

it('pipelines short statements, and takes another connection while a long one runs', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  let pipelineDepth = 2;
  const bills = new SharedPool([1, 2, 3], { pipelineDepth: () => pipelineDepth }).bulkhead(any);
  const { on, send, end } = statements();
  for (const name of ['a', 'b', 'c']) void bills.run(send(name));
  expect(on()).toEqual(['a 1', 'b 1', 'c 2']);
  now.mockReturnValue(100);
  void bills.run(send('d'));
  expect(on().at(-1)).toBe('d 3');
  await end('a');
  void bills.run(send('e'));
  expect(on().at(-1)).toBe('e 1');
  pipelineDepth = 1;
  await end('d');
  void bills.run(send('f'));
  expect(on().at(-1)).toBe('f 3');
});
