import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import postgres from 'postgres';
import { v7 } from 'uuid';
import { decodeCursor } from '../cursor.ts';
import * as schema from './by-hand.schemas.ts';
import { claims, lifetime, ready, secret, settings, toPage } from './settings.ts';

// What Daybook does, with nothing between Fastify and the driver: the same statements, prepared, on pools of the same
// size; the same check of session and account in every request; the same cache of verified tokens.
const pool = (max: number, timeout: number) =>
  postgres(settings.databaseUrl, {
    max,
    fetch_types: false,
    connection: { statement_timeout: timeout, lock_timeout: Math.min(timeout, 3000) },
  });
const sql = pool(10, 4000);
const searching = pool(2, 1000);
const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
  'sign',
  'verify',
]);

interface Principal {
  id: string;
  role: string;
  unseen: boolean;
}
declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

const app = Fastify({ bodyLimit: 1024 * 1024 });
app.decorateRequest('principal', null);
const fail = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ success: false, message, error: { code, requestId: reply.request.id } });
app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
  const status = error.statusCode ?? 500;
  return fail(
    reply,
    status,
    status < 500 ? 'VALIDATION' : 'INTERNAL',
    status < 500 ? error.message : 'Something went wrong.',
  );
});

const verified = new Map<string, { session: string; expires: number }>();
async function sessionOf(token: string): Promise<string> {
  const known = verified.get(token);
  if (known && known.expires > Date.now()) return known.session;
  const { payload } = await jwtVerify(token, key, { ...claims, algorithms: ['HS256'], typ: 'at+jwt' });
  const session = String(payload.sid);
  if (verified.size >= 10_000) verified.clear();
  verified.set(token, { session, expires: (payload.exp ?? 0) * 1000 });
  return session;
}

async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const { authorization = '' } = request.headers;
  const session = authorization.startsWith('Bearer ')
    ? await sessionOf(authorization.slice(7)).catch(() => undefined)
    : undefined;
  const [principal] = session
    ? await sql<Principal[]>`
        select u.id, u.access_level as role, s.last_seen_at < now() - interval '5 minutes' as unseen
        from sessions s join users u on u.id = s.user_id and u.session_epoch = s.epoch
        where s.id = ${session} and s.expires_at > now() and u.active and u.deleted_at is null`
    : [];
  if (!principal) return fail(reply, 401, 'UNAUTHENTICATED', 'Log in first.');
  if (principal.unseen) await sql`update sessions set last_seen_at = now() where id = ${session ?? ''}`;
  request.principal = principal;
}
async function staffOnly(request: FastifyRequest, reply: FastifyReply) {
  if (request.principal?.role === 'User')
    return fail(reply, 403, 'FORBIDDEN', 'Your role does not allow this.');
}
const onRequest = [authenticate, staffOnly];

const isDue = sql`bills.due_date is not null and bills.paid_on is null and not bills.paid_by_cheque`;
const bill = sql`bills.id as _id, bills.date::text, bills.value, bills.description, bills.extra_notes as "extraNotes",
  bills.payee_id as payee, coalesce(payees.name, '') as "payeeName", bills.due_date::text as "dueDate",
  bills.paid_on::text as "paidOn", bills.account_id as account, coalesce(accounts.name, '') as "accountName",
  bills.current_cheque_id as cheque, coalesce(cheques.serial, '') as "chequeSerial",
  case when ${isDue} then 'due' when bills.due_date is not null then 'paid' end as status,
  (${isDue} and bills.due_date < current_date) as "isOverdue", bills.attachments,
  bills.created_at as "createdAt", bills.updated_at as "updatedAt", bills.version`;
const named = sql`left join payees on payees.id = bills.payee_id left join "bankAccounts" accounts on accounts.id = bills.account_id
  left join cheques on cheques.id = bills.current_cheque_id`;
const missing = (reply: FastifyReply) => fail(reply, 404, 'NOT_FOUND', 'There is no such record.');

app.get<schema.ById>('/bills/:id', { onRequest, schema: schema.getBill }, async ({ params }, reply) => {
  const [data] =
    await sql`select ${bill} from bills ${named} where bills.id = ${params.id} and bills.deleted_at is null`;
  return data ? { success: true, data } : missing(reply);
});

app.get<schema.Paged>('/bills', { onRequest, schema: schema.listBills }, async ({ query }) => {
  const { limit = 1000, cursor } = query;
  const [date = '', id = ''] = cursor ? decodeCursor(cursor) : [];
  const rows = await sql<{ _id: string; date: string }[]>`
    select ${bill} from bills ${named}
    where bills.deleted_at is null ${cursor ? sql`and (bills.date, bills.id) < (${date}, ${id})` : sql``}
    order by bills.date desc, bills.id desc limit ${limit + 1}`;
  return toPage(rows, limit);
});

