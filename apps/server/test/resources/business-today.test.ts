import { expect } from 'vitest';
import { test } from '../support/test.ts';

// docs/rules.md, sections 11, 14 and 15. In the caller's zone it is tomorrow all day long.
const business = 'Pacific/Pago_Pago';
const callers = 'Pacific/Kiritimati';
const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

const it = test
  .extend('settings', { scope: 'file' }, { timeZone: business })
  .extend('send', { scope: 'file' }, async ({ service, supervisor: { token } }) => {
    await service.call('PATCH', '/users/preferences', { token, body: { active: true, timeZone: callers } });
    return (method: string, path: string, body: object) => service.call(method, path, { token, body });
  });

const tooLate = (field: string) => ({
  status: 400,
  body: { error: { issues: [{ path: [field], code: 'in_future', params: { today: today(business) } }] } },
});

it('a period is closed up to the today of the business, not of the caller', async ({ send }) => {
  const kinds = ['bills'];
  expect(await send('POST', '/closings', { through: today(callers), kinds })).toMatchObject(
    tooLate('through'),
  );
  expect((await send('POST', '/closings', { through: today(business), kinds })).status).toBe(200);
});

it('a worker is settled with up to the today of the business', async ({ service, send, make }) => {
  const { worker } = await make('logs', { date: '2024-01-01' });
  expect(await send('POST', '/settlements', { worker, to: today(callers) })).toMatchObject(tooLate('to'));
  const preview = await service.call('GET', `/settlements/preview?worker=${worker}&to=${today(callers)}`, {
    token: (await service.person('Administrator')).token,
  });
  expect(preview).toMatchObject(tooLate('to'));
});

it('an event of a cheque happens on the today of the business at the latest', async ({ send, make }) => {
  const [one, other] = [await make('cheques'), await make('cheques')];
  const events = `/cheques/${one._id}/events`;
  const late = { kind: 'present', date: today(callers) };
  expect(await send('POST', events, late)).toMatchObject(tooLate('date'));
  expect((await send('POST', events, { kind: 'present' })).body.data.statusDate).toBe(today(business));
  const cancelled = await send('PUT', `/cheques/${other._id}`, { isCancelled: true });
  expect(cancelled.body.data.statusDate).toBe(today(business));
});
