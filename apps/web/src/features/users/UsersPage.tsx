import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/PageHeader.tsx';

export function UsersPage() {
  const { t } = useTranslation();
  return <PageHeader title={t('places.users')} />;
}
