import { mostly, reference, references } from './arbitraries.ts';
import type { Sample } from './sample.ts';

const serials = ['100', '101', '101', '101', '110', '120', '120', '9', 'A-1'];
const serial = (valid: string) => mostly([valid], ['', 'none', 'x'.repeat(65), 5, null, 'nul\0 1']);

export const chequebooks: Sample = {
  required: () => ({ firstSerial: '0001', lastSerial: '0050' }),
  optional: {},
  defaults: {},
  derived: { nextSerial: '0001' },
  references: { account: { to: 'bankAccounts', name: 'accountName', own: true } },
  changes: [
    [{ firstSerial: '0101', lastSerial: '0150' }, { nextSerial: '0101' }],
    [{ firstSerial: '0002' }, { nextSerial: '0002' }],
    [{ lastSerial: '0100' }],
  ],
  wrong: { account: 7, firstSerial: 5, lastSerial: null },
  lengths: {},
  journal: {
    columns: ['account_id', 'first_serial', 'last_serial'],
    change: { firstSerial: '0001', lastSerial: '0025' },
    before: { last_serial: '0050' },
    after: { last_serial: '0025' },
  },
  list: {
    rows: serials.map((firstSerial) => ({ firstSerial, lastSerial: firstSerial })),
    key: ({ firstSerial }) => firstSerial,
    newestFirst: false,
    sort: 'firstSerial',
    refused: {},
  },
  fields: { account: reference('bankAccounts'), firstSerial: serial('0001'), lastSerial: serial('0050') },
  parameters: { account: references('bankAccounts') },
};
