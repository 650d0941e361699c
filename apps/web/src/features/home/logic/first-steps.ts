import type { Outputs } from '@daybook/client';

type Home = Pick<Outputs['home'], 'workers' | 'logs' | 'attendance'> & {
  readonly cheques: Pick<Outputs['home']['cheques'], 'count'>;
};

/** Who has recorded so many days and no cheque does without cheques. */
const daysWithout = 7;

/** What of the first steps of a new business is done. */
export const firstSteps = ({ workers, logs, attendance, cheques }: Home) => ({
  addWorkers: workers.length > 0,
  recordToday: logs.length > 0 || attendance.length > 0,
  firstCheque: cheques.count > 0 || attendance.length > daysWithout,
});
