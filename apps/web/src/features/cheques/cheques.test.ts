import { expect, it } from 'vitest';
import { withStatus } from '../../entities/cheques/cheque.ts';
import { clearedDay, lastOf, probablyCleared, undoneIn } from './past-due.ts';
import { ChequesSearch } from './search.ts';

it('a cheque has probably cleared 60 days after it fell due', () => {
  const cheques = [{ dueDate: '2026-09-21' }, { dueDate: '2026-09-22' }, { dueDate: '2025-01-01' }];
  expect(probablyCleared(cheques, '2026-11-21')).toEqual([cheques[0], cheques[2]]);
  expect(clearedDay(cheques)).toBe('2026-09-22');
  expect(clearedDay([])).toBeUndefined();
});

it('the last event of a timeline is the last that was not taken back', () => {
  const event = (_id: string, kind: string, undoes: string | null = null) => ({ _id, kind, undoes });
  const events = [event('1', 'present'), event('2', 'bounce'), event('3', 'undo', '2')];
  expect([...undoneIn(events)]).toEqual(['2']);
  expect(lastOf(events)?._id).toBe('1');
  expect(lastOf([...events, event('4', 'undo', '1')])).toBeUndefined();
  expect(lastOf([...events, event('4', 'clear')])?._id).toBe('4');
});

it('an address from before there were statuses still finds cancelled cheques', () => {
  const search = withStatus(ChequesSearch);
  expect(search.parse({ isCancelled: 'true', to: '2026-01-01' })).toEqual({
    status: 'cancelled',
    to: '2026-01-01',
  });
  expect(search.parse({ isCancelled: 'false' })).toEqual({});
});
