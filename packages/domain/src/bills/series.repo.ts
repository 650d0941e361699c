import type { Scope } from '../db/scope.ts';
import { DomainError } from '../errors.ts';
import { plusDays, plusMonths } from '../values/zones.ts';
import { bulk } from './bills.repo.ts';
import { BillCreate, type BillSeries, type SeriesBill } from './bills.schema.ts';

/** The errors of a bulk operation as those of the series, whose bills are all of one kind: the first one says it. */
function refusedSeries(error: unknown): unknown {
  const [first] = (error instanceof DomainError && error.issues) || [];
  if (!first) return error;
  const [, , field = ''] = first.path;
  const issue = { ...first, path: [field === 'date' ? 'firstDate' : field] };
  const codes = { unknown_reference: 'UNKNOWN_REFERENCE', period_closed: 'PERIOD_CLOSED' } as const;
  const code = codes[first.code as keyof typeof codes] ?? 'VALIDATION';
  return new DomainError(code, `${issue.path.join('.')} ${issue.message}.`, { issues: [issue] });
}

/**
 * A bill for each month, all or none, in the order of their days; of a dry run those that it would make.
 * @throws UNKNOWN_REFERENCE, PERIOD_CLOSED, IDEMPOTENCY_KEY_REUSED
 */
export async function addSeries(scope: Scope, input: BillSeries): Promise<SeriesBill[]> {
  const { firstDate, months, value, description, payee, dueAfterDays, dryRun } = input;
  const create = Array.from({ length: months }, (_, n) => {
    const date = plusMonths(firstDate, n);
    const dueDate = dueAfterDays === undefined ? null : plusDays(date, dueAfterDays);
    return BillCreate.parse({ date, value, description, payee, dueDate });
  });
  try {
    const { created } = await bulk(scope, { create, update: [], delete: [], dryRun });
    if (!dryRun) return [...created];
    return created.map(({ date, value, description, payee, payeeName, dueDate }) => ({
      ...{ date, value, description, payee, payeeName, dueDate },
    }));
  } catch (error) {
    throw refusedSeries(error);
  }
}
