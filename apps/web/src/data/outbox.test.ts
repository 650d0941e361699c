import { describe, expect, it, vi } from 'vitest';
import { createOutbox, deviceStore, type Entry, type Outbox } from './outbox.ts';

type Kept = Entry<string, string, string>;
type Own = Outbox<string, string, string>;

const offline = () => Promise.reject(new Error('offline'));
const refused = (question: string) => () => Promise.reject(new Error(`ask ${question}`));

/** What stays on a device, and pages that are opened on it. */
function device() {
  const kept = new Map<string, Kept>();
  const perform = vi.fn<(entry: Kept) => Promise<string>>(async ({ work }) => `done ${work}`);
  let isOnline = true;
  let ids = 0;
  async function page(person = 'ada') {
    const onDone = vi.fn(async () => undefined);
    const outbox: Own = createOutbox<string, string, string>({
      store: {
        of: async (who) => [...kept.values()].filter((entry) => entry.person === who),
        get: async (id) => kept.get(id),
        put: async (entry) => kept.set(entry.id, entry),
        remove: async (id) => kept.delete(id),
      },
      newId: () => `id ${++ids}`,
      isOnline: () => isOnline,
      perform,
      isNoAnswer: (error) => String(error).includes('offline'),
      questionOf: (error) => / ask (.*)/.exec(String(error))?.[1],
      alone: (_, run) => run(),
      broadcast: () => undefined,
      onDone,
    });
    await outbox.open(person);
    return { outbox, onDone };
  }
  /** Made while the network is away. */
  async function wait(outbox: Own, work: string) {
    isOnline = false;
    const result = await outbox.submit(work);
    isOnline = true;
    if (!('waiting' in result)) throw new Error('It does not wait.');
    return result.waiting.id;
  }
  const sent = () => perform.mock.calls.map(([{ work }]) => work);
  return { page, perform, sent, kept, wait };
}

describe('a change', () => {
  it('is done at once where there is a network, and nothing of it stays', async () => {
    const { page, kept } = device();
    const { outbox } = await page();
    expect(await outbox.submit('one')).toEqual({ done: 'done one' });
    expect([kept.size, outbox.entries]).toEqual([0, []]);
  });

  it('that the service refuses is its maker’s matter, and does not wait', async () => {
    const { page, perform, kept } = device();
    const { outbox } = await page();
    perform.mockImplementationOnce(refused('really?'));
    await expect(outbox.submit('one')).rejects.toThrow('really?');
    expect(kept.size).toBe(0);
  });

  it('that got no answer waits, under the same key, and is known to have been sent', async () => {
    const { page, perform } = device();
    const { outbox } = await page();
    perform.mockImplementationOnce(offline);
    await outbox.submit('one');
    await outbox.send();
    const calls = perform.mock.calls.map(([{ id, isTried }]) => [id, isTried]);
    expect(calls).toEqual([
      ['id 1', false],
      ['id 1', true],
    ]);
  });

  it('is written down before it is sent: the end of the page loses nothing', async () => {
    const { page, perform, kept } = device();
    const { outbox } = await page();
    perform.mockReturnValueOnce(new Promise(() => undefined));
    void outbox.submit('one');
    await vi.waitFor(() => expect(perform).toHaveBeenCalledOnce());
    expect([...kept.values()]).toMatchObject([{ work: 'one', isTried: true }]);
    expect(outbox.entries).toEqual([]);
    const next = await page();
    expect(next.outbox.entries).toMatchObject([{ work: 'one', isTried: true }]);
  });
});

