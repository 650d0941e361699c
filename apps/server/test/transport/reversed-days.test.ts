import { expect } from 'vitest';
import { csvType, mediaTypesOf, xlsxType } from '../../src/http/files/forms.ts';
import { callClient, callRest, procedures } from '../support/calls.ts';
import { test as it } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

/** All that is asked for with a first and a last day. */
const ranges = procedures.flatMap((procedure) => {
  const { rest } = procedure;
  const names = rest?.fields.flatMap((field) => (field.in === 'query' ? [field.name] : [])) ?? [];
  const last = names.find((name) => name === 'to' || name === 'through');
  return rest && names.includes('from') && last ? [[procedure.path, { procedure, rest, last }] as const] : [];
});

it('there are some of each sort', () => {
  const paths = ranges.map(([path]) => path);
  for (const path of ['logs.list', 'bills.ledger', 'cheques.summary', 'pay.statement', 'journal.list'])
    expect(paths).toContain(path);
  expect(paths.length).toBeGreaterThanOrEqual(13);
});

it.for(ranges)(
  '%s refuses a last day before the first',
  async ([, { procedure, rest, last }], { service, admin }) => {
    const { token } = admin;
    const given = (from: string, to: string) => ({ userID: admin.id, from, [last]: to });
    const input = given('2024-3-2', '2024-03-01');
    const forms = mediaTypesOf(rest).length > 0 ? [csvType, xlsxType] : [];
    for (const accept of ['application/json', ...forms]) {
      const answer = await callRest(service, procedure, { token, input, headers: { accept } });
      expect(expectFailure(answer, 400, 'VALIDATION'), accept).toEqual([last]);
      expect(answer.body.error.issues).toMatchObject([{ code: 'reversed_days' }]);
    }
    expect(await callClient(service, procedure, { token, input })).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: [last], code: 'reversed_days' }],
    });
    // One day is a period. Text that is no day is reported by itself.
    const day = await callRest(service, procedure, { token, input: given('2024-3-2', '2024-03-02') });
    expect(day.status).toBe(200);
    const wrong = await callRest(service, procedure, { token, input: given('2024-3-2', 'soon') });
    expect(wrong.body.error.issues).toMatchObject([{ path: [last], code: 'invalid_date' }]);
  },
);
