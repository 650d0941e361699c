/** Whether a client may have one more of `max` places: as many as it leaves free for others. */
const leavesRoom = (own: number, all: number, max: number): boolean => own < max - all;

/** What waits, of several clients: each has its turn, however much waits of the others. */
export class Turns<T> {
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Whether one more of a client may wait where `max` may in all. */
  hasRoom(client: string, max: number): boolean {
    return leavesRoom(this.#waiting.get(client)?.length ?? 0, this.#size, max);
  }

  add(client: string, one: T): void {
    const others = this.#waiting.get(client);
    if (others) others.push(one);
    else this.#waiting.set(client, [one]);
    this.#size += 1;
  }

  /** The first of the client whose turn it is. */
  first(): T | undefined {
    const [turn] = this.#waiting.values();
    return turn?.[0];
  }

  /** Takes it out; whatever else its client has waits for the turns of all others. */
  next(): T | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [client, own] = turn;
    const first = own.shift();
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    this.#size -= 1;
    return first;
  }

  /** Takes out those of each client that are over, from its first on. */
  removeWhile(isOver: (one: T) => boolean): T[] {
    const removed: T[] = [];
    for (const [client, own] of this.#waiting) {
      const end = own.findIndex((one) => !isOver(one));
      removed.push(...own.splice(0, end === -1 ? own.length : end));
      if (own.length === 0) this.#waiting.delete(client);
    }
    this.#size -= removed.length;
    return removed;
  }
}
