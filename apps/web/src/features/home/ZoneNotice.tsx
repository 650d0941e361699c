import { Alert, Button, Group, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChosenPreferences, useMe } from '../../data/me.ts';
import { usePreferenceChange } from '../../data/preferences.tsx';
import { now } from '../../lib/clock.ts';
import { deviceZone, isSameClock } from '../../lib/zones.ts';

/** Asks whose clock days go by, where the service's differs from the device's and nobody has chosen. */
export function ZoneNotice() {
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
