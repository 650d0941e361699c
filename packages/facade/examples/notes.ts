import { type RestMeta, restPlugin, serverOptions, setErrorHandlers } from '@daybook/facade';
import { openApiDocument } from '@daybook/facade/document';
import { initTRPC, TRPCError } from '@trpc/server';
import Fastify from 'fastify';
import { z } from 'zod';

// Notes of their own for everybody who sends a name: credentials, an envelope, and failures of one's own.

interface Context {
  readonly user: string;
}
const t = initTRPC.meta<RestMeta>().context<Context>().create();

const Note = z.object({ id: z.string(), text: z.string(), by: z.string() }).meta({ id: 'Note' });
const notes = new Map<string, z.infer<typeof Note>>();

const router = t.router({
  list: t.procedure
    .meta({ openapi: { method: 'GET', path: '/notes', summary: 'My notes' } })
    .input(z.object({ search: z.string().default('') }))
    .output(z.array(Note))
    .query(({ input, ctx }) =>
      [...notes.values()].filter(({ by, text }) => by === ctx.user && text.includes(input.search)),
    ),
  add: t.procedure
    .meta({ openapi: { method: 'POST', path: '/notes', summary: 'Add a note' } })
    .input(z.object({ text: z.string().min(1) }))
    .output(Note)
    .mutation(({ input, ctx }) => {
      const note = { id: String(notes.size + 1), text: input.text, by: ctx.user };
      notes.set(note.id, note);
      return note;
    }),
  get: t.procedure
    .meta({ openapi: { method: 'GET', path: '/notes/{id}', summary: 'One of my notes' } })
    .input(z.object({ id: z.string() }))
    .output(Note)
    .query(({ input, ctx }) => {
      const note = notes.get(input.id);
      if (note?.by !== ctx.user) throw new TRPCError({ code: 'NOT_FOUND', message: 'No such note' });
      return note;
    }),
});

const app = Fastify(serverOptions());
setErrorHandlers(app);
await app.register(
  restPlugin(router, {
    context({ request }) {
      const user = request.headers.authorization?.replace(/^Bearer /, '');
      if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Send Authorization: Bearer <name>' });
      return { user };
    },
    success: (data) => ({ data }),
  }),
);
const document = openApiDocument(router, {
  info: { title: 'Notes', version: '1.0.0' },
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  envelope: (result) => ({ type: 'object', required: ['data'], properties: { data: result } }),
});
app.get('/openapi.json', async () => document);
console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
