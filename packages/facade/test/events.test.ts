import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ended, router } from './features.ts';
import { adapters, type Service } from './support/adapters.ts';

describe.each(adapters)('%s', (_name, start) => {
  let service: Service;
  beforeAll(async () => {
    service = await start(router);
  });
  beforeEach(() => {
    ended.length = 0;
  });
  afterAll(() => service.close());

  test('events with their ids', async () => {
    const response = await service.send('/ticks');
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(await response.text()).toBe(': open\n\nid: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n');
    expect(ended).toContain('upTo 2, aborted false');
  });

  test('a client goes on where it was', async () => {
    const response = await service.send('/ticks?upTo=4', { headers: { 'last-event-id': '3' } });
    expect(await response.text()).toBe(': open\n\nid: 4\ndata: {"n":4}\n\n');
  });

  test('what is wrong before the first event has a status', async () => {
    const response = await service.send('/ticks?upTo=x');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['upTo'] }] });
  });

  test('what fails later is an event, without what it is not meant to tell', async () => {
    const text = await (await service.send('/ticks?upTo=5')).text();
    expect(text).toContain('data: {"n":5}\n\nevent: error\ndata: {"message":"Something went wrong"');
    expect(text).not.toContain('secret');
  });

  test('an event that is not as declared is not sent', async () => {
    const text = await (await service.send('/untrue')).text();
    expect(text).toBe(
      ': open\n\nevent: error\ndata: {"message":"Something went wrong","code":"INTERNAL_SERVER_ERROR"}\n\n',
    );
  });

  test('generators of a query and observables', async () => {
    expect(await (await service.send('/generated')).text()).toContain(
      'data: {"at":"1970-01-01T00:00:00.000Z","big":"5"}\n\n',
    );
    expect(await (await service.send('/observed')).text()).toContain('data: "one"\n\n');
  });

  test('the procedure ends when the client has gone', async () => {
    const controller = new AbortController();
    const response = await service.send('/ticks?upTo=7', { signal: controller.signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('"n":1}')) text += decoder.decode((await reader?.read())?.value);
    controller.abort();
    await expect.poll(() => ended).toContain('upTo 7, aborted true');
  });

  test('HEAD does not wait for the end', async () => {
    const response = await service.send('/ticks?upTo=7', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });
});
