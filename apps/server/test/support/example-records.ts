import { declarations, exampleIds as ids, type Meta, recoveryCode, registration, sha256 } from '@daybook/api';
import {
  type Delivery,
  type EventPage,
  type Identity,
  resources,
  type Token,
  type Webhook,
} from '@daybook/domain';
import type { Operation } from '@daybook/facade';
import { callRest, procedure } from './calls.ts';
import { pathOf, samples } from './samples/index.ts';
import type { Person, Service } from './service.ts';

const refersTo = (resource: (typeof resources)[number]) =>
  Object.keys(samples[resource].references ?? {}).length;
/** Those that others refer to come first. */
const inOrder = resources.toSorted((one, other) => refersTo(one) - refersTo(other));

/** The statements that put a service's example records back, once they have been made. */
const restores = new WeakMap<Service, string>();

/** Makes the records of the document's examples, under their documented identifiers, as if nothing had happened yet. */
export async function makeExampleRecords(service: Service, admin: Person): Promise<void> {
  const restore = restores.get(service);
  if (restore) return void (await service.sql.unsafe(restore));
  await makeRecords(service, admin);
  restores.set(service, await takeSnapshot(service.sql, admin));
}

const [journalEntry = ''] = Object.values(declarations.get('journal.undo')?.example?.parameters ?? {});

/** Copies what the examples use. @returns the statements that put the copies back */
async function takeSnapshot(sql: Service['sql'], { id }: Person): Promise<string> {
  const [admin] = await sql`select password_hash from users where id = ${id}`;
  const wholeTables = [
    'closing_history',
    'closings',
    'settlement_values',
    'settlements',
    'cheque_events',
    'calendars',
    'factors',
    'recovery_codes',
    'tokens',
    'identities',
    'webhook_deliveries',
    'webhooks',
    'imports',
    'events',
    'event_state',
    ...resources.filter((resource) => resource !== 'users'),
  ];
  const rows: readonly (readonly [table: string, condition: string])[] = [
    ...wholeTables.map((table) => [table, 'true'] as const),
    ['users', `id = '${ids.user}' or username in ('grace', 'mary')`],
    ['sessions', `user_id = '${ids.user}' or id = '${ids.session}'`],
    ['journal', `record_id = '${ids.bill}' or id = ${journalEntry}`],
  ];
  const statements: string[] = [];
  for (const [table, condition] of rows) {
    const [row] = await sql`select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`;
    await sql.unsafe(
      `create table "example ${table}" as select ${row?.columns} from "${table}" where ${condition}`,
    );
    statements.push(
      `delete from "${table}" where ${condition}`,
      `insert into "${table}" (${row?.columns}) overriding system value select * from "example ${table}"`,
    );
  }
  return [
    'set session_replication_role = replica',
    ...statements,
    `update users set password_hash = '${admin?.password_hash}' where id = '${id}'`,
    // Settlements are issued in the name of the business.
    `update settings set name = '', currency = null`,
    // Nothing of before is yet to come.
    'update event_state set horizon = pg_current_xact_id()',
    'set session_replication_role = origin',
  ].join('; ');
}

