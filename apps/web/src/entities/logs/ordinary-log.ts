import type { Log } from './values.ts';

/** A log of an ordinary day. */
export const log = (values: Partial<Log> = {}): Log => ({
  _id: '1',
  date: '2026-11-21',
  startingTime: '08:00',
  finishingTime: '16:00',
  crossesMidnight: false,
  durationMinutes: 480,
  breakMinutes: 0,
  workedMinutes: 480,
  payment: '10',
  extraNotes: '',
  worker: 'ada',
  workerName: 'Ada',
  isAbsent: false,
  createdAt: '',
  updatedAt: '',
  version: 1,
  ...values,
});
