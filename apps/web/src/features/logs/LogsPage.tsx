import { useMay } from '../../data/me.ts';
import { LogsTable } from './LogsTable.tsx';
import { OwnMonth } from './own/OwnMonth.tsx';

/** Everybody's logs for those who keep them, the own month for the others. */
export function LogsPage() {
  return useMay()('logs.update') ? <LogsTable /> : <OwnMonth />;
}
