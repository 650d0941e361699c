import { initTRPC, TRPCError, tracked } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { z } from 'zod';
import type { RestMeta, RestOperation } from '../src/index.ts';

export const t = initTRPC.meta<RestMeta>().context<object>().create({ isDev: false });

/** A procedure whose declaration is complete as far as linters ask. */
export const at = (openapi: RestOperation) =>
  t.procedure.meta({ openapi: { summary: openapi.path, tags: ['Features'], ...openapi } });

const Item = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Item' });
const items = new Map<string, z.infer<typeof Item>>();
const Put = Item.extend({ isNew: z.boolean() });

const answers = {
  put: at({
    method: 'PUT',
    path: '/items/{id}',
    statuses: {
      200: { description: 'It was changed', output: Item },
      201: { description: 'It was made', output: Item, headers: { Location: z.string() } },
    },
    answer: ({ id, isNew }: z.infer<typeof Put>) =>
      isNew ? { status: 201, headers: { Location: `/items/${id}` } } : { status: 200 },
  })
    .input(z.object({ id: z.string(), name: z.string() }))
    .output(Put)
    .mutation(({ input }) => {
      const isNew = !items.has(input.id);
      items.set(input.id, input);
      return { ...input, isNew };
    }),
  remove: at({ method: 'DELETE', path: '/items/{id}', statuses: { 204: { description: 'It is gone' } } })
    .input(z.object({ id: z.string() }))
    .output(z.void())
    .mutation(({ input }) => {
      if (!items.delete(input.id)) throw new TRPCError({ code: 'NOT_FOUND', message: 'No such item' });
    }),
  moved: at({
    method: 'GET',
    path: '/moved',
    deprecated: true,
    statuses: {
      200: { description: 'Here it is' },
      302: { description: 'It is elsewhere', headers: { Location: z.string() } },
    },
    answer: (to: string) => ({ status: 302, headers: { Location: to } }),
  })
    .output(z.string())
    .query(() => '/items'),
  wrong: at({
    method: 'GET',
    path: '/wrong',
    statuses: { 200: { headers: { 'X-Total': z.string() } } },
    answer: () => ({ headers: { 'X-Other': '1' } }),
  })
    .output(z.string())
    .query(() => 'a'),
  list: at({
    method: 'GET',
    path: '/items',
    representations: {
      'text/csv': {
        write: (rows: z.infer<typeof Item>[]) => rows.map(({ id, name }) => `${id},${name}\r\n`).join(''),
      },
      'application/x-ndjson': {
        async *write(rows: z.infer<typeof Item>[]) {
          for (const row of rows) yield `${JSON.stringify(row)}\n`;
        },
      },
    },
  })
    .output(z.array(Item))
    .query(() => [
      { id: '1', name: 'Paper' },
      { id: '2', name: 'Ünit' },
    ]),
  file: at({
    method: 'GET',
    path: '/file',
    json: false,
    representations: { 'application/octet-stream': { write: (bytes: Uint8Array) => bytes } },
  })
    .output(z.instanceof(Uint8Array))
    .query(() => new Uint8Array([0, 255, 10])),
  values: at({ method: 'GET', path: '/values' })
    .output(z.object({ at: z.date(), count: z.bigint(), many: z.array(z.bigint()) }))
    .query(() => ({ at: new Date(0), count: 2n ** 70n, many: [1n] })),
};

const Echo = z.record(z.string(), z.unknown());
const Cat = z.object({ kind: z.literal('cat'), lives: z.int() });
const Dog = z.object({ kind: z.literal('dog'), name: z.string() });
const Pet = z.discriminatedUnion('kind', [Cat, Dog]);

