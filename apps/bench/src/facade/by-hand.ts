import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { ready } from '../peers/settings.ts';
import { noteOf, stored } from './router.ts';

const string = { type: 'string' } as const;
const fields = {
  title: { type: 'string', minLength: 1, maxLength: 200 },
  text: { type: 'string', maxLength: 10_000, default: '' },
  labels: { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 50 }, default: [] },
  pinned: { type: 'boolean', default: false },
} as const;
const note = {
  type: 'object',
  required: ['_id', 'title', 'text', 'labels', 'pinned', 'version'],
  properties: { _id: string, ...fields, version: { type: 'integer' } },
} as const;
const params = {
  type: 'object',
  required: ['noteID'],
  properties: { noteID: { type: 'string', format: 'uuid' } },
} as const;
const response = { 200: note };

const app = Fastify();
app.get<{ Params: { noteID: string } }>('/notes/:noteID', { schema: { params, response } }, async (request) =>
  noteOf(request.params.noteID, stored),
);
app.post<{ Body: typeof stored }>(
  '/notes',
  { schema: { body: { type: 'object', required: ['title'], properties: fields }, response } },
  async ({ body }) => noteOf('new', { ...body, title: body.title.trim() }),
);
await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
