import { type Event, isApiError } from '@daybook/client';
import type { QueryKey } from '@tanstack/react-query';
import { api, client, queryClient } from '../api.ts';
import { now } from '../lib/dates.ts';
import { createBatches, createFollowing, type TabMessage } from '../lib/following.ts';
import { noteChanges } from '../lib/live.ts';
import { serviceUrl } from '../lib/page.ts';
import { session } from '../session.ts';
import { closingsPollMs } from './closed.tsx';
import { touchedByAny } from './refresh.ts';

// Others' changes, as they are made.

const name = `daybook-events ${serviceUrl}`;
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;
const locks = tabs && navigator.locks;

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Of records that this tab has changed: the version in the answer, since which it has been asked again anyway. */
const own = new Map<string, number>();

function remember(answer: unknown) {
  if (typeof answer !== 'object' || answer === null) return;
  if ('_id' in answer && 'version' in answer) own.set(String(answer._id), Number(answer.version));
  else for (const part of Object.values(answer)) remember(part);
}

const isKnown = ({ actor, record, version }: Event) =>
  actor === session.userID && version !== null && version <= (own.get(record) ?? -1);

/** How old a change may be to be shown as news. */
const newsMs = 60_000;

const take = createBatches(async (events: readonly Event[]) => {
  const others = events.filter(({ actor }) => actor !== session.userID);
  const isNews = ({ at }: Event) => now().getTime() - Date.parse(at) < newsMs;
  // What is not seen is asked again when it is shown.
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
  const predicate = touchedByAny(events.filter((event) => !isKnown(event)));
  await queryClient.invalidateQueries({ predicate, refetchType });
  noteChanges(others, isNews);
}, pause);

/** Whether others' changes come as they are made. */
let isOpen = false;

/** Asks again while others' changes do not come, and the page is seen. */
function poll(queryKey: QueryKey, everyMs: number) {
  setInterval(() => {
    if (session.state.signedIn && !isOpen && document.visibilityState === 'visible')
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  }, everyMs);
}

const following = createFollowing<Event>({
  alone: locks && ((work, signal) => locks.request(name, { signal }, work)),
  stream: (after, { onPage, onOpen }, signal) =>
    new Promise<void>((resolve, reject) => {
      client.events.follow.subscribe(after === undefined ? {} : { after }, {
        signal,
        onConnectionStateChange: ({ state }) => onOpen(state === 'pending'),
        onData: ({ data }) => onPage(data),
        onError: reject,
        onComplete: resolve,
      });
    }),
  read: (after) => client.events.list.query(after === undefined ? {} : { after }),
  isGone: (error) => isApiError(error) && error.data.code === 'GONE',
  broadcast: (message) => tabs?.postMessage(message),
  take: (events) => void take(events),
  lost: () => void queryClient.invalidateQueries(),
  onOpen: (open) => {
    isOpen = open;
  },
  pause,
});

function follow() {
  const isWanted = session.state.signedIn && document.visibilityState === 'visible' && navigator.onLine;
  const begin = queryClient.getQueryData(api.events.list.queryKey({}));
  if (isWanted) following.start(begin?.position);
  else following.stop();
}

/** From now on and as long as the page is there, while somebody is logged in and sees it. */
export function followChanges() {
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type === 'updated' && mutation.state.status === 'success') remember(mutation.state.data);
  });
  if (tabs) tabs.onmessage = ({ data }: MessageEvent<TabMessage<Event>>) => following.receive(data);
  session.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
  addEventListener('online', follow);
  addEventListener('offline', follow);
  follow();
  // That a session was ended shows soon.
  poll(api.auth.me.queryKey(), 20_000);
  poll(api.closings.get.queryKey(), closingsPollMs);
}
