import { randomBytes } from 'node:crypto';
import { describe, expect, vi } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { startTraces } from '../../src/observability/traces.ts';
import { type ReceivedSpan, startCollector } from '../support/receivers.ts';
import { test } from '../support/test.ts';
import { listenWith } from '../support/wire.ts';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

const it = test
  .extend('collector', { scope: 'file' }, async ({ service: _ }, { onCleanup }) => {
    const collector = await startCollector();
    onCleanup(collector.close);
    return collector;
  })
  /** The application with traces, and how to call it within one. */
  .extend('traced', { scope: 'file' }, async ({ service, admin, collector }, { onCleanup }) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '20');
    const traces = startTraces({ sampler: 'parentbased_always_on', ratio: 1 }, '1.2.3');
    vi.unstubAllEnvs();
    const { pools, close: closePools } = connectPools(service.server, { observe: traces.observePool });
    const { url, close } = await listenWith(service, { pools, traces });
    onCleanup(async () => {
      await close();
      await traces.close();
      await closePools();
    });
    async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
      const traceId = hex(16);
      const parentId = hex(8);
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          traceparent: `00-${traceId}-${parentId}-01`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await answer.text();
      const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
      const server = () => ofTrace().find(({ kind }) => kind === 2);
      await expect.poll(server).toBeDefined();
      return { status: answer.status, parentId, server: server() as ReceivedSpan, spans: ofTrace() };
    }
    return { url, call };
  });

const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan) =>
  spans.filter(({ parentId }) => parentId === parent.spanId);

it('a request, its procedure and its statements are one trace, which the caller began', async ({
  traced,
  collector,
}) => {
  const { status, parentId, server, spans } = await traced.call('/payees', { name: 'Private Payee' });
  expect(status).toBe(200);
  expect(server).toMatchObject({ parentId, name: 'POST /payees', status: 0 });
  expect(server.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/payees',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
  const children = childrenOf(spans, server);
  expect(children.map(({ name, kind }) => [name, kind]).sort()).toEqual([
    ['payees.create', 1],
    ['select sessions', 3],
  ]);
  const procedure = children.find(({ name }) => name === 'payees.create') as ReceivedSpan;
  const [statement, ...others] = childrenOf(spans, procedure);
  expect(others).toEqual([]);
  expect(statement).toMatchObject({ kind: 3, name: expect.stringContaining('payees') });
  expect(statement?.attributes).toMatchObject({
    'db.system.name': 'postgresql',
    'db.client.connection.pool.name': 'payeesWrites',
    'db.query.text': expect.stringMatching(/insert into "payees".*\$1/s),
  });
  expect(collector.requests[0]).toEqual({ path: '/v1/traces', contentType: 'application/x-protobuf' });
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'daybook', 'service.version': '1.2.3' });
});

it('each call of a batch has a span, with its statement below it', async ({ traced }) => {
  const path = '/trpc/payees.list,bills.list,payees.list?batch=1&input={"0":{},"1":{},"2":{}}';
  const { status, server, spans } = await traced.call(path);
  expect([status, server.name]).toEqual([200, 'GET /trpc/:path']);
  const procedures = childrenOf(spans, server).filter(({ kind }) => kind === 1);
  expect(procedures.map(({ name }) => name).sort()).toEqual(['bills.list', 'payees.list', 'payees.list']);
  for (const procedure of procedures) {
    const table = procedure.name.replace('.list', '');
    const statements = childrenOf(spans, procedure);
    expect(statements.map(({ attributes }) => attributes['db.query.text'])).toEqual([
      expect.stringContaining(`"${table}"`),
    ]);
  }
});

it('requests at once keep to their own traces', async ({ traced }) => {
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) => traced.call(n % 2 ? '/payees' : '/bills', n % 3 ? undefined : {})),
  );
  for (const { server, spans } of all)
    for (const span of spans)
      if (span !== server && span.kind === 1) {
        expect(span.parentId).toBe(server.spanId);
        expect(span.name).toContain(server.name.split('/')[1]);
      }
});

describe('what goes wrong', () => {
  it('is named by its code; a caller’s own fault is no error', async ({ traced }) => {
    const { server, spans } = await traced.call('/payees/0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e');
    expect(server).toMatchObject({ name: 'GET /payees/:payeeID', status: 0 });
    expect(server.attributes).toMatchObject({ 'error.type': 'NOT_FOUND', 'http.response.status_code': 404 });
    const [procedure] = childrenOf(spans, server).filter(({ kind }) => kind === 1);
    expect(procedure).toMatchObject({ status: 0, attributes: { 'error.type': 'NOT_FOUND' } });
  });

  it('a traceparent that is none begins a trace', async ({ traced, collector }) => {
    const before = collector.spans.length;
    const answer = await fetch(`${traced.url}/payees`, { headers: { traceparent: 'nonsense' } });
    expect(answer.status).toBe(401);
    const found = () => collector.spans.slice(before).find(({ kind }) => kind === 2);
    await expect.poll(found).toMatchObject({ parentId: '' });
  });
});

it('no span holds what a client has sent, or who it is', async ({ traced, collector, admin }) => {
  await traced.call('/payees', { name: 'Zebedee', extraNotes: 'Confidential' });
  await traced.call('/users?search=Zebedee');
  await traced.call('/calendar/Zebedee.ics');
  await traced.call('/payees/Zebedee');
  await traced.call(`/bills/${admin.token}`);
  await traced.call(`/trpc/${admin.token}`);
  await traced.call('/auth', { username: 'Zebedee', password: 'Confidential' });
  const text = collector.text();
  expect(text).toContain('insert into "payees"');
  for (const secret of ['Zebedee', 'Confidential', admin.token, admin.id, admin.username])
    expect(text).not.toContain(secret);
});
