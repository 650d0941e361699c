import { IconArchive } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/Chip.tsx';

/** That an account is no longer used. */
export function Archived() {
  const { t } = useTranslation('bankAccounts');
  return (
    <Chip tone="quiet" icon={IconArchive}>
      {t('fields.isArchived')}
    </Chip>
  );
}
