export const dayMs = 24 * 60 * 60 * 1000;
export const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Runs 20 tasks at a time. */
export async function runInBatches<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < tasks.length; at += 20)
    results.push(...(await Promise.all(tasks.slice(at, at + 20).map((task) => task()))));
  return results;
}
