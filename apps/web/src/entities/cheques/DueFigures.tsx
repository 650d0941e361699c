import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { StateIcon } from './ChequeStatus.tsx';
import { type ChequeFilters, dueFilters } from './cheque.ts';

const questions = ['overdue', 'in7', 'in30'] as const;
const sums = { overdue: 'overdue', in7: 'dueIn7Days', in30: 'dueIn30Days' } as const;

interface Props {
  /** Of the list that is shown; its dates and statuses do not count for what is overdue or due soon. */
  readonly filters: ChequeFilters;
  /** Whether they let open ones through alone. */
  readonly isOfOpen?: boolean;
}

/** Totals of open cheques, each a link to the cheques it is of. */
export function DueFigures({ filters, isOfOpen = false }: Props) {
  const { t } = useTranslation('cheques');
  const { today } = useFormat();
  const { payee, account, search, ...when } = filters;
  const whose = { payee, account, search };
  const whole = useQuery({
    ...api.cheques.summary.queryOptions(filters),
    placeholderData: keepPreviousData,
  }).data;
  const due = useQuery({
    ...api.cheques.summary.queryOptions(whose),
    placeholderData: keepPreviousData,
  }).data;
  const links = dueFilters(today());
  return (
    <Figures>
      <FigureCard
        label={t(isOfOpen ? 'totalOpen' : 'totalWithout')}
        value={whole?.total}
        note={whole && t('count', { count: whole.count })}
      />
      {questions.map((question) => {
        const figure = due?.[sums[question]];
        const { from, to } = links[question];
        return (
          <FigureCard
            key={question}
            label={t(`figures.${question}`)}
            value={figure?.total}
            note={figure && t('count', { count: figure.count })}
            icon={
              question === 'overdue' && (figure?.count ?? 0) > 0 ? <StateIcon state="overdue" /> : undefined
            }
            to="/cheques"
            search={() => ({ ...whose, ...links[question] })}
            isCurrent={isOfOpen && when.from === from && when.to === to}
          />
        );
      })}
    </Figures>
  );
}
