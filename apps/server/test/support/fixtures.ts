import type { Role } from '@daybook/domain';
import { accounts, bills, cheques, logs, payees, users } from '@daybook/domain/server';
import { unique, unknownId } from './asking.ts';
import type { Service } from './service.ts';

export type Kind = 'users' | 'logs' | 'payees' | 'cheques' | 'bills';

const names = { firstName: 'Pair', lastName: 'Number', email: '', phoneNumber: '', passwordHash: 'none' };
const texts = { description: 'd', extraNotes: 'n' };

/** A new record, in the same state as any other that this makes: its identifier. */
export async function createRecord(
  {
    dependencies: {
      pools: { users: db },
    },
  }: Service,
  kind: Kind,
  { level = 'User', username = unique('pair') }: { level?: Role; username?: string } = {},
): Promise<string> {
  const actor = { id: unknownId, sessionId: '', role: 'Administrator', timeZone: undefined } as const;
  const scope = { db, actor, timeZone: 'UTC' };
  const newUser = async () => (await users.create(scope, { ...names, username }))._id;
  const newPayee = async () => (await payees.create(scope, payee))._id;
  const payee = { name: 'Pair', email: '', phoneNumber: '', extraNotes: '' };
  const day = '2024-03-01';
  const times = { startingTime: '08:00', finishingTime: '16:00', isAbsent: false };
  const made = {
    users: async () => {
      const id = await newUser();
      if (level !== 'User') await accounts.setRole(scope, id, level);
      return id;
    },
    payees: newPayee,
    bills: async () => (await bills.create(scope, { date: day, value: '1.50', ...texts }))._id,
    logs: async () => {
      const log = { date: day, ...times, payment: '5', extraNotes: '', worker: await newUser() };
      return (await logs.create(scope, log))._id;
    },
    cheques: async () => {
      const cheque = { serial: '1', dueDate: day, value: '2', description: '', isCancelled: false };
      return (await cheques.create(scope, { ...cheque, payee: await newPayee() }))._id;
    },
  };
  return made[kind]();
}
