import { BalanceReadingCreate, ChequebookCreate } from '@daybook/domain';
import { field, reference } from '../../data/fields.tsx';
import { describeRecord } from '../../data/record-description.ts';
import { AccountPicker } from '../../entities/accounts/AccountPicker.tsx';

export const reading = describeRecord({
  resource: 'balanceReadings',
  schema: BalanceReadingCreate,
  fields: {
    account: reference(AccountPicker),
    date: field.day,
    balance: field.amount,
  },
  focused: 'balance',
  first: 'date',
  nameOf: ({ accountName, date }, { day, list }) => list(accountName, day(date)),
  addressOf: ({ account }) => `/accounts/${account}`,
});

export const chequebook = describeRecord({
  resource: 'chequebooks',
  schema: ChequebookCreate,
  fields: {
    account: reference(AccountPicker),
    firstSerial: field.code,
    lastSerial: field.code,
  },
  focused: 'firstSerial',
  first: 'firstSerial',
  nameOf: ({ firstSerial, lastSerial }) => `${firstSerial}–${lastSerial}`,
  addressOf: ({ account }) => `/accounts/${account}`,
});
