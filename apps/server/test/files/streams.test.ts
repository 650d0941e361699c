import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Bill, type Principal, page } from '@daybook/domain';
import { restPlugin } from '@daybook/facade';
import { initTRPC } from '@trpc/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { restFailure } from '../../src/http/failure.ts';
import { formsOf } from '../../src/http/files/forms.ts';
import { readCsv, readXlsx } from '../support/imports.ts';

// How a file is read from a list of any length, without a database.
const csvType = 'text/csv';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const pageRows = 1000;

let app: FastifyInstance;
/** How many pages were read. */
let read: number;
afterEach(() => app.close());

const noPayment = {
  payee: null,
  payeeName: '',
  dueDate: null,
  paidOn: null,
  account: null,
  accountName: '',
  cheque: null,
  chequeSerial: '',
  status: null,
  isOverdue: false,
};
const bill = (index: number): z.output<typeof Bill> => ({
  _id: `bill-${index}`,
  date: '2024-03-01',
  value: '12.50',
  description: 'x'.repeat(300),
  extraNotes: '',
  ...noPayment,
  attachments: 0,
  createdAt: '2024-03-01T08:00:00.000Z',
  updatedAt: '2024-03-01T08:00:00.000Z',
  version: 1,
});

interface Options {
  /** The page at which the list fails, from 1. */
  readonly fails?: number;
  /** The page from which on the caller's session has ended. */
  readonly ended?: number;
  /** How long each page takes. */
  readonly slowMs?: number;
}

/** A service with a list of so many bills, whose pages come from nowhere. */
async function serve(count: number, { fails, ended = Infinity, slowMs }: Options = {}): Promise<string> {
  read = 0;
  const t = initTRPC.meta<{ openapi: { method: 'GET'; path: `/${string}` } }>().create();
  const list = t.procedure
    .meta({ openapi: { method: 'GET', path: '/bills' } })
    .input(z.object({ limit: z.string().default('1'), cursor: z.string().optional() }))
    .output(page(Bill))
    .query(async ({ input: { limit, cursor = '0' } }) => {
      read += 1;
      if (slowMs) await wait(slowMs);
      if (read === fails) throw new Error('the database has gone');
      const from = Number(cursor);
      const to = Math.min(count, from + Number(limit));
      const items = Array.from({ length: to - from }, (_, index) => bill(from + index));
      return { items, nextCursor: to < count ? String(to) : null };
    });
  const router = t.router({ bills: t.router({ list }) });
  const principal: Principal = { id: 'ada', sessionId: '', role: 'Administrator', timeZone: undefined };
  app = Fastify({ forceCloseConnections: true });
  // biome-ignore lint/suspicious/noExplicitAny: a router of the test's own
  const forms = (operation: any): any => formsOf(operation, async () => 2);
  await app.register(
    restPlugin(router, {
      context: () => {
        if (read >= ended) throw new Error('the session has ended');
        return { principal };
      },
      success: (data) => ({ success: true, data }),
      failure: restFailure,
      forms,
      timeoutMs: 5000,
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/bills`;
}

const headers = (accept: string) => ({ accept, 'accept-language': 'en' });
const ask = (url: string, accept: string) => fetch(url, { headers: headers(accept) });

/** A client that reads nothing of the answer yet. */
async function open(url: string, accept: string): Promise<IncomingMessage> {
  const [answer] = await once(get(url, { headers: headers(accept), agent: false }), 'response');
  return answer as IncomingMessage;
}

/** Until the number stays the same. */
async function settled(): Promise<number> {
  for (let before = -1; before !== read; await wait(300)) before = read;
  return read;
}

it.each([csvType, xlsxType])('%s has every row, of all pages', async (type) => {
  const url = await serve(3 * pageRows + 1);
  const answer = await ask(url, type);
  const bytes = await answer.arrayBuffer();
  const rows =
    type === csvType
      ? readCsv(new TextDecoder().decode(bytes)).length
      : ((await readXlsx(bytes))[0]?.rowCount ?? 0);
  expect(rows).toBe(3 * pageRows + 2);
  expect(read).toBe(4);
});

it.each([csvType, xlsxType])('%s: pages are read only as the client takes them', async (type) => {
  const url = await serve(1_000_000);
  const answer = await open(url, type);
  const taken = await settled();
  // What the sockets of both sides hold: 0.4 MB a page, less where it is compressed.
  expect(taken).toBeLessThan(type === csvType ? 60 : 800);
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > 3_000_000) break;
  }
  answer.destroy();
  const after = await settled();
  expect(after).toBeLessThan(1000);
  await wait(500);
  expect(read).toBe(after);
});

it.each([csvType, xlsxType])('%s: a failure in the middle breaks the connection off', async (type) => {
  const url = await serve(10 * pageRows, { fails: 3 });
  const answer = await ask(url, type);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(read).toBe(3);
});

it('a session that ends breaks it off too', async () => {
  const url = await serve(10 * pageRows, { ended: 4 });
  await expect((await ask(url, csvType)).text()).rejects.toThrow();
  expect(read).toBe(4);
});

it('a failure of the first page is answered as any other', async () => {
  const url = await serve(10, { fails: 1 });
  const answer = await ask(url, csvType);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toMatchObject({ success: false, error: { code: 'INTERNAL' } });
});

it('HEAD reads the first page alone', async () => {
  const url = await serve(10 * pageRows);
  const answer = await fetch(url, { method: 'HEAD', headers: headers(csvType) });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(await answer.text()).toBe('');
  expect(read).toBe(1);
});

it('an account has at most two files under way', async () => {
  const url = await serve(1_000_000);
  const under = [await open(url, csvType), await open(url, csvType)];
  const third = await ask(url, xlsxType);
  expect(third.status).toBe(503);
  expect(third.headers.get('retry-after')).toBe('5');
  expect(await third.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  // JSON is none.
  expect((await ask(url, 'application/json')).status).toBe(200);
  for (const answer of under) answer.destroy();
  await expect
    .poll(async () => {
      const answer = await open(url, csvType);
      answer.destroy();
      return answer.statusCode;
    })
    .toBe(200);
});

it('who hangs up before the first page is there has none under way', async () => {
  const url = await serve(10, { slowMs: 300 });
  for (let n = 0; n < 3; n += 1) {
    const asked = fetch(url, { headers: headers(csvType), signal: AbortSignal.timeout(150) });
    await expect(asked).rejects.toThrow();
  }
  await wait(500);
  expect((await ask(url, csvType)).status).toBe(200);
});

it('an empty list has its titles', async () => {
  const url = await serve(0);
  const rows = readCsv(await (await ask(url, csvType)).text());
  expect(rows).toHaveLength(1);
  expect(rows[0]?.slice(0, 2)).toEqual(['Date', 'Amount']);
});
