import { rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hashPassword } from '@daybook/api';
import { DomainError, isTimeZone } from '@daybook/domain';
import { collections, readDocuments } from '@daybook/domain/imports';
import { accounts, type Scope, transfers } from '@daybook/domain/server';
import { runCommand, UsageError, writeNew } from './command.ts';
import { openDatabase } from './database.ts';
import { describeError } from './describe-error.ts';
import { readEnv } from './env.ts';
import { randomPassword } from './first-administrator.ts';
import { readCollections } from './imports/dump.ts';
import { isTerminal } from './notices.ts';

const usage = `Name the system, and a folder that mongoexport or mongodump has written:
  npm run import -- manager-2 FOLDER
    --dry-run            only says what would be done
    --passwords FILE     a new file for the passwords of new accounts, instead of the terminal
    --as USERNAME        the Administrator in whose name it is done; the first one unless said otherwise
    --time-zone ZONE     in which the days of Manager-2.0 began; TIME_ZONE unless said otherwise`;

/** @throws UsageError */
function parsed() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        passwords: { type: 'string' },
        as: { type: 'string' },
        'time-zone': { type: 'string' },
      },
    });
    const [system, folder, ...others] = positionals;
    if (system !== 'manager-2' || !folder || others.length > 0) throw new UsageError(usage);
    const zone = values['time-zone'];
    if (zone !== undefined && !isTimeZone(zone))
      throw new UsageError(`${zone} is no IANA time zone such as Africa/Cairo.`);
    return { ...values, folder: resolve(folder), zone };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(usage) : error;
  }
}

const list = (title: string, remarks: readonly transfers.Remark[]) =>
  remarks.length === 0
    ? []
    : [
        '',
        `${title}:`,
        ...remarks.map(({ kind, externalId, field, text }) => `  ${kind} ${externalId} ${field}: ${text}`),
      ];

function report({ counts, refused, remarks }: transfers.Plan, isDry: boolean): string[] {
  const rows = collections.map(
    (kind) =>
      `  ${kind.padEnd(8)} ${[counts[kind].create, counts[kind].there, counts[kind].refused].map((count) => String(count).padStart(8)).join('')}`,
  );
  return [
    `           ${isDry ? ' would be' : '  created'} here already refused`,
    ...rows,
    ...list('Refused', refused),
    ...list('Otherwise here than there', remarks),
  ];
}

/** Writes passwords for new accounts before the accounts are made, so that none is lost. */
function passwordSheet(plan: transfers.Plan, file: string | undefined) {
  const passwords = new Map(
    plan.create.flatMap(({ kind, record }) =>
      kind === 'users' ? [[String(record.username), randomPassword()] as const] : [],
    ),
  );
  const lines = [...passwords].map(([username, password]) => `${username}\t${password}`);
  if (lines.length > 0 && file === undefined && !isTerminal)
    throw new UsageError('Name a new file for the passwords of new accounts: --passwords FILE');
  if (lines.length > 0 && file !== undefined) writeNew(file, `${lines.join('\n')}\n`);
  return { passwords, lines };
}

const told = (sheet: readonly string[], file: string | undefined): string[] => {
  if (sheet.length === 0) return [];
  if (file !== undefined) return [`The passwords of the new accounts are in ${file}.`];
  return ['Passwords of the new accounts, shown this once:', ...sheet.map((line) => `  ${line}`), ''];
};

// npm run import -- manager-2 FOLDER: the records of a database of Manager-2.0, each once.
await runCommand(async (signal) => {
  const { folder, zone, as, passwords: file, 'dry-run': isDry } = parsed();
  const found = readCollections(folder);
  const env = readEnv();
  const timeZone = zone ?? env.timeZone;
  const records = [...found].flatMap(([kind, documents]) => readDocuments(kind, documents, timeZone));
  const database = await openDatabase(env);
  try {
    const db = database.pools.imports;
    const actor = await accounts.administrator(db, as);
    if (actor === undefined)
      throw new UsageError(
        as === undefined
          ? 'There is no Administrator: start the service once, or npm run admin -- ada --new.'
          : `There is no active Administrator named ${as}.`,
      );
    const scope: Scope = {
      db,
      actor: { id: actor, sessionId: '', role: 'Administrator', timeZone: undefined },
      timeZone,
      businessTimeZone: env.timeZone,
    };
    const plan = await transfers.plan(scope, records);
    const lines = report(plan, isDry);
    if (isDry) return [...lines, '', `Nothing was written. Days are read in ${timeZone}.`].join('\n');
    const { passwords, lines: sheet } = passwordSheet(plan, file);
    const made: string[] = [];
    signal.throwIfAborted();
    try {
      const credentialOf = async (username: string) => ({
        passwordHash: await hashPassword(passwords.get(username) ?? randomPassword()),
      });
      await transfers.transfer(scope, plan, basename(folder), credentialOf, (id) => made.push(id));
    } catch (error) {
      if (made.length === 0 && file !== undefined && sheet.length > 0) rmSync(file);
      if (made.length === 0) throw error;
      const done = `${made.length} batches are written, and the next run goes on from there.`;
      throw new DomainError('VALIDATION', [...told(sheet, file), done, describeError(error)].join('\n'));
    }
    return [
      ...lines,
      '',
      ...told(sheet, file),
      made.length === 0
        ? 'There was nothing new.'
        : `Days were read in ${timeZone}. To take it back: Import, Past imports (${made.length} of ${basename(folder)}).`,
    ].join('\n');
  } finally {
    await database.close();
  }
});
