import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query';
import { clear, createStore, get, set } from 'idb-keyval';
import { queryClient } from '../api.ts';
import { serviceUrl } from '../lib/addresses.ts';
import { session } from '../session.ts';

// What the day sheet needs without a network is kept on the device, for the person who is logged in and until they log
// out: who they are and what they may do, the start page (with the workers and their usual times), the days they opened.

interface Kept {
  readonly build: string;
  readonly at: number;
  readonly state: DehydratedState;
}

const store = createStore(`daybook-answers ${serviceUrl}`, 'answers');
const weekMs = 7 * 86_400_000;
const throttleMs = 1000;
// Another build may understand answers in another way; this file's name is made from what is in it.
const build = import.meta.url;

const paths = new Set(['auth.me', 'permissions', 'home']);

function isKept({ queryKey: [path, ...rest], state }: Query): boolean {
  if (state.status !== 'success' || !Array.isArray(path)) return false;
  const name = path.join('.');
  return paths.has(name) || (name === 'logs.days' && rest[0] === rest[1]);
}

let person: string | undefined;
let restored: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

async function restore(userID: string) {
  const kept = await get<Kept>(userID, store);
  if (person !== userID || kept?.build !== build || Date.now() - kept.at > weekMs) return;
  hydrate(queryClient, kept.state);
}

function keep() {
  timer = undefined;
  if (person === undefined) return;
  const state = dehydrate(queryClient, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
  const kept: Kept = { build, at: Date.now(), state };
  set(person, kept, store).catch(() => undefined);
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && isKept(query)) timer ??= setTimeout(keep, throttleMs);
});

function forget() {
  clearTimeout(timer);
  timer = undefined;
  person = undefined;
  clear(store).catch(() => undefined);
}

session.subscribe(() => {
  if (!session.state.signedIn) forget();
});

/** Resolves once the last answers of whoever is logged in are there, at the same moment for all who wait. */
export function keptAnswers(): Promise<void> {
  const { userID } = session;
  if (userID !== undefined && userID !== person) {
    person = userID;
    // A browser may keep nothing, as in a private window.
    restored = restore(userID).catch(() => undefined);
  }
  return restored;
}
