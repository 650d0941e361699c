import { z } from 'zod';
import { listQuery } from '../values/listing.ts';
import { dayRange } from '../values/query.ts';
import { bodies, RecordId, serviceFields } from '../values/record.ts';
import { Day, DayInput, Id, IdList, Money, SignedAmount } from '../values/scalars.ts';

export const { create: BalanceReadingCreate, changes: BalanceReadingChanges } = bodies('BalanceReading', {
  account: Id,
  date: DayInput,
  balance: SignedAmount,
});
export type BalanceReadingCreate = z.output<typeof BalanceReadingCreate>;
export type BalanceReadingChanges = z.output<typeof BalanceReadingChanges>;

export const BalanceReading = z
  .object({
    _id: RecordId,
    account: RecordId,
    accountName: z.string(),
    date: Day,
    balance: Money.meta({ description: 'At the end of the day' }),
    ...serviceFields,
  })
  .meta({ id: 'BalanceReading', description: 'What the bank said that was in an account' });
export type BalanceReading = z.infer<typeof BalanceReading>;

export const balanceReadingSchemas = {
  record: BalanceReading,
  create: BalanceReadingCreate,
  changes: BalanceReadingChanges,
  query: listQuery(BalanceReading, '-date', {
    ...dayRange('day'),
    account: IdList.optional().meta({ description: 'One account, or several separated by commas' }),
  }),
};
