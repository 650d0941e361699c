/** A part of the service's feed. */
export interface FeedPage<E> {
  readonly events: readonly E[];
  /** After which the next part begins. */
  readonly position: number;
  readonly hasMore: boolean;
}

/** What the tabs of a browser tell one another. */
export type TabMessage<E> =
  | 'is anybody following?'
  /** What the stream has brought after a position. */
  | { readonly after: number | undefined; readonly page: FeedPage<E> }
  | { readonly isOpen: boolean; readonly position: number | undefined };

interface Handlers<E> {
  readonly onPage: (page: FeedPage<E>) => void;
  readonly onOpen: (isOpen: boolean) => void;
}

export interface FollowingDeps<E extends { readonly position: number }> {
  /** Does something while no other tab does it; rejects once the signal is aborted. Undefined where browsers have no locks. */
  readonly alone: ((work: () => Promise<void>, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Resolves when the signal ends it. @throws what the service refuses it with */
  readonly stream: (after: number | undefined, handlers: Handlers<E>, signal: AbortSignal) => Promise<void>;
  /** What has happened after a position; without one, only where the feed is now. */
  readonly read: (after: number | undefined) => Promise<FeedPage<E>>;
  readonly isGone: (error: unknown) => boolean;
  readonly broadcast: (message: TabMessage<E>) => void;
  readonly take: (events: readonly E[]) => void;
  /** It is not known what has happened. */
  readonly lost: () => void;
  readonly onOpen: (isOpen: boolean) => void;
  /** @throws when the signal is aborted */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often is asked where there is no stream, and how long a refused one is not asked for. */
const pollMs = 20_000;

/**
 * Follows the service's feed in all tabs by one stream, which the first visible one has and tells the others of. Each tab takes
 * every event once, from where it begins: what it has missed it asks for itself.
 */
export function createFollowing<E extends { readonly position: number }>(deps: FollowingDeps<E>) {
  let position: number | undefined;
  let isOpen = false;
  let isLeading = false;
  let running: AbortController | undefined;
  let isReading = false;
  /** What others know of already. */
  let behind = 0;

  function setOpen(next: boolean) {
    isOpen = next;
    deps.onOpen(next);
    if (isLeading) deps.broadcast({ isOpen, position });
  }

  function advance({ events, position: reached }: FeedPage<E>) {
    const known = position;
    if (known !== undefined && reached <= known) return;
    position = reached;
    const news = events.filter((event) => known === undefined || event.position > known);
    if (news.length > 0) deps.take(news);
  }

  function begin() {
    position = undefined;
    deps.lost();
  }

  async function catchUp() {
    if (isReading) return;
    isReading = true;
    try {
      for (let hasMore = true; hasMore; ) {
        const before = position;
        const page = await deps.read(before);
        advance(page);
        hasMore = before !== undefined && page.position > before && (page.hasMore || page.position < behind);
      }
    } catch (error) {
      // Without an answer, the next poll asks again.
      if (deps.isGone(error)) begin();
    }
    isReading = false;
  }

  function reach(known: number | undefined) {
    if (position === undefined || known === undefined || known <= position) return;
    behind = Math.max(behind, known);
    void catchUp();
  }

  async function lead(signal: AbortSignal) {
    isLeading = true;
    try {
      for (;;) {
        let after = position;
        const onPage = (page: FeedPage<E>) => {
          deps.broadcast({ after, page });
          after = page.position;
          advance(page);
        };
        const error = await deps.stream(after, { onPage, onOpen: setOpen }, signal).catch((reason) => reason);
        setOpen(false);
        signal.throwIfAborted();
        if (deps.isGone(error)) begin();
        else await deps.pause(pollMs, signal);
      }
    } finally {
      isLeading = false;
    }
  }

  async function poll(signal: AbortSignal) {
    for (;;) {
      await deps.pause(pollMs, signal);
      if (!isOpen) await catchUp();
    }
  }

  const ignore = () => undefined;
  return {
    /** @param from where the feed was when what is shown was asked for */
    start(from?: number) {
      if (running) return;
      running = new AbortController();
      const { signal } = running;
      position ??= from;
      deps.broadcast('is anybody following?');
      deps.alone?.(() => lead(signal), signal).catch(ignore);
      poll(signal).catch(ignore);
    },
    /** For a while, or for good. */
    stop() {
      running?.abort();
      running = undefined;
      isOpen = false;
      deps.onOpen(false);
    },
    receive(message: TabMessage<E>) {
      if (message === 'is anybody following?') {
        if (isLeading) deps.broadcast({ isOpen, position });
      } else if ('page' in message) {
        const { after, page } = message;
        const isNext = position === undefined ? running : after !== undefined && after <= position;
        if (isNext) advance(page);
        else reach(page.position);
      } else if (running && !isLeading) {
        isOpen = message.isOpen;
        deps.onOpen(isOpen);
        reach(message.position);
      }
    },
  };
}

/** Collects what comes, and does something with all of it at once: now, and again after a pause four times as long as that took. */
export function createBatches<T>(
  work: (batch: readonly T[]) => Promise<unknown>,
  pause: (ms: number) => Promise<unknown>,
  now = () => performance.now(),
) {
  let waiting: T[] = [];
  let isWorking = false;
  return async (items: readonly T[]) => {
    waiting.push(...items);
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const began = now();
      await work(batch).catch(() => undefined);
      await pause(Math.max(1000, 4 * (now() - began)));
    }
    isWorking = false;
  };
}
