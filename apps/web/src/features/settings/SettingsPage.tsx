import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/PageHeader.tsx';

export function SettingsPage() {
  const { t } = useTranslation();
  return <PageHeader title={t('places.settings')} />;
}
