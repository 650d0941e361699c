import type { Outputs } from '@daybook/client';
import { chequeStatuses } from '@daybook/domain';
import type { Period } from '../../lib/dates.ts';

export type PayeeStatement = Outputs['payees']['statement'];
export type PayeeLine = PayeeStatement['lines'][number];

/** In which of the two columns the value of a line stands; an expense in both. */
export const isBilled = ({ kind }: Pick<PayeeLine, 'kind'>) => kind !== 'payment';
export const isPaid = ({ kind }: Pick<PayeeLine, 'kind'>) => kind !== 'bill';

/** The statuses that cheques of the period have, with count and total. */
export const chequeTotals = ({ cheques }: PayeeStatement['totals']) =>
  chequeStatuses.flatMap((status) => (cheques[status].count > 0 ? [{ status, ...cheques[status] }] : []));

/** Where it is shown as it goes to paper. */
export const printPayeeStatementOf = (payee: string, { from, to }: Period) =>
  `/print/payee-statement?payee=${payee}&from=${from}&to=${to}`;
