import type { RestMeta } from '@daybook/facade';
import type { ORPCMeta } from '@orpc/trpc';
import { initTRPC } from '@trpc/server';
import { z } from 'zod';

export interface Context {
  readonly requestId: string;
}

const t = initTRPC.meta<RestMeta & ORPCMeta>().context<Context>().create({ isDev: false });

export const Note = z.object({
  _id: z.string(),
  title: z.string(),
  text: z.string(),
  labels: z.array(z.string()),
  pinned: z.boolean(),
  version: z.int(),
});
export const NoteKey = z.object({ noteID: z.uuid() });
export const NoteInput = z.object({
  title: z.string().trim().min(1).max(200),
  text: z.string().max(10_000).default(''),
  labels: z.array(z.string().max(50)).max(20).default([]),
  pinned: z.boolean().default(false),
});

/** What every peer answers; nothing is looked up, so that the way to the procedure and back is all there is. */
export const noteOf = (id: string, fields: z.output<typeof NoteInput>) => ({
  _id: id,
  ...fields,
  version: 1,
});
export const stored = { title: 'Rent', text: 'Paid in cash', labels: ['house'], pinned: false };

export const router = t.router({
  notes: t.router({
    get: t.procedure
      .meta({
        openapi: { method: 'GET', path: '/notes/{noteID}', summary: 'One note' },
        route: { method: 'GET', path: '/notes/{noteID}' },
      })
      .input(NoteKey)
      .output(Note)
      .query(({ input }) => noteOf(input.noteID, stored)),
    create: t.procedure
      .meta({
        openapi: { method: 'POST', path: '/notes', summary: 'Add a note' },
        route: { method: 'POST', path: '/notes' },
      })
      .input(NoteInput)
      .output(Note)
      .mutation(({ input }) => noteOf('new', input)),
  }),
});
export type Router = typeof router;
