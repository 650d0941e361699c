import { expect, it } from 'vitest';
import { touchedByAny } from './refresh.ts';

const asks = (path: readonly string[], input?: object) => ({
  queryKey: [path, ...(input ? [{ input, type: 'query' }] : [])],
});

it('a change touches the lists and figures that it may be in, and of single records its own alone', () => {
  const isTouched = touchedByAny([{ kind: 'payees', record: 'p1' }]);
  for (const query of [
    asks(['payees', 'list'], { search: 'a' }),
    asks(['payees', 'get'], { payeeID: 'p1' }),
    asks(['cheques', 'list']),
    asks(['cheques', 'get'], { chequeID: 'c1' }),
    asks(['journal', 'list'], { record: 'p1' }),
    asks(['home']),
  ])
    expect(isTouched(query), JSON.stringify(query)).toBe(true);
  for (const query of [
    asks(['payees', 'get'], { payeeID: 'p2' }),
    asks(['journal', 'list'], { record: 'p2' }),
    asks(['logs', 'days']),
    asks(['permissions']),
    { queryKey: ['something else'] },
  ])
    expect(isTouched(query), JSON.stringify(query)).toBe(false);
  expect(touchedByAny([{ kind: 'users', record: 'u1' }])(asks(['auth', 'me']))).toBe(true);
  expect(touchedByAny([])(asks(['home']))).toBe(false);
  for (const kind of ['closings', 'settings'] as const)
    expect(
      touchedByAny([{ kind, record: 'the only one' }])({ queryKey: [[kind, 'get'], { type: 'query' }] }),
    ).toBe(true);
});
