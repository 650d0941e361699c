import { IconCalendarDue, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { AccountPicker, useAccounts } from '../../entities/accounts/AccountPicker.tsx';
import { PayeePicker } from '../../entities/payees/PayeePicker.tsx';
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

interface Whose {
  readonly payee?: string | undefined;
  readonly account?: string | undefined;
}

interface WhoseProps {
  readonly filters: Whose;
  readonly setFilters: (changes: Whose) => void;
}

/** Of one payee, and of one bank account where there are any. */
export function WhoseFilters({ filters: { payee, account }, setFilters }: WhoseProps) {
  const { t: common } = useTranslation();
  const hasAccounts = (useAccounts() ?? []).length > 0;
  return (
    <>
      <PayeePicker
        w={130}
        placeholder={common('all')}
        value={payee}
        onChange={(chosen) => setFilters({ payee: chosen })}
      />
      {(hasAccounts || account !== undefined) && (
        <AccountPicker
          w={130}
          isOfAll
          placeholder={common('all')}
          value={account}
          onChange={(chosen) => setFilters({ account: chosen })}
        />
      )}
    </>
  );
}
