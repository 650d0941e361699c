import { contains } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { payeeSchemas } from './payees.schema.ts';
import { payees } from './payees.table.ts';

/** By name. Of a payee that is deleted, cheques keep the id and the name. */
export const { list, get, create, update, remove, restore, subject, rules } = repository({
  name: 'payee',
  table: payees,
  schemas: payeeSchemas,
  subject: { title: payees.name },
  order: { column: payees.nameKey, sort: 'name', direction: 'asc' },
  filters: { search: contains(payees.searchKey) },
});
