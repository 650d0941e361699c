import { amount, clock, day, flag, queryFlag, range, reference, references, text } from './arbitraries.ts';
import { onDays, type Sample } from './sample.ts';

export const logs: Sample = {
  required: () => ({ date: '2024-03-01', startingTime: '08:00', finishingTime: '16:00' }),
  optional: { payment: '100.50', extraNotes: 'late', isAbsent: false },
  defaults: { payment: '0', extraNotes: '', isAbsent: false },
  derived: { durationMinutes: 480, crossesMidnight: false },
  references: { worker: { to: 'users', name: 'workerName' } },
  changes: [
    [{ date: '2024-2-9' }, { date: '2024-02-09' }],
    [{ startingTime: '7:30' }, { startingTime: '07:30', durationMinutes: 510 }],
    [{ finishingTime: '07:00' }, { durationMinutes: 1380, crossesMidnight: true }],
    [{ finishingTime: '08:00' }, { durationMinutes: 0 }],
    [{ payment: 750 }, { payment: '750' }],
    [{ payment: '12.50' }],
    [{ extraNotes: 'early' }],
    [{ extraNotes: null }, { extraNotes: '' }],
    [{ isAbsent: 'true' }, { isAbsent: true, durationMinutes: 0 }],
  ],
  wrong: { date: 1, payment: null, worker: 5, isAbsent: 1 },
  lengths: { extraNotes: 10_000 },
  journal: {
    columns: ['date', 'starting_time', 'finishing_time', 'payment', 'extra_notes', 'worker_id', 'is_absent'],
    change: { isAbsent: true, payment: 0, finishingTime: '17:00' },
    before: { is_absent: false, finishing_time: '16:00:00' },
    after: { is_absent: true, finishing_time: '17:00:00' },
  },
  list: {
    rows: onDays((date, i) => ({
      date,
      ...(i % 3 === 0 && { isAbsent: true, startingTime: null, finishingTime: null }),
    })),
    key: ({ date }) => date,
    newestFirst: true,
    day: 'date',
    refused: {
      from: ['', 'x', '2024-02-30', '01/02/2024', '1899-12-31'],
      to: ['2024-13-01'],
      isAbsent: ['yes', '1', '', 'TRUE'],
    },
  },
  fields: {
    date: day,
    startingTime: clock,
    finishingTime: clock,
    payment: amount(),
    extraNotes: text(10_000),
    worker: reference('users'),
    isAbsent: flag,
  },
  parameters: { ...range, worker: references('users'), isAbsent: queryFlag },
};
