import { z } from 'zod';
import { RecordId } from '../values/record.ts';
import { Day, DayInput, Id, Total } from '../values/scalars.ts';

export const ForecastQuery = z.object({
  account: Id,
  to: DayInput.optional().meta({
    description: 'Last day, from today to 400 days ahead; 60 days ahead unless it is sent',
  }),
});
export type ForecastQuery = z.output<typeof ForecastQuery>;

const shortfall = {
  date: Day.meta({ description: 'The first day with less than nothing' }),
  amount: Total.meta({ description: 'How much is missing then; positive' }),
};

/** How much is in a bank account at the end of each day, if open cheques and due bills are paid when they fall due. */
export const Forecast = z
  .object({
    account: RecordId,
    from: Day.meta({ description: 'Today' }),
    to: Day,
    opening: Total.meta({
      description:
        'The balance read last, at the end of its day, less the cheques that cleared and the bills that were paid without one after that day; 0 where none was read',
    }),
    days: z
      .array(
        z.object({
          date: Day,
          out: Total.meta({ description: 'Open cheques and due bills that are paid on this day' }),
          in: Total.meta({ description: 'Due bills of a negative value' }),
          cheques: z.int().meta({ description: 'How many of them are paid' }),
          bills: z.int().meta({ description: 'The same of bills that no open cheque pays' }),
          balance: Total.meta({ description: 'At the end of the day' }),
        }),
      )
      .meta({ description: 'Every day from the first to the last' }),
    shortfall: z.object(shortfall).nullable(),
  })
  .meta({ id: 'Forecast' });
export type Forecast = z.infer<typeof Forecast>;

/** An account in which money will be missing. */
export const Shortfall = z.object({ account: RecordId, accountName: z.string(), ...shortfall });
export type Shortfall = z.infer<typeof Shortfall>;
