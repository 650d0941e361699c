import { Calendar, CalendarQuery, Id, NewCalendar, page, Removed, staff } from '@daybook/domain';
import { calendars as repo, sessions } from '@daybook/domain/server';
import { z } from 'zod';
import { sha256, withHash } from '../auth/tokens.ts';
import { exampleIds } from '../examples.ts';
import { operations, own, router } from '../trpc.ts';

const { operation } = operations({
  tag: {
    name: 'Calendars',
    description: 'Addresses at which calendar programs read the cheques that fall due',
  },
  bulkhead: 'calendar',
  tokens: 'never',
});

export const calendars = router({
  list: operation({
    rest: 'GET /calendars',
    addition: true,
    access: staff,
    summary: 'List calendar addresses',
    description:
      'The caller’s own, or with `user` those of somebody, for an Administrator. Without the addresses themselves, which only POST /calendars answers. ' +
      'Those that nobody has ended, the newest first.',
    // Another's, for who is no Administrator.
    errors: ['FORBIDDEN'],
    example: {
      data: [
        {
          _id: exampleIds.calendar,
          user: exampleIds.administrator,
          createdAt: '2023-12-08T08:30:00.000Z',
          lastReadAt: null,
          lastReadFrom: null,
        },
      ],
    },
  })
    .input(CalendarQuery.default({}))
    .output(page(Calendar))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  create: operation({
    rest: 'POST /calendars',
    addition: true,
    access: staff,
    fresh: true,
    summary: 'Make a calendar address',
    description:
      'Whoever has the address reads the cheques due from 90 days ago to 400 days ahead, as long as the person who made it is an active Supervisor or Administrator, and until it is deleted. ' +
      'It ends for good when somebody else sets the person’s password, and when the account is deactivated or deleted. ' +
      'A person has at most 20, and makes at most 50 addresses and tokens in 24 hours.',
    creates: true,
    errors: ['TOO_MANY_REQUESTS'],
    example: {
      data: {
        _id: exampleIds.calendar,
        url: 'https://daybook.example/calendar/2yQb4tC1xk0m0m5dWlqJbYy6nZb3oYx8n2b1lq0Zt5E.ics',
      },
    },
  })
    .output(NewCalendar)
    .mutation(async ({ ctx }) => {
      const id = sessions.newId();
      const { _id } = await own(repo.create(ctx.scope, id, sha256(ctx.tokens.calendar(id))));
      const hash = _id === id ? undefined : await repo.hashOf(ctx.scope, _id);
      const token = withHash(
        ctx.tokens.underEach((from) => from.calendar(_id)),
        hash,
      );
      return { _id, url: ctx.publicUrl(`/calendar/${token}.ics`) };
    }),

  remove: operation({
    rest: 'DELETE /calendars/{calendarID}',
    addition: true,
    access: staff,
    fresh: true,
    summary: 'End a calendar address',
    description:
      'One of the caller’s own; an Administrator ends anybody’s. Whoever reads the calendar at it gets 404 from then on.',
    example: { parameters: { calendarID: exampleIds.calendar }, data: { _id: exampleIds.calendar } },
  })
    .input(z.object({ calendarID: Id }))
    .output(Removed)
    .mutation(({ ctx, input }) => repo.remove(ctx.scope, input.calendarID)),
});
