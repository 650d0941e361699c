import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, escapeText, foldLine, icalendar } from '../../src/http/calendar.ts';
import { readByIcalJs, readers } from '../support/calendars.ts';

const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: '0193a6a0-b052-7e96-b142-ad506f7e8192@daybook',
  version: 3,
  day: '2024-02-29',
  summary: 'Paper Mill · 00523 · 1200.50',
  isCancelled: false,
  updatedAt: '2023-12-08T08:30:00.000Z',
  ...more,
});

const hostile = [
  'semicolons; commas, colons: and "quotes" within',
  'two\nlines\r\nthree\rfour',
  'END:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR',
  'a back\\slash, C:\\temp',
  'مؤسسة النور؛ للورق، والحبر',
  'emoji 👩‍👩‍👧‍👦 🇵🇸 é e\u0301',
  '=cmd|"/c calc"!A1',
  '+1-2@x',
  'x'.repeat(300),
  'ورق'.repeat(100),
  '🙂'.repeat(100),
  'a tab\there',
  ';VALUE=DATE:20240101',
  ' ',
  '',
];
const withoutReturns = (text: string) => text.replaceAll(/\r\n?/g, '\n');
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\\', ',', ';', '\n', '\r', ':', '"', ' ', 'n', 'N'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('🙂', 'ورق', 'é'),
  ),
});
/** Unpaired surrogates cannot be stored. */
const storable = text.filter((value) => value.isWellFormed());

describe('a calendar', () => {
  it('is read alike by others', () => {
    const events = hostile.map((summary, i) =>
      event({ uid: `${i}@daybook`, summary, version: i + 1, isCancelled: i % 2 === 1 }),
    );
    const name = 'Büro; "Licht", مؤسسة\\n';
    const expected = events.map(({ uid, summary, version, isCancelled }) => ({
      uid,
      summary: withoutReturns(summary),
      days: ['2024-02-29', '2024-03-01'],
      sequence: version,
      status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
      transparency: 'TRANSPARENT',
      updatedAt: '2023-12-08T08:30:00.000Z',
    }));
    for (const [reader, read] of Object.entries(readers))
      expect(read(icalendar('Office', events)), reader).toEqual({ name: 'Office', events: expected });
    expect(readByIcalJs(icalendar(name, [])).name).toBe(name);
  });

  it('holds whatever text it is given', () => {
    fc.assert(
      fc.property(storable, storable, (name, summary) => {
        const written = icalendar(name, [event({ summary })]);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
        expect(written).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(written.endsWith('\r\n')).toBe(true);
        for (const line of written.slice(0, -2).split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
          expect(line.isWellFormed()).toBe(true);
        }
        const stored = (value: string) =>
          // biome-ignore lint/suspicious/noControlCharactersInRegex: spaces take their place
          withoutReturns(value).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
        const found = readByIcalJs(written);
        expect(found.name).toBe(stored(name));
        expect(found.events).toHaveLength(1);
        expect(found.events[0]?.summary).toBe(stored(summary));
        return true;
      }),
      { numRuns: runs(1000) },
    );
  });

  it('unfolds to what was folded', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'binary', maxLength: 400 })
          .filter((line) => line.isWellFormed() && !/[\r\n]/.test(line)),
        (line) => {
          expect(foldLine(line).replaceAll('\r\n ', '')).toBe(line);
        },
      ),
    );
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
    expect(foldLine(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`);
    expect(foldLine('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x`);
  });

  it('escapes text as RFC 5545 says', () => {
    expect(escapeText('a\\b;c,d:e\nf')).toBe('a\\\\b\\;c\\,d:e\\nf');
  });

  it('is written thus', () => {
    expect(icalendar('Daybook', [event()])).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Daybook//Daybook//EN',
        'CALSCALE:GREGORIAN',
        'NAME:Daybook',
        'X-WR-CALNAME:Daybook',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
        'BEGIN:VEVENT',
        'UID:0193a6a0-b052-7e96-b142-ad506f7e8192@daybook',
        'DTSTAMP:20231208T083000Z',
        'LAST-MODIFIED:20231208T083000Z',
        'SEQUENCE:3',
        'DTSTART;VALUE=DATE:20240229',
        'DTEND;VALUE=DATE:20240301',
        'SUMMARY:Paper Mill · 00523 · 1200.50',
        'STATUS:CONFIRMED',
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });
});
