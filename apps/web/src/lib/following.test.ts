import { describe, expect, it, vi } from 'vitest';
import { createBatches, createFollowing, type FeedPage, type TabMessage } from './following.ts';

interface Event {
  readonly position: number;
}
type Page = FeedPage<Event>;

/** A service with a feed, and a browser whose tabs follow it. */
function rig({ hasLocks = true, kept = 0 } = {}) {
  let newest = 10;
  const streams = new Set<{ after: number; onPage: (page: Page) => void; fail: (error: unknown) => void }>();
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const next = () => {
    isHeld = false;
    waiting.shift()?.();
  };
  const pageAfter = (after: number): Page => ({
    events: Array.from({ length: newest - after }, (_, index) => ({ position: after + index + 1 })),
    position: newest,
    hasMore: false,
  });
  const gone = new Error('gone');
  const tabs: { receive: (message: TabMessage<Event>) => void }[] = [];

  function tab() {
    const taken: number[] = [];
    const polls = new Set<() => void>();
    const lost = vi.fn();
    const onOpen = vi.fn<(isOpen: boolean) => void>();
    const read = vi.fn(async (after?: number) => {
      if (after !== undefined && after < kept) throw gone;
      return pageAfter(after ?? newest);
    });
    const following = createFollowing<Event>({
      alone: hasLocks
        ? (work, signal) =>
            new Promise((resolve, reject) => {
              const begin = () => {
                if (signal.aborted) return next();
                isHeld = true;
                work().then(resolve, reject).finally(next);
              };
              if (isHeld) waiting.push(begin);
              else begin();
            })
        : undefined,
      stream: (after, { onPage, onOpen: open }, signal) =>
        new Promise((resolve, reject) => {
          if (after !== undefined && after < kept) return reject(gone);
          const stream = { after: after ?? newest, onPage, fail: reject };
          streams.add(stream);
          signal.addEventListener('abort', () => resolve());
          signal.addEventListener('abort', () => streams.delete(stream));
          open(true);
          onPage(pageAfter(stream.after));
          stream.after = newest;
        }),
      read,
      isGone: (error) => error === gone,
      broadcast: (message) => {
        for (const other of tabs) if (other !== self) other.receive(message);
      },
      take: (events) => taken.push(...events.map(({ position }) => position)),
      lost,
      onOpen,
      pause: (_, signal) =>
        new Promise<void>((resolve, reject) => {
          polls.add(resolve);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const self = { receive: following.receive };
    tabs.push(self);
    const isOpen = () => onOpen.mock.lastCall?.[0] ?? false;
    const poll = () => {
      for (const resolve of polls) resolve();
    };
    return { ...following, taken, lost, read, isOpen, poll, sleep: () => tabs.splice(tabs.indexOf(self), 1) };
  }
  return {
    tab,
    streams,
    /** Something happens. */
    happen() {
      newest += 1;
      for (const stream of streams) {
        const { after } = stream;
        stream.after = newest;
        stream.onPage(pageAfter(after));
      }
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the tabs of a browser', () => {
  it('take every change once, by one stream', async () => {
    const { tab, streams, happen } = rig();
    const [one, two] = [tab(), tab()];
    one.start(8);
    two.start(9);
    await settle();
    happen();
    expect(streams.size).toBe(1);
    expect([one.isOpen(), two.isOpen()]).toEqual([true, true]);
    await settle();
    expect([one.taken, two.taken]).toEqual([
      [9, 10, 11],
      [10, 11],
    ]);
  });

  it('hand the stream over where one is hidden, and where it was hidden it misses nothing', async () => {
    const { tab, streams, happen } = rig();
    const [one, two] = [tab(), tab()];
    one.start(10);
    two.start(10);
    await settle();
    one.stop();
    await settle();
    expect([streams.size, one.isOpen(), two.isOpen()]).toEqual([1, false, true]);
    // A frozen tab hears nothing.
    one.sleep();
    happen();
    happen();
    expect(two.taken).toEqual([11, 12]);
    one.start();
    expect(one.taken).toEqual([]);
    two.stop();
    await settle();
    expect([streams.size, one.taken]).toEqual([1, [11, 12]]);
  });

  it('ask for what lies before the first change that they hear of', async () => {
    const { tab, happen } = rig();
    const one = tab();
    one.start(10);
    await settle();
    happen();
    const two = tab();
    two.start(9);
    happen();
    await settle();
    expect(two.taken).toEqual([10, 11, 12]);
    expect(two.read).toHaveBeenCalledWith(9);
  });

  it('ask each for itself where there are no locks, or the stream is refused', async () => {
    for (const hasLocks of [false, true]) {
      const { tab, streams, happen } = rig({ hasLocks });
      const [one, two] = [tab(), tab()];
      one.start(10);
      two.start(10);
      await settle();
      for (const { fail } of streams) fail(new Error('refused'));
      streams.clear();
      await settle();
      expect([one.isOpen(), two.isOpen()]).toEqual([false, false]);
      happen();
      two.poll();
      await settle();
      expect([one.taken, two.taken]).toEqual([[], [11]]);
    }
  });

  it('begin anew where the service no longer knows what has happened', async () => {
    const { tab, happen } = rig({ kept: 10 });
    const one = tab();
    one.start(4);
    await settle();
    expect(one.lost).toHaveBeenCalledOnce();
    happen();
    expect(one.taken).toEqual([11]);
  });
});

it('what comes quickly is worked on together, one batch after the other', async () => {
  const batches: (readonly number[])[] = [];
  const pauses: number[] = [];
  let go = () => {};
  let time = 0;
  const take = createBatches<number>(
    async (batch) => {
      batches.push(batch);
      time += 400;
    },
    (ms) => {
      pauses.push(ms);
      return new Promise<void>((resolve) => {
        go = resolve;
      });
    },
    () => time,
  );
  void take([1, 2]);
  await settle();
  void take([3]);
  void take([4]);
  expect(batches).toEqual([[1, 2]]);
  go();
  await settle();
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(pauses).toEqual([1600, 1600]);
});
