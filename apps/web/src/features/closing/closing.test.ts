import type { ClosingKind } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { type Closing, reopenedIn } from '../../entities/closings/closings.ts';
import { issuesIn } from '../../lib/issues.ts';
import {
  byWorker,
  type Check,
  closable,
  countFindings,
  countListed,
  findingsOf,
  firstCheckedDay,
  keptClosedThrough,
  kindsIn,
  kindsOpenedBy,
  kindsText,
  latestClosed,
  type ReopenValues,
  reopenable,
  reopenSchema,
} from './closing.ts';

type Act = readonly [through: string | null, ...kinds: ClosingKind[]];

/** What GET /closings answers after these acts, the first of them first. */
function after(...acts: readonly Act[]) {
  const open: Record<ClosingKind, string | null> = {
    logs: null,
    bills: null,
    payEntries: null,
    cheques: null,
  };
  const current = { ...open };
  const history = acts.map(([through, ...kinds], index): Closing => {
    const reopened = kinds.some((kind) => (current[kind] ?? '') > (through ?? ''));
    for (const kind of kinds) current[kind] = through;
    const [_id, reason] = [String(index + 1), reopened ? `Reason ${index + 1}` : ''];
    const createdAt = '2026-11-05T08:00:00.000Z';
    return { _id, through, kinds, reason, reopened, actor: null, actorName: 'Ada', createdAt };
  });
  return reopenedIn({ current, history: history.reverse() }).map(({ act, ...what }) => ({
    ...what,
    act: act._id,
  }));
}

describe('what is opened again', () => {
  it('is nothing where nobody opened anything', () => {
    expect(after()).toEqual([]);
    expect(after(['2026-09-30', 'logs'], ['2026-10-31', 'logs', 'bills'])).toEqual([]);
  });

  it('names each kind that was closed up to a later day, those alike together', () =>
    expect(after(['2026-10-31', 'logs', 'bills', 'cheques'], ['2026-09-30', 'logs', 'bills'])).toEqual([
      { kinds: ['logs', 'bills'], closed: '2026-09-30', through: '2026-10-31', act: '2' },
    ]));

  it('lists what other days or another change opened apart, the latest first', () =>
    expect(
      after(
        ['2026-10-31', 'logs', 'bills'],
        ['2026-11-30', 'cheques'],
        ['2026-09-30', 'logs', 'cheques'],
        [null, 'bills'],
      ),
    ).toEqual([
      { kinds: ['bills'], closed: null, through: '2026-10-31', act: '4' },
      { kinds: ['logs'], closed: '2026-09-30', through: '2026-10-31', act: '3' },
      { kinds: ['cheques'], closed: '2026-09-30', through: '2026-11-30', act: '3' },
    ]));

  it('is what is left of it where a part is closed again, and nothing once all is', () => {
    const acts: readonly Act[] = [
      ['2026-10-31', 'logs'],
      [null, 'logs'],
      ['2026-10-15', 'logs'],
    ];
    expect(after(...acts)).toEqual([
      { kinds: ['logs'], closed: '2026-10-15', through: '2026-10-31', act: '2' },
    ]);
    expect(after(...acts, ['2026-10-31', 'logs'])).toEqual([]);
    expect(after(...acts, ['2026-11-30', 'logs'])).toEqual([]);
  });

  it('is of the latest act that opened any of it, whatever else that closed', () => {
    expect(after(['2026-10-31', 'logs'], ['2026-09-30', 'logs'], ['2026-08-31', 'logs', 'bills'])).toEqual([
      { kinds: ['logs'], closed: '2026-08-31', through: '2026-10-31', act: '3' },
    ]);
  });

  it('is of the tenth act after the ninth', () => {
    const nine = Array.from({ length: 8 }, (_, month): Act => [`2025-0${month + 1}-28`, 'cheques']);
    const found = after(['2026-10-31', 'logs', 'bills'], ...nine, ['2026-09-30', 'logs'], [null, 'bills']);
    expect(found.map(({ act }) => act)).toEqual(['11', '10']);
  });
});

const all: readonly ClosingKind[] = ['logs', 'bills', 'payEntries', 'cheques'];
const current = { logs: '2026-10-31', bills: '2026-09-30', payEntries: '2026-10-31', cheques: null };

describe('the kinds', () => {
  it.each<[string, readonly ClosingKind[], readonly ClosingKind[]]>([
    ['2026-09-29', ['cheques'], ['logs', 'bills', 'payEntries']],
    ['2026-09-30', ['cheques'], ['logs', 'payEntries']],
    ['2026-10-01', ['bills', 'cheques'], ['logs', 'payEntries']],
    ['2026-10-31', ['bills', 'cheques'], []],
    ['2026-11-01', all, []],
  ])('that can be closed and opened with %s', (day, toClose, toOpen) => {
    expect(closable(current, day)).toEqual(toClose);
    expect(reopenable(current, day)).toEqual(toOpen);
  });

  it('that can be opened wholly are those that are closed', () =>
    expect(reopenable(current, null)).toEqual(['logs', 'bills', 'payEntries']));

  it('have a latest day, if any is closed', () => {
    expect(latestClosed(current)).toBe('2026-10-31');
    expect(latestClosed(current, ['bills', 'cheques'])).toBe('2026-09-30');
    expect(latestClosed(current, ['cheques'])).toBeUndefined();
  });

  it.each<[readonly ClosingKind[], string | undefined]>([
    [all, undefined],
    [['logs', 'cheques'], 'logs,cheques'],
    [[], 'none'],
  ])('%j stand in the address as %s', (kinds, text) => {
    expect(kindsText(kinds)).toBe(text);
    expect(kindsIn(text)).toEqual(kinds);
  });

  it('that an address names wrongly are all', () => expect(kindsIn('wages')).toEqual(all));
});

