import { BillCreate } from '@daybook/domain';
import { field } from '../../data/fields.tsx';
import { describeRecord } from '../../data/record-description.ts';

export const bill = describeRecord({
  resource: 'bills',
  schema: BillCreate,
  fields: {
    date: field.day,
    value: field.amount,
    description: field.text,
    extraNotes: field.notes,
  },
  focused: 'value',
  first: 'description',
  addressOf: ({ date }) => `/bills?from=${date}&to=${date}`,
  nameOf: ({ date, description, value }, { day, list, money }) => list(day(date), description, money(value)),
});