async function makeRecords(service: Service, { id, token }: Person): Promise<void> {
  const { sql, call, logIn } = service;
  // Identifiers never change and records are never removed in the service: triggers and references are in the way.
  await sql`set session_replication_role = replica`;
  await sql`delete from cheque_events`;
  await sql`delete from settlement_values`;
  await sql`delete from settlements`;
  await sql`update closings set through = null`;
  await sql`delete from closing_history`;
  for (const table of inOrder.toReversed())
    await (table === 'users'
      ? sql`delete from users where id = ${ids.user} or username in ('grace', 'mary')`
      : sql`delete from ${sql(table)}`);
  await sql`delete from sessions where user_id = ${ids.user} or id = ${ids.session}`;

  for (const table of inOrder) {
    const [documented = ''] = Object.values(declarations.get(`${table}.get`)?.example?.parameters ?? {});
    // The example of a registration is of somebody else.
    const body = table === 'users' ? registration : declarations.get(`${table}.create`)?.example?.body;
    const answer = await call('POST', pathOf(table), { token, body });
    if (answer.status !== 200) throw new Error(`${table}: ${JSON.stringify(answer.body)}`);
    await sql`update ${sql(table)} set id = ${documented} where id = ${answer.body.data._id}`;
  }

  // Whether the triggers wrote just now depends on how many connections the database has.
  await sql`delete from journal where record_id = ${ids.bill} or id = ${journalEntry}`;
  const after = { date: '2023-12-08', value: -150, description: 'Refund', extra_notes: '' };
  await sql`insert into journal (id, actor_id, kind, record_id, action, after, version) overriding system value
    values (${journalEntry}, ${id}, 'bills', ${ids.bill}, 'create', ${sql.json(after)}, 1)`;

  const { events } = (declarations.get('events.list')?.example?.data ?? {}) as Partial<EventPage>;
  const position = events?.[0]?.position ?? 1;
  await sql`delete from events`;
  await sql`delete from event_state`;
  await sql`insert into events (position, entry) values (${position}, ${journalEntry})`;
  await sql`insert into event_state (horizon, low, next_low, next_horizon, last, purged)
    values (pg_current_xact_id(), 0, 0, '0', ${position}, 0)`;

  const { token: link = '' } = (declarations.get('auth.redeemLogInLink')?.example?.body ?? {}) as {
    token?: string;
  };
  await sql`update users set log_in_link_hash = ${sha256(link)}, log_in_link_epoch = session_epoch,
    log_in_link_until = now() + interval '1 day' where id = ${ids.user}`;

  await sql`delete from recovery_codes`;
  await sql`insert into recovery_codes (user_id, hash) values (${id}, ${sha256(recoveryCode.replaceAll('-', ''))})`;
  await sql`update users set recovery_codes_at = now() where id = ${id}`;
  await sql`delete from factors`;
  for (const [factor, confirmed] of [
    [ids.factor, true],
    [ids.begunFactor, false],
  ] as const) {
    const sealed = service.tokens.seal(Buffer.from('12345678901234567890').toString('base64url'), factor);
    await sql`insert into factors (id, user_id, kind, name, secret, confirmed_at)
      values (${factor}, ${id}, 'totp', 'Phone', ${sealed}, case when ${confirmed} then now() end)`;
  }

  await sql`delete from calendars`;
  await sql`insert into calendars (id, user_id, token_hash) values (${ids.calendar}, ${id}, 'none')`;

  await sql`delete from tokens`;
  const { name = '', scopes = [] } = (declarations.get('tokens.create')?.example?.body ??
    {}) as Partial<Token>;
  await sql`insert into tokens (id, user_id, name, scopes, token_hash, expires_at)
    values (${ids.token}, ${id}, ${name}, ${sql.json(scopes)}, 'none', now() + interval '90 days')`;

  await sql`delete from identities`;
  const { identities: [identity] = [] } = (declarations.get('users.identities')?.example?.data ?? {}) as {
    identities?: Identity[];
  };
  const { issuer = '', subject = '' } = identity ?? {};
  await sql`insert into identities (id, user_id, issuer, subject) values
    (${ids.identity}, ${ids.user}, ${issuer}, ${subject}), (${ids.ownIdentity}, ${id}, ${issuer}, 'another')`;

  await sql`delete from webhook_deliveries`;
  await sql`delete from webhooks`;
  const webhook = (declarations.get('webhooks.get')?.example?.data ?? {}) as Webhook;
  await sql`insert into webhooks (id, name, url, kinds, active, position)
    values (${ids.webhook}, ${webhook.name}, ${webhook.url}, ${sql.json(webhook.kinds)}, true, ${position})`;
  const [delivery] = (declarations.get('webhooks.deliveries')?.example?.data ?? []) as Delivery[];
  await sql`insert into webhook_deliveries (id, webhook_id, position, type, record_id, state, attempts)
    values (${ids.delivery}, ${ids.webhook}, ${position}, ${delivery?.type ?? ''}, ${ids.bill}, 'accepted',
      ${sql.json((delivery?.attempts ?? []).map((one) => ({ ...one })))})`;

  await sql`delete from imports`;
  const read = await callRest(service, procedure('imports.create'), {
    token,
    input: { ...declarations.get('imports.create')?.example?.parameters },
  });
  if (read.status !== 200) throw new Error(JSON.stringify(read.body));
  await sql`insert into imports select gen_random_uuid(), user_id, kind, name, created_at, null, counts, file, null, null,
    '2023-12-08T08:31:00Z', gen_random_uuid() from imports`;
  await sql`update imports set id = ${ids.import} where committed_at is null`;

  // A second session of the caller.
  await logIn(registration.username);
  await sql`update sessions set id = ${ids.session}, user_id = ${id} where user_id = ${ids.user}`;
  await sql`set session_replication_role = origin`;
}

