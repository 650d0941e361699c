import { describe, expect, it } from 'vitest';
import { deviceStore } from '../outbox.ts';

describe('the store of an outbox', () => {
  it('keeps entries for the page where the browser has no database', async () => {
    const store = deviceStore<{ id: string; person: string; work: string }>('none');
    await store.put({ id: '1', person: 'ada', work: 'a' });
    await store.put({ id: '1', person: 'ada', work: 'b' });
    await store.put({ id: '2', person: 'bob', work: 'c' });
    expect(await store.of('ada')).toEqual([{ id: '1', person: 'ada', work: 'b' }]);
    expect(await store.get('2')).toMatchObject({ work: 'c' });
    await store.remove('1');
    expect([await store.get('1'), await store.of('ada')]).toEqual([undefined, []]);
  });
});
