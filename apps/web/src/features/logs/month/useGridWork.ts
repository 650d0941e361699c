import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useMany } from '../../../data/many.tsx';
import { inOrder, type Unit, unit } from '../../../data/works.ts';
import { useLogWorks } from '../../../entities/logs/mutations.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Planned, Step } from '../logic/plan.ts';

/** Saves what becomes of cells: shown at once, each a request of its own, and taken back together. */
export function useGridWork() {
  const { t } = useTranslation('logs');
  const { longDay } = useFormat();
  const works = useLogWorks();
  const { makeAll } = useMany('logs');
  const unitOf = ({ row: { worker, workerName }, cell }: Planned, step: Step): Unit => {
    if (step.kind === 'remove') return unit(works.remove(step.log));
    if (step.kind === 'update') return unit(works.update(step.log, step.values));
    return unit(works.create({ worker, workerName, date: cell.day }, step.values, step.isShift));
  };
  return (cells: readonly Planned[]) => {
    const refusal = cells.find((one) => one.refusal)?.refusal;
    if (refusal) notifications.show({ color: 'red', message: t(`refusals.${refusal}`) });
    // The shifts of a day one after the other: the first asks whether there is a log already.
    const units = cells
      .filter(({ steps }) => steps.length > 0)
      .map((one) =>
        inOrder(
          `${one.row.workerName}, ${longDay(one.cell.day)}`,
          one.steps.map((step) => unitOf(one, step)),
        ),
      );
    if (units.length > 0) void makeAll(units, (count) => t('savedCount', { count }));
  };
}
