import { createHash } from 'node:crypto';
import { sha256 } from '@daybook/api';
import { isTimeZone, staff } from '@daybook/domain';
import { calendars } from '@daybook/domain/server';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Dependencies } from './dependencies.ts';
import { icalendar } from './icalendar.ts';
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
