import type { Operation } from './operations.ts';

/** What a path leads to: the operation of each method, and the values of the parameters, still encoded. */
export interface Match<Entry> {
  readonly methods: ReadonlyMap<string, Entry>;
  readonly values: readonly string[];
}

interface Node<Entry> {
  readonly names: Map<string, Node<Entry>>;
  parameter?: Node<Entry>;
  readonly methods: Map<string, Entry>;
}

const node = <Entry>(): Node<Entry> => ({ names: new Map(), methods: new Map() });

/** Finds operations by their path: a name before a parameter, whatever was declared first, as Fastify does. */
export function createMatcher<Entry extends { readonly operation: Operation }>(entries: readonly Entry[]) {
  const root = node<Entry>();
  for (const entry of entries) {
    let at = root;
    for (const part of entry.operation.path.split('/').filter(Boolean)) {
      if (part.startsWith('{')) {
        at.parameter ??= node();
        at = at.parameter;
      } else {
        const next: Node<Entry> = at.names.get(part) ?? node();
        at.names.set(part, next);
        at = next;
      }
    }
    at.methods.set(entry.operation.method, entry);
  }

  function find(
    at: Node<Entry>,
    parts: readonly string[],
    values: readonly string[],
  ): Match<Entry> | undefined {
    const [part, ...others] = parts;
    if (part === undefined) return at.methods.size > 0 ? { methods: at.methods, values } : undefined;
    const named = at.names.get(part);
    const found = named && find(named, others, values);
    if (found || !at.parameter || part === '') return found;
    return find(at.parameter, others, [...values, part]);
  }

  /** @param path as sent, beginning with a slash; one slash at its end is ignored */
  return (path: string): Match<Entry> | undefined => {
    const parts = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1);
    return find(root, parts.length === 1 && parts[0] === '' ? [] : parts, []);
  };
}
