import { createHash } from 'node:crypto';
import { sha256 } from '@daybook/api';
import { isTimeZone, staff } from '@daybook/domain';
import { calendars } from '@daybook/domain/server';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Dependencies } from './dependencies.ts';
import { namesTag } from './tags.ts';

const toEvent = (
  { _id, serial, payeeName, value, dueDate, ...cheque }: calendars.ChequeEvent,
  currency: string | null,
) => ({
  uid: `${_id}@daybook`,
  day: dueDate,
  summary: `${payeeName} · ${serial} · ${currency ? `${value} ${currency}` : value}`,
  // Nothing is left to be paid on that day.
  isCancelled: cheque.status === 'cancelled' || cheque.status === 'cleared',
  version: cheque.version,
  updatedAt: cheque.updatedAt,
});

/**
 * The calendar feed, which its secret address alone protects. It is looked for by the hash of the secret, so nobody can measure
 * how much of a guess is right; an unknown address, and one whose owner may not read cheques (any more), is 404.
 */
export const calendar =
  ({ pools, tokens, settings }: Dependencies): FastifyPluginAsync =>
  async (app) => {
    async function read(token: string, address: string): Promise<string | undefined> {
      const found = await calendars.owner(pools.calendar, sha256(token));
      if (!found || staff[found.role] !== true) return undefined;
      // Another JWT_SECRET ends all addresses.
      if (!tokens.underEach((from) => from.calendar(found._id)).includes(token)) return undefined;
      const { active, timeZone } = found.preferences;
      const preferred = active && timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined;
      const cheques = await calendars.events(pools.calendar, preferred ?? settings.timeZone);
      calendars.markRead(pools.othersWrites, found, address);
      return icalendar(
        found.business || 'Daybook',
        cheques.map((cheque) => toEvent(cheque, found.currency)),
      );
    }

    app.get(
      '/calendar/:token.ics',
      { config: { bulkhead: 'calendar' } },
      async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
        const text = await read(request.params.token, request.ip);
        if (text === undefined) return reply.callNotFound();
        const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
        reply.header('cache-control', 'private, no-cache').header('etag', etag);
        if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', 'inline; filename="daybook.ics"')
          .send(text);
      },
    );
  };

/** A day in a calendar. */
export interface CalendarEvent {
  readonly uid: string;
  /** How often it was changed, from 1. */
  readonly version: number;
  /** YYYY-MM-DD, from 1900 to 9999 */
  readonly day: string;
  readonly summary: string;
  readonly isCancelled: boolean;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
}

/** Octets of a line, without its end (RFC 5545, section 3.1). */
const MAX_LINE_OCTETS = 75;

const octetsOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
};

/** A line folded so that no part of it is too long; a character stays whole. */
export function foldLine(line: string): string {
  // A character of one unit has three octets at the most.
  if (3 * line.length <= MAX_LINE_OCTETS || Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** As the value of a property (RFC 5545, section 3.3.11); characters that it may not hold are spaces. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be replaced
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replaceAll(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n');

const basicDay = (day: string) => day.replaceAll('-', '');
/** 2023-12-08T08:30:00.000Z → 20231208T083000Z */
const basicInstant = (instant: string) => instant.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** As a line of its own, folded. */
const property = (name: string, text: string) => `${foldLine(`${name}:${text}`)}\r\n`;

const eventText = ({ uid, version, day, summary, isCancelled, updatedAt }: CalendarEvent) => {
  const changed = basicInstant(updatedAt);
  return [
    'BEGIN:VEVENT\r\n',
    property('UID', uid),
    `DTSTAMP:${changed}\r\nLAST-MODIFIED:${changed}\r\nSEQUENCE:${version}\r\n`,
    `DTSTART;VALUE=DATE:${basicDay(day)}\r\nDTEND;VALUE=DATE:${basicDay(dayAfter(day))}\r\n`,
    property('SUMMARY', escapeText(summary)),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\n`,
  ].join('');
};

/** All-day events as text/calendar (RFC 5545, RFC 7986), to be read again each hour. */
export function icalendar(name: string, events: readonly CalendarEvent[]): string {
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Daybook//Daybook//EN\r\nCALSCALE:GREGORIAN\r\n',
    property('NAME', escapeText(name)),
    property('X-WR-CALNAME', escapeText(name)),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n',
    ...events.map(eventText),
    'END:VCALENDAR\r\n',
  ].join('');
}