const requests = {
  placed: at({
    method: 'GET',
    path: '/placed/{page}',
    fields: {
      page: { read: 'number' },
      ifMatch: { in: 'header', name: 'If-Match' },
      languages: { in: 'header', name: 'X-Languages' },
      session: { in: 'cookie' },
      from: { name: 'from-day', read: 'date' },
      size: { read: 'number' },
      big: { read: 'bigint' },
      open: { read: 'boolean' },
      ids: { read: 'number' },
      sort: { separated: true },
    },
  })
    .input(
      z.object({
        page: z.int(),
        ifMatch: z.string().optional(),
        languages: z.array(z.string()).optional(),
        session: z.string().optional(),
        from: z.date().optional(),
        size: z.number().max(100).default(10),
        big: z.bigint().optional(),
        open: z.boolean().optional(),
        ids: z.array(z.number()).optional(),
        tags: z.array(z.string()).default([]),
        sort: z.array(z.enum(['name', 'age'])).optional(),
        either: z.union([z.string(), z.array(z.string())]).optional(),
      }),
    )
    .output(z.record(z.string(), z.unknown()))
    .query(({ input }) => ({ ...input, ...(input.big !== undefined && { big: `${input.big}n` }) })),
  many: at({ method: 'POST', path: '/many' })
    .input(z.array(Item))
    .output(z.object({ count: z.int() }))
    .mutation(({ input }) => ({ count: input.length })),
  whole: at({ method: 'PUT', path: '/lists/{id}', body: 'items', fields: { dryRun: { read: 'boolean' } } })
    .input(z.object({ id: z.string(), dryRun: z.boolean().default(false), items: z.array(z.string()) }))
    .output(Echo)
    .mutation(({ input }) => input),
  pet: at({ method: 'POST', path: '/pets' })
    .input(Pet)
    .output(Pet)
    .mutation(({ input }) => input),
  owned: at({ method: 'PUT', path: '/owners/{owner}/pet' })
    .input(z.union([Cat.extend({ owner: z.string() }), Dog.extend({ owner: z.string() })]))
    .output(Echo)
    .mutation(({ input }) => input),
  find: at({ method: 'GET', path: '/find' })
    .input(
      z.union([z.object({ id: z.string() }), z.object({ name: z.string(), place: z.string().optional() })]),
    )
    .output(Echo)
    .query(({ input }) => input),
  record: at({ method: 'POST', path: '/record' })
    .input(z.record(z.string(), z.number()))
    .output(Echo)
    .mutation(({ input }) => input),
  upload: at({ method: 'POST', path: '/upload', fields: { size: { read: 'number' } } })
    .input(
      z.object({
        title: z.string(),
        size: z.number().optional(),
        photo: z.file().mime(['image/png']),
        others: z.array(z.file()).default([]),
      }),
    )
    .output(Echo)
    .mutation(async ({ input: { title, size, photo, others } }) => {
      const texts = await Promise.all(others.map((other) => other.text()));
      return { title, size, name: photo.name, bytes: photo.size, texts };
    }),
  form: at({
    method: 'POST',
    path: '/form',
    bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
    fields: { count: { read: 'number' } },
  })
    .input(z.object({ text: z.string(), count: z.number(), tags: z.array(z.string()).optional() }))
    .output(Echo)
    .mutation(({ input }) => input),
  csv: at({ method: 'POST', path: '/csv', body: 'csv', bodyTypes: ['text/csv'] })
    .input(z.object({ csv: z.string(), separator: z.string().default(',') }))
    .output(Echo)
    .mutation(({ input: { csv, separator } }) => ({ cells: csv.trim().split(separator) })),
  picture: at({ method: 'PUT', path: '/picture', body: 'picture', bodyTypes: ['image/png'] })
    .input(z.object({ picture: z.file() }))
    .output(Echo)
    .mutation(({ input: { picture } }) => ({ type: picture.type, bytes: picture.size })),
  file: at({ method: 'POST', path: '/file', body: 'file', bodyTypes: ['multipart/form-data', 'text/csv'] })
    .input(z.object({ file: z.file(), title: z.string() }))
    .output(Echo)
    .mutation(({ input: { file, title } }) => ({ title, type: file.type, bytes: file.size })),
};

export const ended: string[] = [];
const Tick = z.object({ n: z.int() }).meta({ id: 'Tick' });
const events = {
  ticks: at({
    method: 'GET',
    path: '/ticks',
    events: Tick,
    fields: { after: { in: 'header', name: 'Last-Event-ID', read: 'number' }, upTo: { read: 'number' } },
  })
    .input(z.object({ after: z.int().default(0), upTo: z.int().max(1000).default(2) }))
    .subscription(async function* ({ input, signal }) {
      try {
        for (let n = input.after + 1; n <= input.upTo; n += 1) yield tracked(String(n), { n });
        if (input.upTo === 5) throw new Error('secret');
        if (input.upTo === 7) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      } finally {
        ended.push(`upTo ${input.upTo}, aborted ${signal?.aborted}`);
      }
    }),
  generated: at({
    method: 'GET',
    path: '/generated',
    events: z.object({ at: z.date(), big: z.bigint() }),
  }).query(async function* () {
    yield { at: new Date(0), big: 5n };
  }),
  observed: at({ method: 'GET', path: '/observed', events: z.string() }).subscription(() =>
    observable<string>((emit) => {
      emit.next('one');
      emit.complete();
    }),
  ),
  untrue: at({ method: 'GET', path: '/untrue', events: z.object({ n: z.int() }) }).query(async function* () {
    yield { n: 'x' };
  }),
};

export const router = t.router({
  answers: t.router(answers),
  requests: t.router(requests),
  events: t.router(events),
});
