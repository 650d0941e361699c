import { cheques } from '../cheques/cheques.table.ts';
import { sql } from '../db/drizzle.ts';
import type { DatabaseFailure } from '../db/failures.ts';
import { between, oneOf } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import { DomainError, invalid } from '../errors.ts';
import { settlementRefused } from '../settlements/state-errors.ts';
import { users } from '../users/users.table.ts';
import { payEntrySchemas } from './pay-entries.schema.ts';
import { payEntries } from './pay-entries.table.ts';

/** @param field the amount */
export const tooManyDigits = (field: string) => (failure: DatabaseFailure) =>
  invalid('VALIDATION', [field], 'too_many_digits', { digits: Number(failure.detail) });

const workerName = sql`(select full_name from users where users.id = ${payEntries.workerId})`;

/** Newest first. A deleted worker is known too, so that a last balance can be paid. FORBIDDEN by the worker's role. */
export const { list, get, create, update, remove, restore, bulk, creation, subject, rules } = repository({
  name: 'pay entry',
  table: payEntries,
  schemas: payEntrySchemas,
  references: {
    worker: { table: users, name: users.fullName, alsoDeleted: true },
    cheque: { table: cheques, name: cheques.serial },
  },
  clearable: ['cheque'],
  computed: { settlement: sql`${payEntries.settlementId}` },
  rules: {
    pay_entries_amount: () => invalid('VALIDATION', ['amount'], 'not_positive'),
    DB003: () =>
      new DomainError('FORBIDDEN', 'Your role writes pay entries of other workers of role User only.'),
    DB018: tooManyDigits('amount'),
    DB021: settlementRefused,
  },
  subject: { title: workerName, date: payEntries.date, value: payEntries.amount },
  order: { column: payEntries.date, sort: 'date', direction: 'desc' },
  filters: {
    ...between(payEntries.date),
    worker: oneOf(payEntries.workerId, 'worker'),
    cheque: oneOf(payEntries.chequeId, 'cheque'),
    kind: sql`${payEntries.kind} = any(string_to_array(${sql.placeholder('kind')}, ','))`,
  },
});
