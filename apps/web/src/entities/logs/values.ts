import type { Outputs } from '@daybook/client';
import { shiftMinutes } from '@daybook/domain';
import { changesOf } from '../../lib/record-changes.ts';
import { toMinutes } from '../../lib/text.ts';

export type Log = Outputs['logs']['get'];

/** What can be typed of a log, as text; '' is nothing. */
export interface LogValues {
  readonly startingTime: string;
  readonly finishingTime: string;
  /** In minutes. */
  readonly breakMinutes: string;
  readonly payment: string;
  readonly isAbsent: boolean;
  readonly extraNotes: string;
}

/** Minutes as they are typed; none is ''. */
export const breakText = (minutes: number | null | undefined): string => (minutes ? String(minutes) : '');

/** Not a number where it cannot be read. What a device has kept from before there were breaks has none. */
export const breakOf = (typed = ''): number => Number(toMinutes(typed));

export const valuesOf = (log: Log): LogValues => ({
  startingTime: log.startingTime ?? '',
  finishingTime: log.finishingTime ?? '',
  breakMinutes: breakText(log.breakMinutes),
  payment: log.payment,
  isAbsent: log.isAbsent,
  extraNotes: log.extraNotes,
});

export const baseOf = (log: Log) => ({ version: log.version, values: valuesOf(log) });

/** A log that the service does not know yet. */
export const isDraft = ({ version }: Log) => version === 0;

/** Whose times or break are changed is present. */
export const touchedBy = ({ startingTime, finishingTime, breakMinutes }: Partial<LogValues>) =>
  [startingTime, finishingTime, breakMinutes].every((time) => time === undefined)
    ? []
    : (['isAbsent'] as const);

/** As the service reads it. Times of somebody absent are not asked for; those known stay as they are. */
export function bodyOf<V extends Partial<LogValues>>({
  startingTime,
  finishingTime,
  breakMinutes,
  payment,
  ...rest
}: V) {
  const times = {
    ...(startingTime !== undefined && { startingTime: startingTime || null }),
    ...(finishingTime !== undefined && { finishingTime: finishingTime || null }),
    ...(breakMinutes !== undefined && { breakMinutes: breakOf(breakMinutes) }),
  };
  return {
    ...rest,
    ...(payment !== undefined && { payment: payment || '0' }),
    ...(rest.isAbsent ? {} : times),
  };
}

/** What is saved of what was typed: absence hides times and break, and those that were known stay as they are. */
export const withKnownTimes = <V extends LogValues>(
  values: V,
  { startingTime, finishingTime, breakMinutes }: LogValues,
): V => (values.isAbsent ? { ...values, startingTime, finishingTime, breakMinutes } : values);

/** What makes one state of a log the other, ready to be sent; in reverse, what puts it back. */
export const logChanges = (before: LogValues, after: LogValues) =>
  bodyOf(changesOf(before, withKnownTimes(after, before)));

/** The log as it will be once the values are saved; for showing it before they are. */
export function withValues(log: Log, values: LogValues): Log {
  const { isAbsent } = values;
  const startingTime = isAbsent ? log.startingTime : values.startingTime;
  const finishingTime = isAbsent ? log.finishingTime : values.finishingTime;
  const breakMinutes = isAbsent ? log.breakMinutes : breakOf(values.breakMinutes);
  const { minutes, crossesMidnight } = isAbsent ? noTime : spanOf(startingTime, finishingTime);
  return {
    ...log,
    ...values,
    payment: values.payment || '0',
    startingTime,
    finishingTime,
    crossesMidnight,
    durationMinutes: minutes,
    breakMinutes,
    workedMinutes: isAbsent ? 0 : minutes - breakMinutes,
  };
}

const noTime = { minutes: 0, crossesMidnight: false };

/** From one time to the next time that it is the other; nothing where one of them is missing. */
export function spanOf(start: string | null, finish: string | null) {
  if (!start || !finish) return noTime;
  return { minutes: shiftMinutes(start, finish), crossesMidnight: finish < start };
}
