import './home.css';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useFormat } from '../../lib/format.ts';
import { useToday } from '../../lib/today.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnHome } from './own/OwnHome.tsx';
import { StaffHome } from './staff/StaffHome.tsx';
import { ZoneNotice } from './ZoneNotice.tsx';

/** What matters this morning: to those who keep the books, or to a worker. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { longDay } = useFormat();
  const today = useToday();
  const isStaff = useMay()('logs.create');
  return (
    <>
      <PageHeader title={t('title')}>
        <Text c="dimmed">{longDay(today)}</Text>
      </PageHeader>
      <ZoneNotice />
      {isStaff ? <StaffHome today={today} /> : <OwnHome today={today} />}
    </>
  );
}
