const MAX_AT_ONCE = 6;

/** Does all the works, some at once; none keeps the others from being done. */
export async function settleWithLimit<T>(
  works: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const waiting = works.entries();
  const worker = async () => {
    for (const [index, work] of waiting) {
      const [result] = await Promise.allSettled([work()]);
      if (result) results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, works.length) }, worker));
  return results;
}

/** One after the other, and taken back in reverse; where one fails, those before it are taken back at once. */
export function allOrNone<P, R>(
  parts: readonly P[],
  make: (part: P) => Promise<R>,
  takeBack: (made: R) => Promise<unknown>,
) {
  const undo = async (made: readonly R[]) => {
    for (const one of made.toReversed()) await takeBack(one);
  };
  return {
    async run(): Promise<readonly R[]> {
      const made: R[] = [];
      try {
        for (const part of parts) made.push(await make(part));
      } catch (error) {
        await undo(made);
        throw error;
      }
      return made;
    },
    undo: (made: readonly R[]) => ({ run: () => undo(made) }),
  };
}

/** In parts of at most so many. */
export const chunks = <T>(all: readonly T[], most: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
    all.slice(part * most, (part + 1) * most),
  );
