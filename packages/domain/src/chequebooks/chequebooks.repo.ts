import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { sql } from '../db/drizzle.ts';
import { oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { invalid } from '../errors.ts';
import { chequebookSchemas } from './chequebooks.schema.ts';
import { chequebooks } from './chequebooks.table.ts';

const serials = ['firstSerial', 'lastSerial'];

/**
 * By first serial. VALIDATION where the serials are not those of one book, of at most 1000 cheques; BOOK_OVERLAP where another
 * book of the account has some of them, also if it is made at the same moment.
 */
export const { list, get, create, update, remove, restore, subject, rules } = repository({
  name: 'chequebook',
  table: chequebooks,
  schemas: chequebookSchemas,
  references: { account: { table: bankAccounts, name: bankAccounts.name } },
  computed: {
    nextSerial: sql`next_serial(${chequebooks.accountId}, ${chequebooks.firstSerial}, ${chequebooks.lastSerial})`,
  },
  rules: {
    chequebooks_range: () => invalid('VALIDATION', serials, 'invalid_range', { max: 1000 }),
    chequebooks_apart: () => invalid('BOOK_OVERLAP', serials, 'book_overlap'),
  },
  subject: { title: sql`${chequebooks.firstSerial} || '–' || ${chequebooks.lastSerial}` },
  order: { column: chequebooks.firstSerial, sort: 'firstSerial', direction: 'asc' },
  filters: { account: oneOf(chequebooks.accountId, 'account') },
});
