import type { Server } from 'node:http';
import { initTRPC, TRPCError } from '@trpc/server';
import Fastify, { type FastifyHttpOptions } from 'fastify';
import { z } from 'zod';
import {
  type FailureFormatter,
  HttpError,
  type RestHooks,
  type RestMeta,
  restPlugin,
  serverOptions,
  setErrorHandlers,
} from '../src/index.ts';

export interface Caller {
  name: string;
}

export type NotesMeta = RestMeta & { open?: boolean };
export const t = initTRPC.meta<NotesMeta>().context<Caller>().create({ isDev: false });

const NoteID = z.string().meta({ id: 'NoteID', description: 'Identifier of a note' });
const Label = z.object({ name: z.string(), colour: z.string().optional() }).meta({ id: 'Label' });
const Settings = z.object({ size: z.number().default(10) }).meta({ id: 'Settings' });
const Note = z.object({ _id: NoteID, title: z.string(), labels: z.array(Label) }).meta({ id: 'Note' });
/** Reads "true" and "false" too: the kind of field that the library's adapters coerce. */
const Flag = z.codec(z.union([z.boolean(), z.enum(['true', 'false'])]), z.boolean(), {
  decode: (value) => value === true || value === 'true',
  encode: (value) => value,
});
const NoteInput = z
  .object({ title: z.string().min(1), pinned: Flag.optional(), labels: z.array(Label).optional() })
  .meta({ id: 'NoteInput' });
const Echo = z.record(z.string(), z.unknown());

const tags = ['Notes'];

/** A small neutral service; `notes.list`, `get`, `update` … answer with what reached them. */
export const router = t.router({
  notes: t.router({
    get: t.procedure
      .meta({ openapi: { method: 'GET', path: '/notes/{noteID}', summary: 'One note', tags } })
      .input(z.object({ noteID: NoteID }))
      .output(Note)
      .query(({ input }) => {
        if (input.noteID === 'absent') throw new TRPCError({ code: 'NOT_FOUND', message: 'No such note' });
        if (input.noteID === 'broken') throw new Error('secret');
        return { _id: input.noteID, title: 'A note', labels: [] };
      }),
    list: t.procedure
      .meta({ openapi: { method: 'GET', path: '/notes', summary: 'Notes', tags } })
      .input(
        z.object({
          search: z.string().optional().meta({ description: 'Words in the title' }),
          label: z.union([z.string(), z.array(z.string())]).optional(),
          limit: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(100)).optional(),
          ids: z.preprocess(
            (ids) => (ids === undefined ? ids : [ids].flat()),
            z.array(z.string()).optional(),
          ),
          sort: z.literal(['title', 'age']).default('title'),
        }),
      )
      .output(Echo)
      .query(({ input }) => input),
    newest: t.procedure
      .meta({
        openapi: { method: 'GET', path: '/notes/newest', summary: 'The newest note', tags, protect: false },
        open: true,
      })
      .output(Note)
      .query(() => ({ _id: 'newest', title: 'Newest', labels: [] })),
    create: t.procedure
      .meta({ openapi: { method: 'POST', path: '/notes', summary: 'Add a note', tags } })
      .input(NoteInput)
      .output(Echo)
      .mutation(({ input, ctx }) => ({ ...input, by: ctx.name })),
    update: t.procedure
      .meta({ openapi: { method: 'PUT', path: '/notes/{noteID}', summary: 'Change a note', tags } })
      .input(
        z
          .object({
            noteID: NoteID,
            title: z.string().optional(),
            body: z.unknown().optional(),
            pinned: Flag.optional(),
          })
          .refine(
            ({ noteID: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
            'Send a field',
          ),
      )
      .output(Echo)
      .mutation(({ input }) => input),
    remove: t.procedure
      .meta({ openapi: { method: 'DELETE', path: '/notes/{noteID}', summary: 'Remove a note', tags } })
      .input(z.object({ noteID: NoteID, why: z.string().optional() }))
      .output(Echo)
      .mutation(({ input }) => input),
    archive: t.procedure
      .meta({ openapi: { method: 'POST', path: '/notes/{noteID}/archive', summary: 'Archive a note', tags } })
      .input(z.object({ noteID: NoteID }))
      .output(z.void())
      .mutation(() => undefined),
    settings: t.procedure
      .meta({
        openapi: {
          method: 'PATCH',
          path: '/settings',
          operationId: 'changeSettings',
          summary: 'Change settings',
          tags,
        },
      })
      .input(z.object({ settings: Settings }))
      .output(z.object({ settings: Settings, label: Label }))
      .mutation(({ input }) => ({ settings: input.settings, label: { name: 'x' } })),
    count: t.procedure
      .meta({ openapi: { method: 'GET', path: '/count', summary: 'A number JSON cannot hold', tags } })
      .output(z.unknown())
      .query(() => 5n),
    slow: t.procedure
      .meta({ openapi: { method: 'GET', path: '/slow', summary: 'Too slow', tags } })
      .output(z.string())
      .query(
        ({ signal }) =>
          new Promise<string>((resolve) => signal?.addEventListener('abort', () => resolve('late'))),
      ),
    whole: t.procedure.input(z.string()).query(({ input }) => input),
  }),
});

export const failure: FailureFormatter = (error) => {
  const headers = { 'x-failed': 'yes' };
  if (error instanceof HttpError) {
    return { status: error.status, headers, body: { ok: false, code: error.kind, message: error.message } };
  }
  const code = error instanceof TRPCError ? error.code : 'INTERNAL_SERVER_ERROR';
  const status = { BAD_REQUEST: 400, UNAUTHORIZED: 401, NOT_FOUND: 404 }[code as string] ?? 500;
  return { status, headers, body: { ok: false, code } };
};

export const hooks: RestHooks<Caller, NotesMeta> = {
  context({ request, operation }) {
    const name = request.headers.authorization;
    if (name === undefined && operation.meta.open !== true) throw new TRPCError({ code: 'UNAUTHORIZED' });
    return { name: name ?? 'nobody' };
  },
  success(data, { reply, operation }) {
    if (operation.id === 'notes.list') reply.header('link', '</notes?after=1>; rel="next"');
    return { ok: true, data };
  },
  failure,
  route: ({ id }) => (id === 'notes.slow' ? { handlerTimeout: 50 } : {}),
};

/** The service, listening nowhere. */
export async function build(options: FastifyHttpOptions<Server> = {}) {
  const app = Fastify({ ...serverOptions(failure), ...options });
  setErrorHandlers(app, failure);
  await app.register(restPlugin(router, hooks));
  return app;
}
