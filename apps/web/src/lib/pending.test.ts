import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { addedRows, changeKey, mutationsUnderWay, withPending } from './pending.ts';

const row = (_id: string, payment = '10') => ({ _id, payment });

it('changes under way are shown as if they were saved', () => {
  const rows = [row('1'), row('2'), row('3')];
  const changes = [
    { id: '1', row: row('1', '99') },
    { id: '2', row: null },
    { id: 'draft', row: row('draft') },
    { id: 'gone', row: null },
    { id: '3', row: row('3', '50') },
    { id: '3', row: row('3', '60') },
  ];
  expect(withPending(rows, changes)).toEqual([row('1', '99'), row('3', '60')]);
  expect(addedRows(rows, changes)).toEqual([row('draft')]);
  expect(withPending(rows, [])).toBe(rows);
});

it('a cheque that is cancelled changes, and nothing else is touched', () => {
  const cheque = (_id: string, isCancelled = false) => ({ _id, isCancelled });
  const changes = [{ id: 'b', row: cheque('b', true) }];
  expect(withPending([cheque('a'), cheque('b')], changes)).toEqual([cheque('a'), cheque('b', true)]);
  expect(withPending([], changes)).toEqual([]);
});

it('changes are gone once the work is over, also when it fails, and not before all that follows is done', async () => {
  const queryClient = new QueryClient();
  const { filters, select } = mutationsUnderWay('logs');
  const shown = () => queryClient.getMutationCache().findAll(filters).map(select);
  const shows = { id: '1', row: null };
  const seen: unknown[] = [];
  const observer = new MutationObserver(queryClient, {
    mutationKey: changeKey('logs'),
    mutationFn: ({ run }: { readonly run: () => Promise<unknown>; readonly shows: unknown }) => run(),
    onSettled: () => seen.push(...shown()),
  });
  const work = observer.mutate({ run: () => Promise.reject(new Error('no')), shows });
  expect(shown()).toEqual([shows]);
  await expect(work).rejects.toThrow('no');
  expect(seen).toEqual([shows]);
  expect(shown()).toEqual([]);
});
