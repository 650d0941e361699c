import type { DatabaseFailure } from '../db/failures.ts';
import { DomainError } from '../errors.ts';
import { type Issue, issueAt } from '../values/issues.ts';
import type { ChequeStatus } from './cheques.schema.ts';
import { allowedEvents } from './states.ts';

/** The detail of DB010 (migrations/0009_cheque_events.sql). */
interface Refusal {
  readonly cheque: string;
  readonly code:
    | 'event_not_allowed'
    | 'before_last_event'
    | 'fixed_in_status'
    | 'status_not_deletable'
    | 'replacement_in_force'
    | 'original_in_force';
  /** The field of the request; null where it has none. */
  readonly field: string | null;
  readonly status: ChequeStatus;
  readonly statusDate: string | null;
  readonly attempts: number;
  readonly date: string | null;
}

const read = ({ detail }: DatabaseFailure): Refusal => JSON.parse(detail ?? '');

function issueOf(refusal: Refusal, path: Issue['path']): Issue {
  const { code, status, attempts, date } = refusal;
  switch (code) {
    case 'event_not_allowed':
      return issueAt(path, code, { status, allowed: allowedEvents(refusal) });
    case 'before_last_event':
      return issueAt(path, code, { date: date ?? '' });
    case 'fixed_in_status':
      return issueAt(path, code, { status, attempts });
    case 'status_not_deletable':
      return issueAt(path, code, { status });
    default:
      return issueAt(path, code);
  }
}

/** What the message begins with: a field, or else the cheque. The status stands in it once. */
function sentenceOf({ code, status }: Refusal, { path, message }: Issue): string {
  const field = path.join('.');
  switch (code) {
    case 'event_not_allowed':
      return `${field || 'This'} ${message}.`;
    case 'replacement_in_force':
    case 'original_in_force':
      return `The cheque is ${status}: ${field || 'it'} ${message}.`;
    default:
      return `${field || 'The cheque'} ${message}.`;
  }
}

/**
 * Why a cheque did not allow a change: CHEQUE_STATE, or VALIDATION of a date.
 * @param pathOf where the request named the cheque at fault; otherwise its field is named
 */
export function chequeRefused(
  failure: DatabaseFailure,
  pathOf = (_cheque: string, field: string | null): Issue['path'] => (field === null ? [] : [field]),
): DomainError {
  const refusal = read(failure);
  const issue = issueOf(refusal, pathOf(refusal.cheque, refusal.field));
  const code = refusal.code === 'before_last_event' ? 'VALIDATION' : 'CHEQUE_STATE';
  return new DomainError(code, sentenceOf(refusal, issue), { issues: [issue] });
}

/** Of a change that sets `isCancelled`, a deletion and a restoration. */
export const chequeRules = {
  DB010: (failure: DatabaseFailure) =>
    chequeRefused(failure, (_, field) => (field === null ? [] : [field === 'kind' ? 'isCancelled' : field])),
};
