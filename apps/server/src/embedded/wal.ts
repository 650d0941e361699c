/** What PGlite exports of PostgreSQL and does not declare. Addresses are in bytes of its memory. */
interface WalModule {
  readonly HEAPU8: Uint8Array;
  /** The address of a counter of 64 bits: the records that this session has written to the WAL. */
  readonly _pgWalUsage: number;
  _XLogBeginInsert(): void;
  /** @returns where the new record ends */
  _XLogInsert(resourceManager: number, info: number): bigint;
  /** Writes the WAL to disk, up to there. */
  _XLogFlush(end: bigint): void;
}

const RM_XLOG_ID = 0;
const XLOG_NOOP = 0x20;

/** The write-ahead log (WAL) of the embedded database. */
export class Wal {
  readonly #module: WalModule;

  /** @param module of PGlite */
  constructor(module: unknown) {
    this.#module = module as WalModule;
  }

  /** How many records the session has written to it. */
  get records(): bigint {
    // The memory is another one once it has grown.
    const { HEAPU8, _pgWalUsage } = this.#module;
    return new DataView(HEAPU8.buffer).getBigInt64(_pgWalUsage, true);
  }

  /** Writes all of it to disk. Its end is only known of a record that has just been written, which is an empty one. */
  flush(): void {
    this.#module._XLogBeginInsert();
    this.#module._XLogFlush(this.#module._XLogInsert(RM_XLOG_ID, XLOG_NOOP));
  }
}
