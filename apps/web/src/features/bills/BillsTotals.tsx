import type { Outputs } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { quickRanges, totalIn } from './ranges.ts';

const names = ['thisMonth', 'lastMonth', 'thisYear', 'allTime'] as const;

interface Props {
  readonly filters: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly search?: string | undefined;
  };
  /** Of these filters. */
  readonly summary: Outputs['bills']['summary'] | undefined;
}

/** What the bills of the usual ranges come to, each a link to them; and of the range that is shown, if it is another. */
export function BillsTotals({ filters: { from, to, search }, summary }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const { data } = useQuery({
    ...api.bills.summary.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  const ranges = quickRanges(today());
  const isCurrent = (range: { from: string | undefined; to: string | undefined }) =>
    range.from === from && range.to === to;
  const isOther = !names.some((name) => isCurrent(ranges[name]));
  return (
    <Figures>
      {isOther && (
        <FigureCard
          label={t('rangeTotal')}
          value={summary?.rangeTotal}
          note={summary && t('count', { count: summary.count })}
          isCurrent
        />
      )}
      {names.map((name) => {
        const figure = data && totalIn(data.months, ranges[name]);
        return (
          <FigureCard
            key={name}
            label={t(name)}
            value={figure?.total}
            note={figure && t('count', { count: figure.count })}
            to="/bills"
            search={(old) => ({ ...old, ...ranges[name] })}
            isCurrent={isCurrent(ranges[name])}
          />
        );
      })}
    </Figures>
  );
}
