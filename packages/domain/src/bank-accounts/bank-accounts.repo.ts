import { contains, equals } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { bankAccountSchemas } from './bank-accounts.schema.ts';
import { bankAccounts } from './bank-accounts.table.ts';

/** By name. Of an account that is deleted, cheques, books and readings keep the id and the name. */
export const { list, get, create, update, remove, restore, subject, rules } = repository({
  name: 'bank account',
  table: bankAccounts,
  schemas: bankAccountSchemas,
  clearable: ['chequeForm'],
  subject: { title: bankAccounts.name },
  order: { column: bankAccounts.nameKey, sort: 'name', direction: 'asc' },
  filters: {
    isArchived: equals(bankAccounts.isArchived, 'isArchived'),
    search: contains(bankAccounts.searchKey),
  },
});
