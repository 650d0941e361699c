import { operations, router } from '@daybook/api';
import { everyone } from '@daybook/domain';
import Fastify from 'fastify';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { deprecationHeaders } from '../../src/http/deprecation.ts';
import { apiDocument } from '../../src/http/document.ts';
import { rest } from '../../src/http/rest.ts';
import { test } from '../support/test.ts';

// Nothing is deprecated today: a router of its own shows what happens when something is to go.
const { operation } = operations({
  tag: { name: 'Notes', description: 'Notes' },
  bulkhead: 'others',
  tokens: 'never',
});
const note = (path: `/${string}`, deprecated?: { readonly since?: string; readonly sunset: string }) =>
  operation({
    rest: `GET ${path}`,
    access: everyone,
    summary: 'A note',
    description: 'One note.',
    example: { data: 'a note' },
    ...(deprecated && { deprecated }),
  })
    .input(z.object({ text: z.string().optional().meta({ description: 'A text' }) }))
    .output(z.string())
    .query(() => 'a note');
const notes = router({
  old: note('/old', { since: '2026-01-31', sunset: '2027-01-31' }),
  going: note('/going', { sunset: '2027-06-30' }),
  stays: note('/stays'),
});

const it = test.extend('get', { scope: 'file' }, async ({ service, admin: { token } }, { onCleanup }) => {
  const app = Fastify();
  app.decorateRequest('callerId', undefined);
  app.decorateRequest('callerToken', undefined);
  app.decorateRequest('failureCode', undefined);
  app.decorateRequest('bulkhead', undefined);
  await app.register(rest(service.dependencies, notes));
  onCleanup(() => app.close());
  return async (url: string, authorization = `Bearer ${token}`) => {
    const { statusCode, headers } = await app.inject({ url, headers: { authorization } });
    return [statusCode, headers.deprecation, headers.sunset];
  };
});

const old = ['@1769817600', 'Sun, 31 Jan 2027 00:00:00 GMT'];

describe('what is to go', () => {
  it('says since when and until when, in failures too', async ({ get }) => {
    expect(await get('/old')).toEqual([200, ...old]);
    expect(await get('/old', 'Bearer nonsense')).toEqual([401, ...old]);
    expect(await get('/old?text=1&text=2')).toEqual([400, ...old]);
    expect(await get('/going')).toEqual([200, undefined, 'Wed, 30 Jun 2027 00:00:00 GMT']);
    expect(await get('/stays')).toEqual([200, undefined, undefined]);
  });

  it('is marked in the document, with its headers', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a part of the document
    const { paths, components } = apiDocument(notes) as any;
    const headersOf = (path: string) => {
      const { responses } = paths[path].get;
      const named = responses['401'].$ref.split('/').at(-1);
      return [responses['200'], components.responses[named]].map(({ headers }) =>
        Object.keys(headers).filter((name) => ['Deprecation', 'Sunset'].includes(name)),
      );
    };
    const marks = Object.keys(paths).map((path) => [path, paths[path].get.deprecated, ...headersOf(path)]);
    expect(marks).toEqual([
      ['/old', true, ['Deprecation', 'Sunset'], ['Deprecation', 'Sunset']],
      ['/going', true, ['Sunset'], ['Sunset']],
      ['/stays', undefined, [], []],
    ]);
  });

  it('is told by the one that goes first, of several in one batch', () => {
    const [later, sooner] = [
      { deprecated: { sunset: '2027-06-30' } },
      { deprecated: { sunset: '2027-01-31' } },
    ];
    expect(deprecationHeaders([{}, later, sooner])).toEqual({ sunset: old[1] });
    expect(deprecationHeaders([{}, {}])).toEqual({});
  });

  it('has days that there are', () => {
    for (const sunset of ['2027-02-30', 'soon', ''])
      expect(() => deprecationHeaders([{ deprecated: { sunset } }])).toThrow('no day');
  });
});
