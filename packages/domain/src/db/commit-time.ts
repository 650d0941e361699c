import type { Database } from './client.ts';

/** @returns milliseconds that a commit takes at the least, measured by PostgreSQL (migration 0030) */
async function commitTime(db: Database): Promise<number> {
  const [row] = await db.execute<{ ms: number }>('call commit_time(null)');
  return Number(row?.ms);
}

const measureEveryMs = 10_000;

/**
 * How many short writes a connection takes one after another: six where a commit takes 0.5 ms, one from 2 ms on. A call
 * measures again if the last time was ten seconds ago; the first one has no figure yet.
 */
export function pipelineDepthOf(db: () => Database): () => number {
  let depth = 1;
  let measuredAt = Number.NEGATIVE_INFINITY;
  const measure = async () => {
    depth = Math.min(6, Math.max(1, Math.floor(3 / (await commitTime(db())))));
  };
  return () => {
    if (performance.now() - measuredAt > measureEveryMs) {
      measuredAt = performance.now();
      // Where it fails, writes do too, and say why.
      measure().catch(() => {});
    }
    return depth;
  };
}
