import type { DatabaseFailure } from '../db/failures.ts';
import { DomainError } from '../errors.ts';
import { issueAt } from '../values/issues.ts';
import type { settlementStatuses } from './settlements.schema.ts';

/** The detail of DB021 (migrations/0016_settlements.sql). */
type Refusal =
  | {
      readonly code: 'settlement_state';
      readonly params: { readonly status: (typeof settlementStatuses)[number] };
    }
  | { readonly code: 'not_newest_settlement'; readonly params: { readonly number: number } }
  | { readonly code: 'payout_of_settlement'; readonly params: { readonly settlement: string } };

function issueOf(refusal: Refusal) {
  switch (refusal.code) {
    case 'settlement_state':
      return issueAt([], refusal.code, refusal.params);
    case 'not_newest_settlement':
      return issueAt([], refusal.code, refusal.params);
    case 'payout_of_settlement':
      return issueAt([], refusal.code, refusal.params);
  }
}

/** Why a settlement, or its payout, did not allow a change. */
export function settlementRefused({ detail }: DatabaseFailure): DomainError {
  const refusal: Refusal = JSON.parse(detail ?? '');
  const issue = issueOf(refusal);
  const what = refusal.code === 'payout_of_settlement' ? 'The pay entry' : 'This';
  return new DomainError('SETTLEMENT_STATE', `${what} ${issue.message}.`, { issues: [issue] });
}
