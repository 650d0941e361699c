/** Does all the works, at most so many at once; none keeps the others from being done. */
export async function settleWithLimit<T>(
  works: readonly (() => Promise<T>)[],
  atOnce: number,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const waiting = works.entries();
  const worker = async () => {
    for (const [index, work] of waiting) {
      const [result] = await Promise.allSettled([work()]);
      if (result) results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, works.length) }, worker));
  return results;
}
