import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { registerServiceWorker, update, useHasUpdate } from './updates.ts';

/** Offers the next version of the page once it is there. */
export function Update() {
  const { t } = useTranslation();
  const hasUpdate = useHasUpdate();
  useEffect(() => void registerServiceWorker(), []);
  if (!hasUpdate) return null;
  return (
    <Alert icon={<IconRefresh />} mb="md" role="status" title={t('update.title')} className="no-print">
      <Button size="xs" variant="default" onClick={update}>
        {t('update.reload')}
      </Button>
    </Alert>
  );
}
