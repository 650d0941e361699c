import { Writable } from 'node:stream';
import Fastify from 'fastify';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { loggerOptions } from '../../src/logger.ts';

function logged(terminal = false) {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ logger: loggerOptions('info', terminal, destination) });
  const text = () => lines.join('');
  const last = () => JSON.parse(lines.at(-1) ?? 'null');
  return { app, text, last, lines };
}

/** As drizzle-orm makes them, which the server itself does not depend on. */
class DrizzleQueryError extends Error {
  readonly query: string;
  readonly params: unknown[];

  constructor(query: string, params: unknown[], cause: Error) {
    super(`Failed query: ${query}\nparams: ${params}`, { cause });
    this.query = query;
    this.params = params;
  }
}

const refused = () =>
  Object.assign(Object.create(postgres.PostgresError.prototype), new Error(), {
    name: 'PostgresError',
    message: 'duplicate key value: top-s3cret',
    stack: 'PostgresError: duplicate key value: top-s3cret\n    at ErrorResponse (connection.js:1:1)',
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (username)=(top-s3cret) already exists.',
    constraint_name: 'users_username_key',
    table_name: 'users',
    routine: '_bt_check_unique',
  });
const drizzled = () =>
  new DrizzleQueryError('insert into "users" values ($1)', ['top-s3cret\n    at forged'], refused());

test('requests: method, path, address, id; no query string and no headers', async () => {
  const { app, text, lines } = logged();
  app.get('/users', async () => 'ok');
  const headers = {
    authorization: 'Bearer top-s3cret',
    cookie: 'refresh=top-s3cret',
    'x-extra': 'top-s3cret',
  };
  await app.inject({ url: '/users?search=top-s3cret', headers });
  const [request, response] = lines.map((line) => JSON.parse(line));
  expect(request.req).toEqual({ id: 'req-1', method: 'GET', url: '/users', remoteAddress: '127.0.0.1' });
  expect(response.res).toEqual({ statusCode: 200 });
  expect(text()).not.toContain('top-s3cret');
});

test('long paths are truncated', async () => {
  const { app, lines } = logged();
  app.get('/*', async () => 'ok');
  await app.inject({ url: `/${'a/'.repeat(7500)}` });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1500);
  expect(JSON.parse(lines[0] ?? '').req.url).toMatch(/^\/(a\/){200,}a?$/);
});

test.each(
  [
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'Set-Cookie',
    'password',
    'current',
    'new',
  ].concat([
    'accessToken',
    'refreshToken',
    'refresh_token',
    'token',
    'passwordHash',
    'jwtSecret',
    'databaseUrl',
    'adminPassword',
  ]),
)('%s is hidden at every depth', (name) => {
  const { app, text } = logged();
  const leaf = { [name]: 'top-s3cret' };
  app.log.info({ ...leaf, a: leaf, b: { c: { d: { e: leaf } } }, list: [leaf, [leaf]] }, 'x');
  if (!/^[A-Z]|[-_]/.test(name)) app.log.child(leaf).info('y');
  expect(text()).not.toContain('top-s3cret');
  expect(text().match(/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(5);
});

test('other values are logged unchanged', () => {
  const { app, last } = logged();
  const at = new Date(0);
  app.log.info(
    { count: 2, at, ids: ['a', null], none: undefined, bill: { value: '1.50', news: 'yes' } },
    'text',
  );
  expect(last()).toMatchObject({ count: 2, at: at.toISOString(), ids: ['a', null], msg: 'text' });
  expect(last().bill).toEqual({ value: '1.50', news: 'yes' });
});

test('a database error: codes and names, never SQL or its parameters', () => {
  const { app, text, last } = logged();
  app.log.error({ err: drizzled() }, 'failed');
  expect(last().err).toMatchObject({
    type: 'DrizzleQueryError',
    code: '23505',
    constraint: 'users_username_key',
    routine: '_bt_check_unique',
    stack: expect.stringMatching(/^DrizzleQueryError\n {4}at .*logger\.test\.ts/),
  });
  app.log.error(drizzled());
  app.log.error(refused(), 'bare');
  app.log.error({ err: new Error('could not save', { cause: drizzled() }) });
  app.log.error({ details: { reason: drizzled() }, list: [refused()] });
  // As TRPCError does: it takes over the message and the stack of its cause.
  const cause = drizzled();
  const wrapped = Object.assign(new Error(cause.message, { cause }), { stack: cause.stack });
  app.log.error({ err: wrapped });
  expect(last().err).toMatchObject({ message: '[database error]', cause: { code: '23505' } });
  app.log.error({ err: new Error(`seen: ${cause.message}`) });
  for (const secret of ['top-s3cret', 'insert into', 'forged']) expect(text()).not.toContain(secret);
});

test('other errors: type, message, code, stack and causes', () => {
  const { app, last } = logged();
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  app.log.error({ err: new TypeError('outer', { cause: new DrizzleQueryError('select 1', [], cause) }) });
  expect(last().err).toMatchObject({
    type: 'TypeError',
    message: 'outer',
    stack: expect.stringMatching(/^TypeError: outer\n {4}at /),
    cause: { type: 'DrizzleQueryError', cause: { code: 'ECONNREFUSED', message: cause.message } },
  });
  const loop = new Error('loop');
  loop.cause = loop;
  app.log.error(loop);
  app.log.error({ err: 'a thrown text' });
  expect(last().err).toMatchObject({ type: 'string', message: 'a thrown text' });
});

test.each([false, true])(
  'line breaks and terminal codes in values forge no line (on a terminal: %s)',
  (terminal) => {
    const { app, text } = logged(terminal);
    const forged = 'x\r\n[12:00:00] INFO: forged\u001b[2J\u009b31m\u2028';
    app.log.info({ name: forged, [forged]: forged, deep: { list: [forged], [forged]: 1 } }, forged);
    app.log.error({ err: new Error(forged, { cause: new Error(forged) }) }, forged);
    expect(text()).toContain('forged');
    expect(text()).not.toMatch(/^\s*\[12:00:00\]/m);
    if (terminal) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
      expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    } else {
      const lines = text().trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([forged, forged]);
    }
  },
);

test('on a terminal: time, level and message', () => {
  const { app, text } = logged(true);
  app.log.info({ answer: 42 }, 'hello');
  expect(text()).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: hello \{"answer":42\}\n$/);
});

test('lower levels are not logged', () => {
  const { app, text } = logged();
  app.log.debug('not this');
  expect(text()).toBe('');
});
