import { createStore, del, get, set, values } from 'idb-keyval';

/** A change that waits for the network. */
export interface Entry<W, R = unknown, Q = unknown> {
  /** Also the Idempotency-Key of a creation. */
  readonly id: string;
  /** Whose change it is: nobody else sees or sends it. */
  readonly person: string;
  /** When it was made: they are sent in this order. */
  readonly at: number;
  /** What is to be done. */
  readonly work: W;
  /** It was sent, and no answer came: it may have been done. */
  readonly isTried: boolean;
  /** What it was when it was sent, where it was changed since: it may have been done as that. */
  readonly first?: W | undefined;
  /** What has to be asked before it is sent again. */
  readonly question?: Q | undefined;
  /** What it has become, until everybody who shows it knows. */
  readonly done?: R | undefined;
}

/** Where entries stay when the page ends. */
export interface Store<E> {
  of(person: string): Promise<E[]>;
  get(id: string): Promise<E | undefined>;
  put(entry: E): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

export interface OutboxDeps<W, R, Q> {
  readonly store: Store<Entry<W, R, Q>>;
  readonly newId: () => string;
  readonly isOnline: () => boolean;
  readonly perform: (entry: Entry<W, R, Q>) => Promise<R>;
  /** Whether no answer came. */
  readonly isNoAnswer: (error: unknown) => boolean;
  /** What a person has to decide after this error; undefined where the same may go well later. */
  readonly questionOf: (error: unknown) => Q | undefined;
  /** Runs it unless another tab is at it. */
  readonly alone: <T>(id: string, run: () => Promise<T>) => Promise<T | undefined>;
  /** Other tabs of this browser show the same. */
  readonly broadcast: () => void;
  /** Some of it has been done; resolves once lists know. */
  readonly onDone: () => Promise<unknown>;
}

export type Outbox<W, R, Q> = ReturnType<typeof createOutbox<W, R, Q>>;

/** Changes that are written down before they are sent, so that neither a lost network nor the end of the page loses them. */
export function createOutbox<W, R, Q>(deps: OutboxDeps<W, R, Q>) {
  type Own = Entry<W, R, Q>;
  const { store, isOnline, perform, alone, broadcast } = deps;
  let person: string | undefined;
  let all: readonly Own[] = [];
  let sending: Promise<void> | undefined;
  let latest = 0;
  /** Being sent for the first time: who made them is waiting for the answer. */
  const fresh = new Set<string>();
  const listeners = new Set<() => void>();

  function show(next: readonly Own[]) {
    // Still nothing: nobody has to render it.
    if (next.length === 0 && all.length === 0) return;
    all = next;
    for (const listener of listeners) listener();
  }

  async function read() {
    const asked = person;
    const found = asked === undefined ? [] : await store.of(asked);
    if (asked !== person) return;
    show(found.filter(({ id }) => !fresh.has(id)).toSorted((one, other) => one.at - other.at));
  }

  async function changed() {
    await read();
    broadcast();
  }

  async function put(entry: Own) {
    await store.put(entry);
    await changed();
  }

  /** Does what was just made, or lets it wait. Another tab that reads the store meanwhile is kept out by the lock. */
  async function first(entry: Own): Promise<{ readonly done: R } | undefined> {
    if (!isOnline()) return undefined;
    return alone(entry.id, async () => {
      const tried = { ...entry, isTried: true };
      await store.put(tried);
      try {
        const done = await perform(entry);
        await store.remove(entry.id);
        return { done };
      } catch (error) {
        if (deps.isNoAnswer(error)) return undefined;
        await store.remove(entry.id);
        throw error;
      }
    });
  }

  /** @returns what it has become; undefined where it is not done */
  async function again(id: string): Promise<R | undefined> {
    // Another tab may have sent it, or its person taken it back.
    const entry = await store.get(id);
    if (!entry || entry.question !== undefined || entry.person !== person) return undefined;
    await store.put({ ...entry, isTried: true });
    try {
      const done = await perform(entry);
      const now = await store.get(id);
      // Typed anew meanwhile.
      if (now && JSON.stringify(now.work) !== JSON.stringify(entry.work)) return again(id);
      await store.remove(id);
      return done;
    } catch (error) {
      const question = deps.questionOf(error);
      if (question === undefined) throw error;
      const now = await store.get(id);
      if (now) await store.put({ ...now, first: entry.first, isTried: true, question });
      return undefined;
    }
  }

  async function sendEach() {
    let isAny = false;
    for (const { id } of all) {
      const done = await alone(id, () => again(id)).catch(() => 'later' as const);
      // The rest would not fare better.
      if (done === 'later') break;
      if (done === undefined) continue;
      isAny = true;
      show(all.map((entry) => (entry.id === id ? { ...entry, done } : entry)));
    }
    if (isAny) await deps.onDone();
    await changed();
  }

  const find = (id: string) => all.find((entry) => entry.id === id);

  function entryFor(work: W, isTried = false): Own {
    if (person === undefined) throw new Error('Nobody is logged in.');
    latest = Math.max(Date.now(), latest + 1);
    return { id: deps.newId(), person, at: latest, work, isTried };
  }

  return {
    get entries() {
      return all;
    },
    /** Shows what waits for somebody; for nobody with undefined. */
    open(who: string | undefined) {
      person = who;
      show([]);
      return read();
    },
    read,
    /** Answers what it has become, or the entry that waits. @throws what the service says against it */
    async submit(work: W): Promise<{ readonly done: R } | { readonly waiting: Own }> {
      const entry = entryFor(work);
      const { id } = entry;
      fresh.add(id);
      try {
        await store.put(entry);
        const result = await first(entry);
        if (result) return result;
      } finally {
        fresh.delete(id);
      }
      await changed();
      return { waiting: find(id) ?? entry };
    },
    /** Lets them wait without an attempt. @param isTried they were sent together, and no answer came */
    async hold(works: readonly W[], isTried: boolean): Promise<readonly Own[]> {
      const entries = works.map((work) => entryFor(work, isTried));
      await Promise.all(entries.map((entry) => store.put(entry)));
      await changed();
      return entries;
    },
    /** Other work in its place: typed anew, or the answer to its question. */
    async change(id: string, work: W) {
      // Not as it is shown: it may be on its way.
      const entry = await store.get(id);
      if (!entry) return;
      const { question, isTried, first: before = entry.work, ...rest } = entry;
      await put({ ...rest, isTried, work, ...(isTried && question === undefined && { first: before }) });
    },
    async remove(id: string) {
      await store.remove(id);
      await changed();
    },
    /** Ends all that waits for the person. */
    async clear() {
      await Promise.all(all.map(({ id }) => store.remove(id)));
      await changed();
    },
    /** Sends what waits, one after the other, until one has to wait further. */
    send(): Promise<void> {
      const start = async () => {
        await read();
        if (all.some(({ question }) => question === undefined)) await sendEach();
      };
      sending ??= start().finally(() => {
        sending = undefined;
      });
      return sending;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * In the browser's own database, where entries survive the page. In a browser that keeps nothing, as in some private windows,
 * they last as long as the page.
 */
export function deviceStore<E extends Pick<Entry<unknown>, 'id' | 'person'>>(name: string): Store<E> {
  const store = createStore(name, 'entries');
  const unkept = new Map<string, E>();
  return {
    async of(person) {
      const kept = await attempt(() => values<E>(store), []);
      return [...kept, ...unkept.values()].filter((entry) => entry.person === person);
    },
    get: async (id) => unkept.get(id) ?? (await attempt(() => get<E>(id, store), undefined)),
    async put(entry) {
      unkept.delete(entry.id);
      const isKept = await attempt(() => set(entry.id, entry, store).then(() => true), false);
      if (!isKept) unkept.set(entry.id, entry);
    },
    async remove(id) {
      unkept.delete(id);
      await attempt(() => del(id, store), undefined);
    },
  };
}

async function attempt<T>(run: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch {
    return otherwise;
  }
}

interface Unsent {
  readonly entries: readonly unknown[];
  clear(): Promise<void>;
}

const boxes = new Set<Unsent>();

/** Counts the changes of an outbox among those that a log-out would lose. */
export function addOutbox<T extends Unsent>(box: T): T {
  boxes.add(box);
  return box;
}

export const countUnsent = () => [...boxes].reduce((sum, { entries }) => sum + entries.length, 0);

export const discardUnsent = () => Promise.all([...boxes].map((box) => box.clear()));
