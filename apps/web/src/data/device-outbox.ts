import { serviceUrl } from '../lib/page.ts';
import { session } from '../session.ts';
import { addOutbox, createOutbox, deviceStore, type Entry, type OutboxDeps } from './outbox.ts';

/** Errors after which the same may go well later. */
const passing = new Set<string>([
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'REQUEST_TIMEOUT',
  'UNAVAILABLE',
  'INTERNAL',
]);

export const mayPass = (code: string) => passing.has(code);

const retryMs = 10_000;

type Options<W, R, Q> = Pick<OutboxDeps<W, R, Q>, 'perform' | 'isNoAnswer' | 'questionOf'> & {
  /** Of its database. */
  readonly name: string;
  /** Asks again, in every tab, what has changed. */
  readonly refresh: () => Promise<unknown>;
};

/** An outbox of this browser: its tabs show the same, and whichever is first sends it. */
export function createDeviceOutbox<W, R, Q>({ name: title, refresh, ...deps }: Options<W, R, Q>) {
  const name = `${title} ${serviceUrl}`;
  const tabs = new BroadcastChannel(name);
  const outbox = addOutbox(
    createOutbox<W, R, Q>({
      ...deps,
      store: deviceStore<Entry<W, R, Q>>(name),
      newId: () =>
        Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-'),
      isOnline: () => navigator.onLine,
      // Without HTTPS there are no locks: two tabs may then send the same, which its key and version make once.
      alone: (id, run) =>
        navigator.locks
          ? navigator.locks.request(`${name} ${id}`, { ifAvailable: true }, (lock) =>
              lock ? run() : undefined,
            )
          : run(),
      broadcast: () => tabs.postMessage('changed'),
      onDone: () => {
        tabs.postMessage('done');
        return refresh();
      },
    }),
  );
  tabs.onmessage = async ({ data }: MessageEvent<'changed' | 'done'>) => {
    if (data === 'done') await refresh();
    await outbox.read();
  };

  const send = async () => {
    if (navigator.onLine && session.state.signedIn) await outbox.send();
  };
  const sendNow = () => void send();

  return {
    outbox,
    send,
    /** Shows and sends what waits for whoever is logged in, until the end that is returned. */
    start() {
      outbox.open(session.userID).then(sendNow, () => undefined);
      addEventListener('online', sendNow);
      const timer = setInterval(() => outbox.entries.length > 0 && sendNow(), retryMs);
      return () => {
        removeEventListener('online', sendNow);
        clearInterval(timer);
        void outbox.open(undefined);
      };
    },
  };
}