describe('what waits for the network', () => {
  it('can be several works that were sent together', async () => {
    const { page, perform, sent } = device();
    const { outbox } = await page();
    await outbox.hold(['one', 'two'], true);
    expect(sent()).toEqual([]);
    await outbox.send();
    expect(perform.mock.calls.map(([{ work, isTried }]) => [work, isTried])).toEqual([
      ['one', true],
      ['two', true],
    ]);
  });

  it('is sent in the order in which it was made, once', async () => {
    const { page, sent, kept, wait } = device();
    const { outbox, onDone } = await page();
    await wait(outbox, 'one');
    await wait(outbox, 'two');
    await Promise.all([outbox.send(), outbox.send()]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two']);
    expect(kept.size).toBe(0);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('survives the page, and stays in order where the network goes again', async () => {
    const { page, perform, sent, wait } = device();
    const before = await page();
    await wait(before.outbox, 'one');
    await wait(before.outbox, 'two');
    const { outbox } = await page();
    perform.mockImplementationOnce(async () => 'done').mockImplementationOnce(offline);
    await outbox.send();
    expect(outbox.entries.map(({ work, isTried }) => [work, isTried])).toEqual([['two', true]]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two', 'two']);
    expect(outbox.entries).toEqual([]);
  });

  it('is neither seen nor sent by somebody else', async () => {
    const { page, sent, kept, wait } = device();
    const { outbox } = await page('ada');
    await wait(outbox, 'of ada');
    const other = await page('bo');
    expect(other.outbox.entries).toEqual([]);
    await other.outbox.send();
    await other.outbox.clear();
    expect(sent()).toEqual([]);
    expect(kept.size).toBe(1);
  });

  it('waits for an answer where there is a question, and holds nothing else back', async () => {
    const { page, perform, sent, wait } = device();
    const { outbox } = await page();
    const id = await wait(outbox, 'one');
    await wait(outbox, 'two');
    perform.mockImplementationOnce(refused('really?'));
    await outbox.send();
    expect(outbox.entries).toMatchObject([{ work: 'one', question: 'really?' }]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two']);
    await outbox.change(id, 'one indeed');
    expect(outbox.entries[0]).not.toHaveProperty('first');
    await outbox.send();
    expect(sent()).toEqual(['one', 'two', 'one indeed']);
    expect(outbox.entries).toEqual([]);
  });

  it('and was typed anew after it was sent tells what it may have been done as', async () => {
    const { page, perform, wait } = device();
    const { outbox } = await page();
    const id = await wait(outbox, 'one');
    await outbox.change(id, 'two');
    expect(outbox.entries[0]).not.toHaveProperty('first');
    perform.mockImplementationOnce(offline);
    await outbox.send();
    await outbox.change(id, 'three');
    await outbox.change(id, 'four');
    expect(outbox.entries).toMatchObject([{ work: 'four', first: 'two' }]);
  });

  it('typed anew while it is on its way is sent after it', async () => {
    const { page, perform, wait, kept } = device();
    const { outbox } = await page();
    const id = await wait(outbox, 'one');
    perform.mockImplementationOnce(async () => {
      await outbox.change(id, 'two');
      return 'done one';
    });
    await outbox.send();
    expect(perform.mock.calls.map(([{ work, first }]) => [work, first])).toEqual([
      ['one', undefined],
      ['two', 'one'],
    ]);
    expect([kept.size, outbox.entries]).toEqual([0, []]);
  });

  it('typed anew while it is refused keeps what was typed', async () => {
    const { page, perform, wait } = device();
    const { outbox } = await page();
    const id = await wait(outbox, 'one');
    perform.mockImplementationOnce(async () => {
      await outbox.change(id, 'two');
      return refused('really?')();
    });
    await outbox.send();
    expect(outbox.entries).toMatchObject([{ work: 'two', question: 'really?' }]);
  });

  it('that was taken back in another tab is not sent', async () => {
    const { page, sent, wait } = device();
    const { outbox } = await page();
    const other = await page();
    const id = await wait(outbox, 'one');
    await other.outbox.remove(id);
    await outbox.send();
    expect(sent()).toEqual([]);
  });

  it('shows what it has become until the lists know', async () => {
    const { page, wait } = device();
    const { outbox, onDone } = await page();
    await wait(outbox, 'one');
    onDone.mockImplementationOnce(async () => {
      expect(outbox.entries).toMatchObject([{ work: 'one', done: 'done one' }]);
      return undefined;
    });
    await outbox.send();
    expect(onDone).toHaveBeenCalledOnce();
    expect(outbox.entries).toEqual([]);
  });
});

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
