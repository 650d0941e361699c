import { type Ask, bodies, unique } from './asking.ts';

export const kinds = ['users', 'logs', 'payees', 'cheques', 'bills'] as const;
export type Kind = (typeof kinds)[number];

type Fields = Readonly<Record<string, unknown>>;

interface Sample {
  /** A complete body, with the fields that POST needs and the others. */
  readonly required: Fields;
  readonly optional: Fields;
  /** What is stored where an optional field is missing. */
  readonly defaults: Fields;
}

/** Bodies of every kind; `worker` and `payee` are identifiers of records that exist. */
export const sampleOf: Record<Kind, (worker: string, payee: string) => Sample> = {
  users: () => ({
    required: {
      firstName: 'Grace',
      lastName: 'Hopper',
      username: unique('hopper'),
      password: 'a long password',
    },
    optional: { email: 'grace@example.org', phoneNumber: '0123 / any' },
    defaults: { email: '', phoneNumber: '', active: true, accessLevel: 'User', fullName: 'Grace Hopper' },
  }),
  logs: (worker) => ({
    required: { date: '2024-03-01', worker, startingTime: '08:00', finishingTime: '16:00' },
    optional: { payment: '100.50', extraNotes: 'late', isAbsent: false },
    defaults: { payment: '0', extraNotes: '', isAbsent: false, durationMinutes: 480, crossesMidnight: false },
  }),
  payees: () => ({
    required: { name: 'Paper Mill' },
    optional: { email: 'mill@example.org', phoneNumber: '+15551234567', extraNotes: 'by rail' },
    defaults: { email: '', phoneNumber: '', extraNotes: '' },
  }),
  cheques: (_, payee) => ({
    required: { serial: '00042', dueDate: '2024-03-01', value: '10.50', payee },
    optional: { description: 'Paper', isCancelled: true },
    defaults: { description: '', isCancelled: false },
  }),
  bills: () => ({
    required: { date: '2024-03-01', value: '-3.25' },
    optional: { description: 'Refund', extraNotes: 'cash' },
    defaults: { description: '', extraNotes: '' },
  }),
};

/** One change of each field, with what else of the record it changes. */
export const changesOf: Record<Kind, (worker: string, payee: string) => readonly [Fields, Fields?][]> = {
  users: () => [
    [{ firstName: 'Ada' }, { fullName: 'Ada Hopper' }],
    [{ lastName: 'Lovelace' }, { fullName: 'Grace Lovelace' }],
    [{ username: unique('Countess ') }],
    [{ email: 'ada@example.org' }],
    [{ email: null }, { email: '' }],
    [{ phoneNumber: '+44 20 7946 0000' }],
    [{ phoneNumber: null }, { phoneNumber: '' }],
  ],
  logs: (worker) => [
    [{ date: '2024-2-9' }, { date: '2024-02-09' }],
    [{ startingTime: '7:30' }, { startingTime: '07:30', durationMinutes: 510 }],
    [{ finishingTime: '07:00' }, { durationMinutes: 1380, crossesMidnight: true }],
    [{ finishingTime: '08:00' }, { durationMinutes: 0 }],
    [{ payment: 750 }, { payment: '750' }],
    [{ payment: '12.50' }],
    [{ extraNotes: 'early' }],
    [{ extraNotes: null }, { extraNotes: '' }],
    [{ worker }, { workerName: 'Mary Somerville' }],
    [{ isAbsent: 'true' }, { isAbsent: true, durationMinutes: 0 }],
  ],
  payees: () => [
    [{ name: 'مطبعة' }],
    [{ email: '' }],
    [{ email: null }, { email: '' }],
    [{ phoneNumber: '+1 (555) 765-4321' }, { phoneNumber: '+15557654321' }],
    [{ phoneNumber: '' }],
    [{ extraNotes: 'by road' }],
  ],
  cheques: (_, payee) => [
    [{ serial: '7' }],
    [{ dueDate: '2025-12-31' }],
    [{ value: 0.07 }, { value: '0.07' }],
    [{ description: '' }],
    [{ payee }, { payeeName: 'Ink Works' }],
    [{ isCancelled: false }],
    [{ isCancelled: 'false' }, { isCancelled: false }],
  ],
  bills: () => [
    [{ date: '1900-1-1' }, { date: '1900-01-01' }],
    [{ value: '-0.0001' }],
    [{ value: -150 }, { value: '-150' }],
    [{ description: 'Return' }],
    [{ extraNotes: 'by hand' }],
    [{ extraNotes: null }, { extraNotes: '' }],
  ],
};

/** Two workers and two payees; the second of each is what `changesOf` changes to. */
export async function makeReferences(ask: Ask) {
  const worker = await ask('POST', '/users', bodies.user());
  const other = await ask('POST', '/users', bodies.user({ firstName: 'Mary', lastName: 'Somerville' }));
  const payee = await ask('POST', '/payees', bodies.payee());
  const ink = await ask('POST', '/payees', bodies.payee({ name: 'Ink Works' }));
  return { worker: worker._id, otherWorker: other._id, payee: payee._id, otherPayee: ink._id };
}
