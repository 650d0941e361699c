import { createClient, items } from '@daybook/client';

// A service worker that uses the packed client: bundled and run by test/service/runtimes.test.ts.

interface Message {
  readonly data: { readonly url: string; readonly token: string };
  readonly ports: readonly { postMessage(answer: unknown): void }[];
}
declare const self: {
  addEventListener(kind: 'message', listener: (message: Message) => void): void;
};

async function answer(url: string, token: string) {
  const client = createClient({ url, token: async () => token });
  const { position } = await client.events.list.query({});
  await client.bills.create.mutate({ date: '2026-01-31', value: '12.50' });
  const event = await client.events({ after: position }).next();
  const values: string[] = [];
  for await (const { value } of items(client.bills.list.query, {})) values.push(value);
  const refusal = await createClient({ url, token: 'x' }).auth.me.query().then(String, String);
  return {
    values,
    event: event.value?.kind,
    refusal,
    pages: ['window' in globalThis, 'localStorage' in globalThis],
  };
}

self.addEventListener('message', ({ data, ports: [port] }) => {
  answer(data.url, data.token).then(
    (value) => port?.postMessage(value),
    (error) => port?.postMessage(String(error)),
  );
});
