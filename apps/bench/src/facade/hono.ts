import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { ready } from '../peers/settings.ts';
import { Note, NoteInput, NoteKey, noteOf, stored } from './router.ts';

// It documents its answers and does not validate them.
const responses = { 200: { description: 'A note', content: { 'application/json': { schema: Note } } } };
const body = { required: true, content: { 'application/json': { schema: NoteInput } } };

const app = new OpenAPIHono();
app.openapi(
  createRoute({ method: 'get', path: '/notes/{noteID}', request: { params: NoteKey }, responses }),
  (c) => c.json(noteOf(c.req.valid('param').noteID, stored), 200),
);
app.openapi(createRoute({ method: 'post', path: '/notes', request: { body }, responses }), (c) =>
  c.json(noteOf('new', c.req.valid('json')), 200),
);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info) => ready(info as AddressInfo));
