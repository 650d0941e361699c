import { Button, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Closings } from '../../entities/closings/closings.ts';
import { Part } from '../../ui/Part.tsx';
import { ReopenForm } from './ReopenForm.tsx';

/** For Administrators: the way to open again what is closed. */
export function Reopen({ current }: Pick<Closings, 'current'>) {
  const { t } = useTranslation('closing');
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title={t('reopen.title')}>
      <Text mb="sm">{t('reopen.text')}</Text>
      <Button
        variant="default"
        leftSection={<IconLockOpen size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('reopen.begin')}
      </Button>
      {isOpen && <ReopenForm current={current} onClose={() => setOpen(false)} />}
    </Part>
  );
}
