import { sql } from '../db/drizzle.ts';
import { contains, containsPhone } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { invalid } from '../errors.ts';
import { payeeSchemas } from './payees.schema.ts';
import { payees } from './payees.table.ts';

const invalidPhone = () => invalid('VALIDATION', ['phoneNumber'], 'invalid_phone');
const sentPhone = sql`${sql.placeholder('phoneNumber')}::text`;

/** By name. Of a payee that is deleted, cheques keep the id and the name. */
export const { list, get, create, update, remove, restore, bulk, creation, subject, rules } = repository({
  name: 'payee',
  table: payees,
  schemas: payeeSchemas,
  added: { attachments: () => 0 },
  // None of those that begin with 0 becomes a payee's now; one that is stored stays. Null is refused, by
  // that column or, where the name changes too, by the one that is made of both.
  alsoUpdated: {
    phoneNumber: sql`case when ${sentPhone} like '+0%' and ${sentPhone} <> ${payees.phoneNumber} then null
      else coalesce(${sentPhone}, ${payees.phoneNumber}) end`,
  },
  rules: { [payees.phoneNumber.name]: invalidPhone, [payees.searchKey.name]: invalidPhone },
  subject: { title: payees.name },
  order: { column: payees.nameKey, sort: 'name', direction: 'asc' },
  filters: { search: sql`(${contains(payees.searchKey)} or ${containsPhone(payees.phoneNumber)})` },
});
