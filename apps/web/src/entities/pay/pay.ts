import type { Outputs } from '@daybook/client';
import type { RecordOf } from '../../data/record-client.ts';

export type Rate = RecordOf<'rates'>;
export type PayEntry = RecordOf<'payEntries'>;
export type Balance = Outputs['pay']['balances'][number];

export interface Worker {
  readonly _id: string;
  readonly name: string;
}
