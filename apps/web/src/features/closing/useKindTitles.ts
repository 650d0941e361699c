import { closingKinds } from '@daybook/domain';
import { useTranslation } from 'react-i18next';

/** The kinds as the menu and the pages of records call them. */
export function useKindTitles() {
  const { t } = useTranslation(closingKinds);
  return closingKinds.map((kind) => ({ kind, title: t(`${kind}:title`) }));
}
