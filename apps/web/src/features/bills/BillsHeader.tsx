import { IconCalendarDue, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { PageHeader, ViewTabs } from '../../ui/PageHeader.tsx';
import { NewBillSeries } from './series/BillSeriesForm.tsx';

const views = [
  { name: 'toPay', to: '/bills', icon: IconCalendarDue },
  { name: 'all', to: '/bills/all', icon: IconList },
] as const;

interface Props {
  readonly view: (typeof views)[number]['name'];
  readonly children: ReactNode;
}

/** Over the bills to pay and all bills: the way from one to the other. */
export function BillsHeader({ view, children }: Props) {
  const { t } = useTranslation('bills');
  const may = useMay();
  return (
    <PageHeader
      title={t('title')}
      view={t(view)}
      views={
        <ViewTabs label={t('views')} views={views.map(({ name, ...rest }) => ({ ...rest, name: t(name) }))} />
      }
    >
      {may('bills.addSeries') && <NewBillSeries />}
      {children}
    </PageHeader>
  );
}
