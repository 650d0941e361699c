import type { Outputs } from '@daybook/client';
import { compare } from '../../lib/money.ts';

export type Settlement = Outputs['settlements']['get'];

/** The newest of a worker that is not void: it alone can be made void. @param all of one worker */
export const newestOf = (all: readonly Settlement[]): Settlement | undefined =>
  all
    .filter(({ status }) => status !== 'void')
    .reduce<Settlement | undefined>(
      (newest, one) => (newest && newest.number > one.number ? newest : one),
      undefined,
    );

/** The settlement that was issued in the place of this one. */
export const replacementOf = (
  { _id }: Pick<Settlement, '_id'>,
  all: readonly Settlement[],
): Settlement | undefined => all.find(({ replaces }) => replaces === _id);

export const hasPayout = ({ payout }: Pick<Settlement, 'payout'>) => compare(payout, '0') !== 0;

/** Where a settlement is shown as it goes to paper. */
export const printAddressOf = ({ _id }: Pick<Settlement, '_id'>) => `/print/settlement?settlement=${_id}`;
