import { os } from '@orpc/server';
import type { Context } from './router.ts';
import { Note, NoteInput, NoteKey, noteOf, stored } from './router.ts';

const base = os.$context<Context>();

/** The same procedures, written for oRPC. */
export const orpcRouter = {
  get: base
    .route({ method: 'GET', path: '/notes/{noteID}' })
    .input(NoteKey)
    .output(Note)
    .handler(({ input }) => noteOf(input.noteID, stored)),
  create: base
    .route({ method: 'POST', path: '/notes' })
    .input(NoteInput)
    .output(Note)
    .handler(({ input }) => noteOf('new', input)),
};
