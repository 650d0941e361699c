/** A change that waits for the network. */
export interface Entry<W, Q> {
  readonly id: string;
  /** Whose change it is: nobody else sees or sends it. */
  readonly person: string;
  /** When it was made: they are sent in this order. */
  readonly at: number;
  /** What is to be done. */
  readonly work: W;
  /** It was sent once, and no answer came: it may have been done. */
  readonly isTried: boolean;
  /** What has to be asked before it is sent again. */
  readonly question?: Q | undefined;
}

/** Where entries stay when the page ends. */
export interface Store<W, Q> {
  of(person: string): Promise<Entry<W, Q>[]>;
  get(id: string): Promise<Entry<W, Q> | undefined>;
  put(entry: Entry<W, Q>): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}

export interface OutboxDeps<W, Q> {
  readonly store: Store<W, Q>;
  /** Does the work. Answers a question where a person has to decide. @throws where it has to wait further */
  readonly send: (entry: Entry<W, Q>) => Promise<Q | undefined>;
  /** One tab at a time. */
  readonly alone: (run: () => Promise<void>) => Promise<void>;
  /** Other tabs of this browser show the same. */
  readonly broadcast: () => void;
  /** Some of it has been done. */
  readonly onSent: () => void;
}

export type Outbox<W, Q> = ReturnType<typeof createOutbox<W, Q>>;

export function createOutbox<W, Q>({ store, send, alone, broadcast, onSent }: OutboxDeps<W, Q>) {
  let person: string | undefined;
  let all: readonly Entry<W, Q>[] = [];
  let sending: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function read() {
    const of = person;
    const found = of === undefined ? [] : await store.of(of);
    if (of !== person) return;
    all = found.toSorted((one, other) => one.at - other.at);
    for (const listener of listeners) listener();
  }

  async function changed() {
    await read();
    broadcast();
  }

  async function put(entry: Entry<W, Q>) {
    await store.put(entry);
    await changed();
    return entry;
  }

  async function sendOne(id: string): Promise<boolean> {
    // Another tab may have sent it, or its person taken it back.
    const entry = await store.get(id);
    if (!entry || entry.question !== undefined || entry.person !== person) return false;
    await store.put({ ...entry, isTried: true });
    const question = await send(entry);
    const now = await store.get(id);
    // Typed anew meanwhile: that is sent next.
    if (JSON.stringify(now?.work) !== JSON.stringify(entry.work)) return true;
    if (question === undefined) await store.remove(id);
    else await store.put({ ...entry, isTried: true, question });
    return question === undefined;
  }

  async function sendEach() {
    let isSent = false;
    try {
      for (const { id } of all) isSent = (await sendOne(id)) || isSent;
    } catch {
      // Those that are left wait for the next time.
    }
    await changed();
    if (isSent) onSent();
  }

  const find = (id: string) => all.find((entry) => entry.id === id);

  return {
    get entries() {
      return all;
    },
    find,
    /** Shows what waits for somebody; for nobody with undefined. */
    open(who: string | undefined) {
      person = who;
      all = [];
      return read();
    },
    read,
    /** @param isTried whether it may have been done already */
    async add(id: string, work: W, isTried = false): Promise<Entry<W, Q> | undefined> {
      if (person === undefined) return undefined;
      const at = Math.max(Date.now(), (all.at(-1)?.at ?? 0) + 1);
      return put({ id, person, at, work, isTried });
    },
    /** Other work in its place: typed anew, or the answer to its question. */
    async change(id: string, work: W) {
      const entry = find(id);
      if (entry) await put({ ...entry, work, question: undefined });
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
      sending ??= alone(async () => {
        await read();
        if (all.some(({ question }) => question === undefined)) await sendEach();
      }).finally(() => {
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
