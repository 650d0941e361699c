import { useTranslation } from 'react-i18next';
import { useMay } from '../data/me.ts';
import { menuFeatures } from './navigation.ts';

/** What the entries that the caller may see are called: for a worker the own pay is all there is of it. */
export function useMenuTitles() {
  const { t } = useTranslation(menuFeatures);
  const may = useMay();
  return (name: (typeof menuFeatures)[number]): string =>
    name === 'pay' && !may('pay.balances') ? t('pay:own') : t(`${name}:title`);
}
