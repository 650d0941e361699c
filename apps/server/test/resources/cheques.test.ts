import { isWhole, runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Actor, actors, ChequeModel } from '../support/cheque-model.ts';
import type { Row } from '../support/samples/index.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('cheques');

testResource('cheques', it);

it('take the requests of docs/interface.md as they are written', async ({ ask }) => {
  const payee = await ask('POST', '/payees', { name: 'مؤسسة النور' });
  const cheque = await ask('POST', '/cheques', {
    serial: '00523',
    dueDate: '2024-2-9',
    value: '1200.50',
    description: 'Rent',
    payee: payee._id,
  });
  expect(cheque).toMatchObject({
    serial: '00523',
    dueDate: '2024-02-09',
    value: '1200.50',
    isCancelled: false,
  });
  const path = `/cheques/${cheque._id}`;
  expect(await ask('PUT', path, { isCancelled: true, payee: payee._id })).toMatchObject({
    isCancelled: true,
    payeeName: 'مؤسسة النور',
  });
  expect(await ask('DELETE', `/payees/${payee._id}`)).toEqual({ _id: payee._id });
  expect(await ask('GET', path)).toMatchObject({ payee: payee._id, payeeName: 'مؤسسة النور' });
});

it('have no negative values', async ({ required, send }) => {
  const answer = await send('POST', '/cheques', { ...(await required()), value: -0.5 });
  expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['value']);
});

const walkTest = resourceTest('cheques').extend('tokens', { scope: 'file' }, async ({ service, admin }) => ({
  Administrator: admin.token,
  'Supervisor 1': (await service.person('Supervisor')).token,
  'Supervisor 2': (await service.person('Supervisor')).token,
}));

/** What chance alone takes too seldom. */
const rare = [
  'stop release',
  'delete restore',
  'replace not-cancelled',
  'cancel reinstate',
  'present delete',
].map((acts): [Step[], boolean] => [
  acts.split(' ').map((act) => ({ act: act.replace('-', ' '), actor: 'Administrator', place: 0 })),
  false,
]);

interface Step {
  readonly act: string;
  readonly actor: Actor;
  /** Of the cheques that there are by then. */
  readonly place: number;
}

const kinds = ['present', 'clear', 'bounce', 'stop', 'release', 'cancel', 'reinstate', 'undo'];
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...kinds) },
    { weight: 4, arbitrary: fc.constantFrom('replace', 'undo') },
    { weight: 2, arbitrary: fc.constantFrom('cancelled', 'not cancelled', 'value', 'delete', 'restore') },
  ),
  actor: fc.constantFrom(...actors),
  place: fc.nat(5),
});

walkTest(
  'random walks of events by three people end where the model does',
  async ({ service, make, ask, tokens }) => {
    const { payee } = await make('cheques');
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        async (steps, isCancelled) => {
          const model = new ChequeModel();
          const body = { serial: '1', dueDate: '2024-1-1', value: '10', payee };
          const ids: string[] = [(await ask('POST', '/cheques', { ...body, isCancelled }))._id];
          model.add(undefined, isCancelled);

          for (const [n, { act, actor, place: chosen }] of steps.entries()) {
            const place = chosen % ids.length;
            const path = `/cheques/${ids[place]}`;
            const send = (method: string, suffix = '', sent?: object) =>
              service.call(method, path + suffix, { token: tokens[actor], body: sent });
            const done = async () => {
              switch (act) {
                case 'cancelled':
                case 'not cancelled':
                  return [
                    await send('PUT', '', { isCancelled: act === 'cancelled' }),
                    model.setCancelled(place, act === 'cancelled', actor),
                  ] as const;
                case 'value':
                  return [await send('PUT', '', { value: `${n + 11}` }), model.setValue(place)] as const;
                case 'delete':
                  return [await send('DELETE'), model.remove(place)] as const;
                case 'restore':
                  return [await send('POST', '/restore'), model.restore(place)] as const;
                case 'replace':
                  return [
                    await send('POST', '/replacement', {
                      cheques: [{ serial: '2', dueDate: '2024-2-2', value: '10' }],
                    }),
                    model.event(place, act, actor),
                  ] as const;
                default:
                  return [
                    await send('POST', '/events', { kind: act }),
                    model.event(place, act, actor),
                  ] as const;
              }
            };
            const [answer, expected] = await done();
            const told = `step ${n}: ${act} of cheque ${place} by ${actor}: ${JSON.stringify(answer.body)}`;
            expect(answer.status, told).toBe(expected);
            reached.add(`${act} ${expected}`);
            if (act === 'replace' && expected === 200) {
              ids.push(answer.body.data.replacements[0]._id);
              model.add(place);
            }
          }

          for (const [place, { status, attempts, isDeleted, events, replaces }] of model.cheques.entries()) {
            const answer = await service.call('GET', `/cheques/${ids[place]}`, {
              token: tokens.Administrator,
            });
            expect(answer.status).toBe(isDeleted ? 404 : 200);
            if (isDeleted) continue;
            const cheque: Row = answer.body.data;
            expect(cheque).toMatchObject({ status, attempts, isCancelled: status === 'cancelled' });
            expect(cheque.statusDate === null).toBe(events.length === 0);
            expect(cheque.replaces).toBe(replaces === undefined ? null : ids[replaces]);
          }
        },
      ),
      { numRuns: runs(200), examples: rare },
    );
    if (!isWhole) return;
    // The walks are worth something only while they reach all of these.
    for (const act of [...kinds, 'replace', 'cancelled', 'not cancelled', 'value', 'delete', 'restore'])
      expect([...reached], act).toEqual(expect.arrayContaining([`${act} 200`, `${act} 409`]));
    expect([...reached]).toContain('undo 403');
  },
);
