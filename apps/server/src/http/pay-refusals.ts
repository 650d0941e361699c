import { issueAt } from '@daybook/domain';
import type { Refusal } from './refusals.ts';

const rateIssue = issueAt(['from'], 'rate_exists');
const closedIssue = issueAt(['date'], 'period_closed', { through: '2024-01-31' });
const fixedIssue = issueAt(['value'], 'fixed_in_status', { status: 'presented', attempts: 0 });
const eventIssue = issueAt([], 'event_not_allowed', { status: 'cleared', allowed: ['undo'] });
const settledIssue = issueAt(['to'], 'already_settled', { to: '2024-01-31' });
const stateIssue = issueAt([], 'settlement_state', { status: 'void' });
const payoutIssue = issueAt([], 'payout_of_settlement', { settlement: '1' });
const currencyIssue = issueAt(['currency'], 'currency_fixed');

const rate = { message: `from ${rateIssue.message}.`, issues: [rateIssue] };
const closed = { message: `date ${closedIssue.message}.`, issues: [closedIssue] };
const fixed = { message: `value ${fixedIssue.message}.`, issues: [fixedIssue] };
const event = { message: `This ${eventIssue.message}.`, issues: [eventIssue] };
const settled = { message: `to ${settledIssue.message}.`, issues: [settledIssue] };
const state = { message: `This ${stateIssue.message}.`, issues: [stateIssue] };
const payout = { message: `The pay entry ${payoutIssue.message}.`, issues: [payoutIssue] };

/** What pay and closed periods refuse: one response for each set of codes that can come with a status. */
export const payRefusals: readonly Refusal[] = [
  { name: 'PeriodClosed', codes: ['PERIOD_CLOSED'], ...closed },
  { name: 'NotCreatedInPeriod', codes: ['PERIOD_CLOSED', 'IDEMPOTENCY_KEY_REUSED'], ...closed },
  {
    name: 'NotRestoredInPeriod',
    codes: ['NOT_DELETED', 'PERIOD_CLOSED'],
    message: 'The bill is not deleted, so it cannot be restored.',
  },
  {
    name: 'UserNotDeleted',
    codes: ['LAST_ADMINISTRATOR', 'SELF_CHANGE', 'PERIOD_CLOSED'],
    message: 'One active Administrator must remain.',
  },
  { name: 'ChequeFixedOrClosed', codes: ['CHEQUE_STATE', 'PERIOD_CLOSED'], ...fixed },
  {
    name: 'ChequeNotRestoredOrClosed',
    codes: ['NOT_DELETED', 'CHEQUE_STATE', 'PERIOD_CLOSED'],
    message: 'The cheque is not deleted, so it cannot be restored.',
  },
  {
    name: 'NotReplaced',
    codes: ['CHEQUE_STATE', 'PERIOD_CLOSED', 'IDEMPOTENCY_KEY_REUSED'],
    ...event,
  },
  { name: 'RateConflict', codes: ['RATE_EXISTS', 'PERIOD_CLOSED'], ...rate },
  {
    name: 'RateNotCreated',
    codes: ['RATE_EXISTS', 'PERIOD_CLOSED', 'IDEMPOTENCY_KEY_REUSED'],
    ...rate,
  },
  {
    name: 'RateNotRestored',
    codes: ['NOT_DELETED', 'RATE_EXISTS', 'PERIOD_CLOSED'],
    message: 'The rate is not deleted, so it cannot be restored.',
  },
  { name: 'SettledOrClosed', codes: ['SETTLEMENT_STATE', 'PERIOD_CLOSED'], ...payout },
  {
    name: 'PayEntryNotRestored',
    codes: ['NOT_DELETED', 'SETTLEMENT_STATE', 'PERIOD_CLOSED'],
    message: 'The pay entry is not deleted, so it cannot be restored.',
  },
  { name: 'AlreadySettled', codes: ['ALREADY_SETTLED'], ...settled },
  {
    name: 'SettlementNotCreated',
    codes: ['ALREADY_SETTLED', 'PERIOD_CLOSED', 'IDEMPOTENCY_KEY_REUSED'],
    ...settled,
  },
  { name: 'SettlementState', codes: ['SETTLEMENT_STATE'], ...state },
  {
    name: 'CurrencyFixed',
    codes: ['CURRENCY_FIXED'],
    message: `currency ${currencyIssue.message}.`,
    issues: [currencyIssue],
  },
];
