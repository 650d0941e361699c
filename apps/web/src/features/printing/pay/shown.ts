import type { Settlement, Statement } from '@daybook/domain';

/** What is the same in a statement and in a settlement. */
type Common = Pick<Statement, 'worker' | 'workerName' | 'from' | 'to' | 'opening' | 'lines' | 'totals'>;

/** What goes to paper. */
export interface ShownPay extends Common {
  /** Of a statement. */
  readonly missingRates?: readonly string[];
  readonly settlement?: Pick<
    Settlement,
    'number' | 'status' | 'reason' | 'payout' | 'corrections' | 'acknowledgedAt'
  > & {
    /** The number of the void one in whose place it is. */
    readonly replacedNumber: number | undefined;
  };
}

/** Texts of the printout by what the service calls them. */
export const kindTexts = {
  opening: 'pay.kinds.opening',
  advance: 'pay.kinds.advance',
  payout: 'pay.kinds.payout',
  bonus: 'pay.kinds.bonus',
  deduction: 'pay.kinds.deduction',
} as const;

export const fieldTexts = {
  earned: 'pay.fields.earned',
  payments: 'pay.fields.payments',
  openings: 'pay.fields.openings',
  advances: 'pay.fields.advances',
  payouts: 'pay.fields.payouts',
  bonuses: 'pay.fields.bonuses',
  deductions: 'pay.fields.deductions',
} as const;
