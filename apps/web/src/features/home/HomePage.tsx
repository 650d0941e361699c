import { Alert, Button, Group, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChosenPreferences, useMay, useMe } from '../../data/me.ts';
import { usePreferenceChange } from '../../data/preferences.tsx';
import { deviceZone, isSameClock, now } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useToday } from '../../lib/today.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnHome } from './OwnHome.tsx';
import { StaffHome } from './StaffHome.tsx';
import './home.css';

/** Asks whose clock days go by, where the service's differs from the device's and nobody has chosen. */
function ZoneNotice() {
  const { t } = useTranslation('home');
  const { timeZone } = useMe();
  const preferences = useChosenPreferences();
  const change = usePreferenceChange();
  const device = deviceZone();
  if (preferences.timeZone !== undefined || isSameClock(timeZone, device, now())) return null;
  const choose = (zone: string) => change({ active: true, timeZone: zone }, { timeZone });
  return (
    <Alert color="orange" icon={<IconWorld aria-hidden />} mb="md" py="xs" className="no-print">
      <Text size="sm">{t('zone.differs', { zone: timeZone, device })}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => choose(device)}>
          {t('zone.use', { zone: device })}
        </Button>
        <Button size="xs" variant="default" onClick={() => choose(timeZone)}>
          {t('zone.keep', { zone: timeZone })}
        </Button>
      </Group>
    </Alert>
  );
}

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
