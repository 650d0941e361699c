import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Said as long as the device has no network: what is shown may be old, and nothing can be saved. */
export function Offline() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="orange" icon={<IconWifiOff />} mb="md" role="status" title={t('offline.title')}>
      {t('offline.text')}
    </Alert>
  );
}