/** Does what an operation's example says happened before, by the example of the operation that does it. */
export async function prepareGiven(
  service: Service,
  person: Person,
  { id, meta }: Operation<Meta>,
): Promise<void> {
  const { token } = person;
  const given = meta.example?.given;
  if (!given) return;
  if (given === 'unlinked') return void (await service.sql`update identities set deleted_at = now()`);
  if (given === 'settled') return makeSettlement(service, token);
  if (given === 'paid off') return payOff(service, token);
  if (given === 'imported')
    return void (await service.call('POST', `/imports/${ids.import}/commit`, { token, body: {} }));
  if (given === 'billed') return billPayee(service, token);
  if (given === 'attached' || given === 'unattached')
    return attach(service, person, id, given === 'unattached');
  const resource = resources.find((name) => id.startsWith(`${name}.`)) ?? 'bills';
  const before = procedure(given === 'deleted' ? `${resource}.remove` : 'cheques.addEvent');
  const { parameters, body } = before.meta.example ?? {};
  const answer = await callRest(service, before, { token, input: { ...parameters, ...body } });
  if (answer.status !== 200) throw new Error(`${id}: ${JSON.stringify(answer.body)}`);
}

/** The attachment of the examples, under its documented identifier: of the record whose list is asked for, else of the bill. */
async function attach(service: Service, person: Person, id: string, isDeleted: boolean): Promise<void> {
  const { sql } = service;
  const { token } = person;
  await sql`set session_replication_role = replica`;
  await sql`delete from attachments`;
  await sql`delete from attachment_pieces`;
  await sql`update bills set attachments = 0`;
  await sql`set session_replication_role = origin`;
  const path = id.replace('listOf', 'addTo');
  const add = procedure(path === id ? 'attachments.addToBill' : path);
  if (add.rest) await prepareGiven(service, person, add.rest);
  const { status, body } = await callRest(service, add, { token, input: add.meta.example?.parameters ?? {} });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await sql`set session_replication_role = replica`;
  await sql`update attachments set id = ${ids.attachment} where id = ${body.data._id}`;
  await sql`update attachment_pieces set attachment_id = ${ids.attachment}`;
  await sql`set session_replication_role = origin`;
  if (isDeleted) await service.call('DELETE', `/attachments/${ids.attachment}`, { token });
}

/** The bill of the examples is one of the payee, and paid. */
async function billPayee({ call }: Service, token: string): Promise<void> {
  const body = { payee: ids.payee, dueDate: '2023-12-15', paidOn: '2023-12-20' };
  const answer = await call('PUT', `/bills/${ids.bill}`, { token, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Deletes the user of the examples, and pays what is owed. */
async function payOff({ call }: Service, token: string): Promise<void> {
  await call('DELETE', `/users/${ids.user}`, { token });
  const to = new Date(Date.now() + 360 * 86_400_000).toISOString().slice(0, 10);
  const { body } = await call('GET', `/users/${ids.user}/statement?from=1900-01-01&to=${to}`, { token });
  const { balance } = body.data.totals;
  const isOwed = !balance.startsWith('-');
  const entry = {
    worker: ids.user,
    date: to,
    kind: isOwed ? 'payout' : 'bonus',
    amount: balance.replace('-', ''),
  };
  const answer = await call('POST', '/pay-entries', { token, body: entry });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** The settlement of the examples, under its documented identifier. */
async function makeSettlement(service: Service, token: string): Promise<void> {
  const { sql } = service;
  const answer = await callRest(service, procedure('settlements.create'), {
    token,
    input: { ...procedure('settlements.create').meta.example?.body },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await sql`set session_replication_role = replica`;
  await sql`update settlements set id = ${ids.settlement} where id = ${answer.body.data._id}`;
  await sql`set session_replication_role = origin`;
}