describe('what is opened again', () => {
  const values: ReopenValues = {
    kinds: ['logs', 'bills'],
    keeps: 'day',
    through: '2026-09-30',
    reason: 'A bill was missing',
  };
  const faults = (changes: Partial<ReopenValues>) =>
    issuesIn(reopenSchema(current).safeParse({ ...values, ...changes }).error).map(
      ({ path: [field], code }) => `${field} ${code}`,
    );

  it('is what is closed after the day, of the kinds that are ticked', () => {
    expect(kindsOpenedBy(current, values)).toEqual(['logs']);
    expect(kindsOpenedBy(current, { ...values, through: '2026-09-29' })).toEqual(['logs', 'bills']);
    expect(kindsOpenedBy(current, { ...values, keeps: 'nothing' })).toEqual(['logs', 'bills']);
    expect(keptClosedThrough(values)).toBe('2026-09-30');
    expect(keptClosedThrough({ ...values, keeps: 'nothing' })).toBeNull();
  });

  it.each<[string, Partial<ReopenValues>, readonly string[]]>([
    ['a day before', {}, []],
    ['nothing that stays closed, whatever the day', { keeps: 'nothing', through: 'soon' }, []],
    ['the day up to which it is closed', { through: '2026-10-31' }, ['through invalid_date']],
    ['the same of the kind that is ticked', { kinds: ['bills'] }, ['through invalid_date']],
    ['no day, which sorts before one', { through: '2' }, ['through invalid_date']],
    ['no kind', { kinds: [] }, ['kinds required']],
    ['no reason', { reason: ' ' }, ['reason reason_required']],
    [
      'two faults, told at once',
      { reason: '', through: '2026-10-31' },
      ['reason reason_required', 'through invalid_date'],
    ],
  ])('with %s: what is at fault', (_, changes, expected) => expect(faults(changes)).toEqual(expected));
});

describe('what is odd', () => {
  const none = { count: 0, items: [] };
  const check: Check = {
    unrecorded: {
      count: 3,
      items: [
        { worker: '1', workerName: 'Ada', count: 1, dates: ['2026-10-01'] },
        { worker: '2', workerName: 'Grace', count: 2, dates: ['2026-10-02'] },
      ],
    },
    overlaps: none,
    longShifts: none,
    missingRates: {
      count: 3,
      items: [
        { worker: '1', workerName: 'Ada', date: '2026-10-01' },
        { worker: '2', workerName: 'Grace', date: '2026-10-01' },
        { worker: '1', workerName: 'Ada', date: '2026-10-02' },
      ],
    },
    unsettled: { count: 1, items: [{ worker: '1', workerName: 'Ada', balance: '5.00', settledTo: null }] },
  };

  it('depends on what is closed, and on whether there are rates', () => {
    expect(findingsOf(all)).toEqual(['unrecorded', 'overlaps', 'longShifts', 'missingRates', 'unsettled']);
    expect(findingsOf(['payEntries', 'bills'])).toEqual(['unsettled']);
    expect(findingsOf(['bills', 'cheques'])).toEqual([]);
    expect(findingsOf(all, true)).toEqual(['unrecorded', 'overlaps', 'longShifts']);
    expect(countFindings(check, findingsOf(all))).toBe(7);
    expect(countFindings(check, findingsOf(all, true))).toBe(3);
    expect([countListed(check, 'unrecorded'), countListed(check, 'missingRates')]).toEqual([2, 3]);
  });

  it.each([
    ['2026-09-30', '2026-10-31', false, '2026-10-01'],
    ['2026-09-30', '2026-10-31', true, '2026-10-01'],
    ['2026-11-30', '2026-10-31', false, '2026-10-31'],
    [null, '2026-10-31', false, '2026-10-01'],
    [null, '2026-10-31', true, '1900-01-01'],
  ])('closed %s, up to %s, whole: %s, is looked for from %s', (closed, through, isWhole, from) =>
    expect(firstCheckedDay(closed, through, isWhole)).toBe(from),
  );

  it('about rates is told once of each worker', () =>
    expect(byWorker(check.missingRates.items)).toEqual([
      { worker: '1', workerName: 'Ada', dates: ['2026-10-01', '2026-10-02'] },
      { worker: '2', workerName: 'Grace', dates: ['2026-10-01'] },
    ]));
});
