import { expect, it } from 'vitest';
import { createSavedViews, searchOf, viewOf } from './saved-views.ts';

function setup() {
  const items = new Map<string, string>();
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  return { items, views: createSavedViews(store, 'here') };
}
const overdue = { page: '/cheques', name: 'Overdue', search: { to: '2026-01-01', sort: 'dueDate' } };
const bakery = { page: '/cheques', name: 'Bakery', search: { payee: '1' } };

it('views are kept by person, renamed and removed', () => {
  const { views } = setup();
  views.save('ada', overdue);
  views.save('ada', bakery);
  expect(views.of('bo')).toEqual([]);
  expect(views.of('ada')).toBe(views.of('ada'));
  views.rename('ada', overdue, '  Late ');
  expect(views.of('ada').map(({ name }) => name)).toEqual(['Late', 'Bakery']);
  views.rename('ada', { ...overdue, name: 'Late' }, 'Bakery');
  expect(views.of('ada')).toMatchObject([{ ...overdue, name: 'Bakery' }]);
  views.remove('ada', { ...overdue, name: 'Bakery' });
  expect(views.of('ada')).toEqual([]);
});

it('one of the same name takes the place of the other, on its own page', () => {
  const { views } = setup();
  views.save('ada', overdue);
  views.save('ada', { ...overdue, search: { to: '2027-01-01' } });
  views.save('ada', { ...overdue, page: '/bills' });
  expect(views.of('ada').map(({ page, search }) => [page, search.to])).toEqual([
    ['/cheques', '2027-01-01'],
    ['/bills', '2026-01-01'],
  ]);
});

it('one of bills from before there were bills to pay is of all bills, a new one of its page', () => {
  const { items, views } = setup();
  items.set(
    'daybook-views here ada',
    JSON.stringify([{ page: '/bills', name: 'Paper', search: { search: 'paper' } }]),
  );
  views.save('ada', { page: '/bills', name: 'Soon', search: { search: 'paper' } });
  expect(views.of('ada').map(({ page, name }) => [page, name])).toEqual([
    ['/bills/all', 'Paper'],
    ['/bills', 'Soon'],
  ]);
});

it('what cannot be read counts as nothing', () => {
  const { items, views } = setup();
  items.set('daybook-views here ada', '{"x":1}');
  expect(views.of('ada')).toEqual([]);
  items.set('daybook-views here ada', '[');
  expect(views.of('ada')).toEqual([]);
});

it('a list is recognised, whatever the order of its filters', () => {
  const shown = searchOf({ sort: 'dueDate', to: '2026-01-01', search: undefined });
  expect(viewOf([bakery, overdue], shown)).toBe(overdue);
  expect(viewOf([bakery], shown)).toBeUndefined();
});
