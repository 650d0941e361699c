import { PayEntryCreate, RateCreate } from '@daybook/domain';
import { field, optionalReference, reference } from '../../data/fields.tsx';
import { describeRecord } from '../../data/record-description.ts';
import { UserPicker } from '../users/UserPicker.tsx';
import { ChequePicker } from './ChequePicker.tsx';
import { basis, factor, kind, optionalAmount, wholeNumber } from './fields.tsx';
import { WorkerPicker } from './WorkerPicker.tsx';

export const payEntry = describeRecord({
  resource: 'payEntries',
  schema: PayEntryCreate,
  fields: {
    worker: reference(WorkerPicker),
    kind,
    amount: field.amount,
    date: field.day,
    extraNotes: field.notes,
    cheque: optionalReference(ChequePicker),
  },
  focused: 'amount',
  first: 'kind',
  nameOf: ({ workerName, date }, { day, list }) => list(workerName, day(date)),
  addressOf: ({ worker }) => `/pay/${worker}`,
});

/** Administrators alone read and write rates. */
export const rate = describeRecord({
  resource: 'rates',
  schema: RateCreate,
  fields: {
    worker: reference(UserPicker),
    from: field.day,
    basis,
    amount: optionalAmount,
    dayMinutes: wholeNumber(undefined),
    overtimeFactor: factor,
    monthDays: wholeNumber(26),
    extraNotes: field.notes,
  },
  focused: 'amount',
  first: 'from',
  nameOf: ({ workerName, from }, { day, list }) => list(workerName, day(from)),
  addressOf: ({ worker }) => `/pay/${worker}`,
});
