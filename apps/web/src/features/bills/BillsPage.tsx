import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/PageHeader.tsx';

export function BillsPage() {
  const { t } = useTranslation();
  return <PageHeader title={t('places.bills')} />;
}
