/**
 * One question for all keys that are asked for in the same turn of the event loop: requests that arrive together share
 * a round trip, and those that come while `most` questions are open share the next. Nothing is kept: each answer is read
 * after it was asked for.
 *
 * @param ask answers what it finds, by key
 */
export function batched<Answer>(
  ask: (keys: string[]) => Promise<ReadonlyMap<string, Answer>>,
  most = Infinity,
) {
  let next: (PromiseWithResolvers<ReadonlyMap<string, Answer>> & { readonly keys: Set<string> }) | undefined;
  let open = 0;
  let held = false;

  const send = () => {
    held = open >= most;
    if (held || !next) return;
    const { keys, resolve, reject } = next;
    next = undefined;
    open += 1;
    ask([...keys])
      .then(resolve, reject)
      .finally(() => {
        open -= 1;
        if (held) send();
      });
  };

  return async (key: string): Promise<Answer | undefined> => {
    if (!next) {
      next = { keys: new Set(), ...Promise.withResolvers() };
      setImmediate(send);
    }
    next.keys.add(key);
    return (await next.promise).get(key);
  };
}