app.post<schema.NewBill>('/bills', { onRequest, schema: schema.createBill }, async ({ body, principal }) => {
  const { description = '', extraNotes = '' } = body;
  const [data] = await sql`
    with bills as (insert into bills (id, date, value, description, extra_notes, changed_by)
    values (${v7()}, ${schema.day(body.date)}, ${body.value}, ${schema.text(description)}, ${schema.text(extraNotes)},
      ${principal?.id ?? null})
    returning *) select ${bill} from bills ${named}`;
  return { success: true, data };
});

app.put<schema.BillChange>('/bills/:id', { onRequest, schema: schema.updateBill }, async (request, reply) => {
  const { date, value, description, extraNotes } = request.body;
  const [data] = await sql`
    with bills as (update bills set
      date = coalesce(${date === undefined ? null : schema.day(date)}::date, date),
      value = coalesce(${value ?? null}::numeric, value),
      description = coalesce(${description === undefined ? null : schema.text(description)}::text, description),
      extra_notes = coalesce(${extraNotes === undefined ? null : schema.text(extraNotes)}::text, extra_notes),
      version = version + 1, updated_at = now(), changed_by = ${request.principal?.id ?? null}
    where id = ${request.params.id} and deleted_at is null
    returning *) select ${bill} from bills ${named}`;
  return data ? { success: true, data } : missing(reply);
});

const user = sql`id as _id, username, email, phone_number as "phoneNumber", access_level as "accessLevel", active,
  full_name as "fullName"`;

app.get<schema.Search>('/users', { onRequest, schema: schema.listUsers }, async ({ query }) => {
  const data = await searching`
    select ${user} from users where deleted_at is null and full_name ~* ${query.search ?? ''}
    order by name_key collate "C", id limit 10001`;
  return { success: true, data };
});

app.get<schema.Paged>('/logs', { onRequest: authenticate, schema: schema.listLogs }, async (request) => {
  const { limit = 1000, cursor } = request.query;
  const [date = '', id = ''] = cursor ? decodeCursor(cursor) : [];
  const own = request.principal?.role === 'User' ? sql`and worker_id = ${request.principal.id}` : sql``;
  const rows = await sql<{ _id: string; date: string }[]>`
    select l.id as _id, l.date::text, left(starting_time::text, 5) as "startingTime",
      left(finishing_time::text, 5) as "finishingTime", crosses_midnight as "crossesMidnight",
      duration_minutes as "durationMinutes", break_minutes as "breakMinutes",
      case when is_absent then 0 else duration_minutes - break_minutes end as "workedMinutes", payment,
      extra_notes as "extraNotes", worker_id as worker, u.full_name as "workerName", is_absent as "isAbsent",
      l.created_at as "createdAt", l.updated_at as "updatedAt", l.version
    from logs l join users u on u.id = l.worker_id
    where l.deleted_at is null ${own} ${cursor ? sql`and (l.date, l.id) < (${date}, ${id})` : sql``}
    order by l.date desc, l.id desc limit ${limit + 1}`;
  return toPage(rows, limit);
});

app.post<schema.Credentials>('/auth', { schema: schema.logIn }, async ({ body, ip, headers }, reply) => {
  const [account] = await sql`
    select ${user}, first_name as "firstName", last_name as "lastName", created_at as "createdAt",
      updated_at as "updatedAt", version, password_hash as hash
    from users where username_key = ${body.username.trim().toLowerCase()} and deleted_at is null`;
  const matches = account && (await verify(account.hash, body.password.normalize('NFKC')));
  if (!matches || !account.active)
    return fail(reply, 401, 'INVALID_CREDENTIALS', 'The username or the password is wrong.');
  const session = v7();
  const sign = (jwt: SignJWT, typ: string) =>
    jwt
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(claims.issuer)
      .setAudience(claims.audience)
      .sign(key);
  const refresh = await sign(new SignJWT({ sid: session, count: 0 }), 'refresh+jwt');
  const [opened] = await sql`
    insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
    select ${session}, id, session_epoch, now() + interval '30 days',
      ${createHash('sha256').update(refresh).digest('base64url')}, ${headers['user-agent'] ?? ''}, ${ip}
    from users where id = ${account._id} and active and deleted_at is null and password_hash = ${account.hash} for share
    returning id`;
  if (!opened) return fail(reply, 401, 'INVALID_CREDENTIALS', 'The username or the password is wrong.');
  const access = new SignJWT({ sid: session }).setSubject(account._id).setJti(crypto.randomUUID());
  const accessToken = await sign(access.setIssuedAt().setExpirationTime(`${lifetime}s`), 'at+jwt');
  reply.header('set-cookie', `daybook_refresh=${refresh}; Path=/auth; HttpOnly; SameSite=Strict`);
  return { success: true, data: { accessToken, tokenType: 'Bearer', expiresIn: lifetime, user: account } };
});

await app.listen({ host: '127.0.0.1', port: 0 });
ready(app.server.address() as AddressInfo);
