import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useBulk } from '../../../data/bulk.tsx';
import { type BulkChange, bulkChange, inSequence } from '../../../data/undoable.ts';
import { useLogMutations } from '../../../entities/logs/mutations.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Planned, Step } from '../logic/plan.ts';

/** Saves what becomes of cells: shown at once, each a request of its own, and taken back together. */
export function useGridWork() {
  const { t } = useTranslation('logs');
  const { longDay } = useFormat();
  const mutations = useLogMutations();
  const { makeAll } = useBulk('logs');
  const changeOf = ({ row: { worker, workerName }, cell }: Planned, step: Step): BulkChange => {
    if (step.kind === 'remove') return bulkChange(mutations.remove(step.log));
    if (step.kind === 'update') return bulkChange(mutations.update(step.log, step.values));
    return bulkChange(mutations.create({ worker, workerName, date: cell.day }, step.values, step.isShift));
  };
  return (cells: readonly Planned[]) => {
    const refusal = cells.find((one) => one.refusal)?.refusal;
    if (refusal) notifications.show({ color: 'red', message: t(`refusals.${refusal}`) });
    // The shifts of a day one after the other: the first asks whether there is a log already.
    const changes = cells
      .filter(({ steps }) => steps.length > 0)
      .map((one) =>
        inSequence(
          `${one.row.workerName}, ${longDay(one.cell.day)}`,
          one.steps.map((step) => changeOf(one, step)),
        ),
      );
    if (changes.length > 0) void makeAll(changes, (count) => t('savedCount', { count }));
  };
}
