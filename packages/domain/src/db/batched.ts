/**
 * One question for all keys that are asked for in the same turn of the event loop: requests that arrive together share
 * a round trip. Nothing is kept: each answer is read after it was asked for.
 *
 * @param ask answers what it finds, by key
 */
export function batched<Answer>(ask: (keys: string[]) => Promise<ReadonlyMap<string, Answer>>) {
  let next:
    | { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, Answer>> }
    | undefined;

  const open = () => {
    const keys = new Set<string>();
    const answers = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return ask([...keys]);
    });
    return { keys, answers };
  };

  return async (key: string): Promise<Answer | undefined> => {
    next ??= open();
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}
