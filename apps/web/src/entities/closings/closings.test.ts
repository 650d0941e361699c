import type { ClosingKind } from '@daybook/domain';
import { describe, expect, it } from 'vitest';
import { type Closing, reopenedIn } from './closings.ts';

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

  it('is told of each kind that was closed up to a later day, together where it is alike', () =>
    expect(after(['2026-10-31', 'logs', 'bills', 'cheques'], ['2026-09-30', 'logs', 'bills'])).toEqual([
      { kinds: ['logs', 'bills'], closed: '2026-09-30', through: '2026-10-31', act: '2' },
    ]));

  it('is told apart where other days, or another act, opened it; the latest first', () =>
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
