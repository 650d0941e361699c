import type { Operation } from '@daybook/facade';
import leven from 'leven';

const isParameter = ({ input, params }: Operation, name: string) =>
  input !== undefined && name in input.shape && !params.includes(name);

/** The names that the query of an operation may have. */
export const parametersOf = (operation: Operation): readonly string[] =>
  operation.method === 'GET' || operation.method === 'DELETE'
    ? Object.keys(operation.input?.shape ?? {}).filter((name) => isParameter(operation, name))
    : [];

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The parameter that was probably meant: at most two letters differ, and no more than half of them. */
function meant(name: string, known: readonly string[]): string | undefined {
  const typed = plain(name);
  const [nearest] = known
    .map((parameter) => ({ parameter, distance: leven(typed, plain(parameter)) }))
    .filter(({ parameter, distance }) => distance <= Math.min(2, parameter.length / 2))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.parameter;
}

/** So many names are looked at, if they are so short. */
const most = 20;
const longest = 40;

/**
 * What is said of the names in a query that the operation does not know, where they are like one that it knows:
 * `"form";suggestion="from"`, a list of RFC 9651; undefined where there are none.
 */
export function unknownParameters(operation: Operation, query: object): string | undefined {
  const unknown = Object.keys(query).filter((name) => !isParameter(operation, name));
  if (unknown.length === 0) return undefined;
  const known = parametersOf(operation);
  const named = unknown.slice(0, most).flatMap((name) => {
    const isName = name.length <= longest && /^[\w.-]+$/.test(name);
    const suggestion = isName ? meant(name, known) : undefined;
    return suggestion === undefined ? [] : `"${name}";suggestion="${suggestion}"`;
  });
  return named.length === 0 ? undefined : named.join(', ');
}
