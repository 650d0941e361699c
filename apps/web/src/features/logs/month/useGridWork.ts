import { useTranslation } from 'react-i18next';
import { type Unit, unit, useMany } from '../../../data/many.tsx';
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
    const units = cells.flatMap((planned) =>
      planned.steps.map((step) => ({
        ...unitOf(planned, step),
        name: `${planned.row.workerName}, ${longDay(planned.cell.day)}`,
      })),
    );
    if (units.length > 0) void makeAll(units, (count) => t('savedCount', { count }));
  };
}
