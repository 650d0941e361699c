import type { BillChanges, BillCreate, LedgerQuery } from '@daybook/domain';
import { verify } from '@node-rs/argon2';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { jwtVerify, SignJWT } from 'jose';
import postgres from 'postgres';
import { v7 } from 'uuid';
import { decodeCursor } from '../cursor.ts';
import { claims, lifetime, secret, settings, toPage } from './settings.ts';

/** What Express and NestJS share: a service on Drizzle as its manual shows it, with ordinary queries. */
const at = (name: string) => timestamp(name, { withTimezone: true });
const record = {
  id: uuid('id').primaryKey(),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  version: integer('version').notNull().default(1),
  changedBy: uuid('changed_by'),
  deletedAt: at('deleted_at'),
};
const bills = pgTable('bills', {
  ...record,
  date: date('date').notNull(),
  value: numeric('value').notNull(),
  description: text('description').notNull(),
  extraNotes: text('extra_notes').notNull(),
  payee: uuid('payee_id'),
  dueDate: date('due_date'),
  paidOn: date('paid_on'),
  account: uuid('account_id'),
  cheque: uuid('current_cheque_id'),
  paidByCheque: boolean('paid_by_cheque').notNull().default(false),
  attachments: integer('attachments').notNull().default(0),
});
const users = pgTable('users', {
  ...record,
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  fullName: text('full_name').notNull(),
  username: text('username').notNull(),
  usernameKey: text('username_key').notNull(),
  email: text('email').notNull(),
  phoneNumber: text('phone_number').notNull(),
  accessLevel: text('access_level').notNull(),
  active: boolean('active').notNull(),
  passwordHash: text('password_hash').notNull(),
  sessionEpoch: integer('session_epoch').notNull(),
  preferences: jsonb('preferences').notNull(),
});
const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  epoch: integer('epoch').notNull(),
  lastSeenAt: at('last_seen_at').notNull().defaultNow(),
  expiresAt: at('expires_at').notNull(),
  refreshHash: text('refresh_hash').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text('address').notNull(),
});

const db = drizzle(postgres(settings.databaseUrl, { max: 10 }));

const isDue = sql`(${bills.dueDate} is not null and ${bills.paidOn} is null and not ${bills.paidByCheque})`;
const billColumns = {
  _id: bills.id,
  date: bills.date,
  value: bills.value,
  description: bills.description,
  extraNotes: bills.extraNotes,
  payee: bills.payee,
  payeeName: sql<string>`coalesce((select name from payees where payees.id = bills.payee_id), '')`,
  dueDate: bills.dueDate,
  paidOn: bills.paidOn,
  account: bills.account,
  accountName: sql<string>`coalesce((select name from "bankAccounts" where "bankAccounts".id = bills.account_id), '')`,
  cheque: bills.cheque,
  chequeSerial: sql<string>`coalesce((select serial from cheques where cheques.id = bills.current_cheque_id), '')`,
  status: sql<string | null>`case when ${isDue} then 'due' when ${bills.dueDate} is not null then 'paid' end`,
  isOverdue: sql<boolean>`(${isDue} and ${bills.dueDate} < current_date)`,
  attachments: bills.attachments,
  createdAt: bills.createdAt,
  updatedAt: bills.updatedAt,
  version: bills.version,
};
const live = isNull(bills.deletedAt);

export interface Caller {
  readonly id: string;
  readonly role: string;
}

/** The caller of this header, by the rows of session and account; undefined for anything else. */
export async function callerOf(authorization = ''): Promise<Caller | undefined> {
  const options = { ...claims, algorithms: ['HS256'], typ: 'at+jwt' };
  const token = await jwtVerify(authorization.replace(/^Bearer /, ''), secret, options).catch(
    () => undefined,
  );
  if (!token) return undefined;
  const session = String(token.payload.sid);
  const [row] = await db
    .select({ id: users.id, role: users.accessLevel, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(
      and(
        eq(sessions.id, session),
        gt(sessions.expiresAt, new Date()),
        users.active,
        isNull(users.deletedAt),
      ),
    );
  if (row && row.lastSeenAt.getTime() < Date.now() - 300_000)
    await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, session));
  return row;
}

export async function getBill(id: string) {
  const [bill] = await db
    .select(billColumns)
    .from(bills)
    .where(and(eq(bills.id, id), live));
  return bill;
}

export async function listBills({ limit = 1000, cursor }: LedgerQuery) {
  const [day = '', id = ''] = cursor ? decodeCursor(cursor) : [];
  const after = cursor ? sql`(${bills.date}, ${bills.id}) < (${day}, ${id})` : undefined;
  const rows = await db
    .select(billColumns)
    .from(bills)
    .where(and(live, after))
    .orderBy(desc(bills.date), desc(bills.id))
    .limit(limit + 1);
  return toPage(rows, limit);
}

export async function createBill(actor: string, bill: BillCreate) {
  const [created] = await db
    .insert(bills)
    .values({ ...bill, id: v7(), changedBy: actor })
    .returning(billColumns);
  return created;
}

export async function updateBill(actor: string, id: string, changes: BillChanges) {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [bill] = await db
    .update(bills)
    .set({ ...set, version: sql`${bills.version} + 1`, updatedAt: sql`now()`, changedBy: actor })
    .where(and(eq(bills.id, id), live))
    .returning(billColumns);
  return bill;
}

/** Undefined for wrong credentials. */
export async function logIn(username: string, password: string, userAgent: string, address: string) {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.usernameKey, username.toLowerCase()), isNull(users.deletedAt)));
  if (!account?.active || !(await verify(account.passwordHash, password))) return undefined;
  const session = v7();
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  await db.insert(sessions).values({
    id: session,
    userId: account.id,
    epoch: account.sessionEpoch,
    expiresAt,
    refreshHash: v7(),
    userAgent,
    address,
  });
  const accessToken = await new SignJWT({ sid: session })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(account.id)
    .setJti(v7())
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetime}s`)
    .sign(secret);
  const { id: _id, email, phoneNumber, accessLevel, active, fullName } = account;
  const { firstName, lastName, createdAt, updatedAt, version } = account;
  const names = { _id, username: account.username, email, phoneNumber, accessLevel, active, fullName };
  const user = { ...names, firstName, lastName, createdAt, updatedAt, version };
  return { accessToken, tokenType: 'Bearer', expiresIn: lifetime, user };
}
