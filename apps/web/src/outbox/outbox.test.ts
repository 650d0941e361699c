import { describe, expect, it, vi } from 'vitest';
import { createOutbox, type Entry, type Outbox } from './outbox.ts';

type Work = string;
type Kept = Entry<Work, string>;

/** What stays on a device, and pages that are opened on it. */
function device() {
  const kept = new Map<string, Kept>();
  const send = vi.fn<(entry: Kept) => Promise<string | undefined>>(async () => undefined);
  async function page(person = 'ada') {
    const onSent = vi.fn();
    const outbox = createOutbox<Work, string>({
      store: {
        of: async (who) => [...kept.values()].filter((entry) => entry.person === who),
        get: async (id) => kept.get(id),
        put: async (entry) => kept.set(entry.id, entry),
        remove: async (id) => kept.delete(id),
      },
      send,
      alone: (run) => run(),
      broadcast: () => undefined,
      onSent,
    });
    await outbox.open(person);
    return { outbox, onSent };
  }
  const sent = () => send.mock.calls.map(([{ work }]) => work);
  return { page, send, sent, kept };
}

let ids = 0;
const add = ({ add: put }: Outbox<Work, string>, work: Work) => put(`id ${++ids}`, work);

const offline = () => Promise.reject(new Error('offline'));

describe('what waits for the network', () => {
  it('is sent in the order in which it was made, once', async () => {
    const { page, sent, kept } = device();
    const { outbox, onSent } = await page();
    await add(outbox, 'one');
    await add(outbox, 'two');
    await Promise.all([outbox.send(), outbox.send()]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two']);
    expect(kept.size).toBe(0);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('survives the page, and stays in order where the network goes again', async () => {
    const { page, send, sent } = device();
    const before = await page();
    await add(before.outbox, 'one');
    await add(before.outbox, 'two');
    const { outbox } = await page();
    send.mockImplementationOnce(async () => undefined).mockImplementationOnce(offline);
    await outbox.send();
    expect(outbox.entries.map(({ work, isTried }) => [work, isTried])).toEqual([['two', true]]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two', 'two']);
    expect(outbox.entries).toEqual([]);
  });

  it('is known to have been tried when the page ends before the answer', async () => {
    const { page, send, kept } = device();
    const { outbox } = await page();
    await add(outbox, 'one');
    send.mockReturnValueOnce(new Promise(() => undefined));
    void outbox.send();
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect([...kept.values()]).toMatchObject([{ work: 'one', isTried: true }]);
  });

  it('is neither seen nor sent by somebody else', async () => {
    const { page, sent, kept } = device();
    const { outbox } = await page('ada');
    await add(outbox, 'of ada');
    const other = await page('bo');
    expect(other.outbox.entries).toEqual([]);
    await other.outbox.send();
    await other.outbox.clear();
    expect(sent()).toEqual([]);
    expect(kept.size).toBe(1);
  });

  it('waits for an answer where there is a question, and holds nothing else back', async () => {
    const { page, send, sent } = device();
    const { outbox } = await page();
    const first = await add(outbox, 'one');
    await add(outbox, 'two');
    send.mockImplementationOnce(async () => 'really?');
    await outbox.send();
    expect(outbox.entries).toMatchObject([{ work: 'one', question: 'really?' }]);
    await outbox.send();
    expect(sent()).toEqual(['one', 'two']);
    await outbox.change(first?.id ?? '', 'one indeed');
    await outbox.send();
    expect(sent()).toEqual(['one', 'two', 'one indeed']);
    expect(outbox.entries).toEqual([]);
  });

  it('that was taken back in another tab is not sent', async () => {
    const { page, sent } = device();
    const { outbox } = await page();
    const other = await page();
    const entry = await add(outbox, 'one');
    await other.outbox.remove(entry?.id ?? '');
    await outbox.send();
    expect(sent()).toEqual([]);
  });
});
