import type { DocumentOptions } from '../src/document.ts';
import type { NotesMeta } from './notes.ts';

const meaning: Record<number, string> = {
  400: 'The input is at fault',
  401: 'No valid credentials',
  404: 'No such note',
  500: 'A defect',
};

/** What a linter's strictest rules ask for, for the router of notes. */
export const documentOptions = {
  info: {
    title: 'Notes',
    version: '1.0.0',
    description: 'Notes and labels',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Notes', url: 'https://notes.test' },
  },
  servers: [{ url: '/', description: 'This server' }],
  tags: [{ name: 'Notes', description: 'Notes and their labels' }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  envelope: (result) => ({
    type: 'object',
    required: ['ok', 'data'],
    properties: { ok: { type: 'boolean', const: true }, data: result },
  }),
  failure: {
    name: 'Failure',
    schema: {
      type: 'object',
      required: ['ok', 'code'],
      properties: { ok: { type: 'boolean', const: false }, code: { type: 'string' } },
    },
  },
  failures({ meta, params }) {
    const statuses = [400, 500, ...(meta.open ? [] : [401]), ...(params.length > 0 ? [404] : [])];
    const challenge = { 'WWW-Authenticate': { schema: { type: 'string' as const } } };
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        { description: meaning[status] ?? '', ...(status === 401 && { headers: challenge }) },
      ]),
    );
  },
} satisfies DocumentOptions<NotesMeta>;
