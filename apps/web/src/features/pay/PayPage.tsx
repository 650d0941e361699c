import { useMay } from '../../data/me.ts';
import { OwnPay } from './own/OwnPay.tsx';
import { WorkersPay } from './WorkersPay.tsx';

/** What every worker is owed, for those who pay; for a worker the own pay. */
export function PayPage() {
  return useMay()('pay.balances') ? <WorkersPay /> : <OwnPay />;
}
