import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { delMany, entries, keys, setMany } from 'idb-keyval';
import { queryClient } from '../api.ts';
import { session } from '../session.ts';
import { answerStore, ignore } from './answer-store.ts';

// What was read is kept on the device, for whoever is logged in and until they log out, so that a page which is loaded
// without a network shows it. With a network it is asked for as if nothing were kept.

type KeptQuery = DehydratedState['queries'][number];

interface Kept {
  readonly build: string;
  readonly at: number;
  readonly query: KeptQuery;
}

const MAX_AGE_MS = 7 * 86_400_000;
const MAX_ANSWERS = 60;
const PAUSE_MS = 1000;
// Another build may understand answers in another way; this file's name is made from what is in it.
const build = import.meta.url;

const keyOf = (person: string, { queryHash }: Pick<Query, 'queryHash'>) => `${person} ${queryHash}`;
const isOf = (person: string) => (key: IDBValidKey) => String(key).startsWith(`${person} `);

/** Devices and their addresses are nobody's business but the service's; of attachments a list asks for very many. */
const isKept = ({ queryKey: [path], state }: Query) =>
  state.status === 'success' &&
  Array.isArray(path) &&
  path[0] !== 'attachments' &&
  path.join('.') !== 'auth.sessions';

const changed = new Set<string>();
let isDue = false;
let isTidy = false;

async function keep() {
  isDue = false;
  const { userID } = session;
  if (userID === undefined) return;
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => changed.has(query.queryHash) && isKept(query),
  });
  changed.clear();
  const at = Date.now();
  await setMany(
    queries.map((query): [string, Kept] => [keyOf(userID, query), { build, at, query }]),
    answerStore,
  );
  if (isTidy) return;
  isTidy = true;
  await removeOthers(userID);
}

/** What others have read on this device goes, and what is too old or too much. */
async function removeOthers(userID: string) {
  const own = await keptOf(userID);
  const wanted = new Set(own.map(([key]) => key));
  await delMany(
    (await keys(answerStore)).filter((key) => !wanted.has(key)),
    answerStore,
  );
}

async function keptOf(userID: string): Promise<[IDBValidKey, Kept][]> {
  const all = await entries<IDBValidKey, Kept>(answerStore);
  return all
    .filter(
      ([key, { build: from, at }]) => isOf(userID)(key) && from === build && Date.now() - at < MAX_AGE_MS,
    )
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, MAX_ANSWERS);
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated' || !isKept(query)) return;
  changed.add(query.queryHash);
  if (!isDue) setTimeout(() => void keep().catch(ignore), PAUSE_MS);
  isDue = true;
});

let restored: Promise<void> | undefined;

async function restore() {
  const { userID } = session;
  if (userID === undefined) return;
  const kept = await keptOf(userID);
  if (session.userID !== userID) return;
  const queries = kept.map(([, { query }]) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
  hydrate(queryClient, { mutations: [], queries });
}

/** Shows what was read before the page was loaded anew, until the service can be asked. */
export function restoreAnswers(): Promise<void> {
  restored ??= restore().catch(ignore);
  return restored;
}
